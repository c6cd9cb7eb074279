import type { CollectingStore, DiscsOf, DiscSort, Fact } from "@daybook/core/collecting"
import { always, type DateRange, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { sortName } from "../names.js"
import { discColumns, orderBy, type Pictured, toDisc, within } from "./columns.js"
import { viewingsOf } from "./watched.js"

type Store = Context.Tag.Service<CollectingStore>
type Profile = Omit<Fact.DiscProfile, "viewings">

const columnOf: Readonly<Record<DiscSort, string>> = { collected_at: "disc.collected_at", title: "film.sort_title", year: "film.year" }

/** Lists of discs, single ones, and sums over all. */
export const discs = (sql: SqlClient.SqlClient): Pick<Store, "discs" | "disc" | "mediaTypes" | "discTotals" | "discsAdded"> => {
  const from = sql`FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id`
  const by = (column: "media_type" | "resolution" | "hdr", range: DateRange) =>
    sql<Fact.NamedCount>`
      SELECT ${sql(column)} AS name, count(*)::int AS count FROM collecting_discs
      WHERE ${sql(column)} IS NOT NULL AND ${within(sql, "collected_at", range)}
      GROUP BY ${sql(column)} ORDER BY count DESC, name`
  return {
    discs: (of) =>
      storage("CollectingStore.discs")(Effect.gen(function*() {
        const where = whereOf(sql, of)
        const by = orderBy(sql, columnOf[of.sort], of.order, "disc.id")
        const rows = sql<InAll<Pictured<Fact.DiscFact>>>`
          SELECT chosen.total, ${discColumns(sql)}
          FROM (SELECT disc.id, count(*) OVER () AS total ${from} WHERE ${where} ORDER BY ${by} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}) AS chosen
          JOIN collecting_discs AS disc ON disc.id = chosen.id JOIN collecting_films AS film ON film.id = disc.film_id ORDER BY ${by}`
        return yield* paged(of.page, rows, ({ total: _, ...disc }) => toDisc(disc), countOf(sql, sql`SELECT count(*) ${from} WHERE ${where}`))
      })),
    disc: (id) =>
      storage("CollectingStore.disc")(Effect.gen(function*() {
        const [row] = yield* sql<Pictured<Profile>>`
          SELECT ${discColumns(sql)}, film.tagline, film.summary, film.content_rating ${from} WHERE disc.id = ${id}`
        if (row === undefined) return Option.none()
        return Option.some({ ...toDisc(row), viewings: yield* viewingsOf(sql, id) })
      })),
    mediaTypes: storage("CollectingStore.mediaTypes")(by("media_type", always)),
    discTotals: (range) => storage("CollectingStore.discTotals")(Effect.gen(function*() {
      const byFormat = yield* by("media_type", range)
      const films = sql`
        (SELECT * FROM collecting_films WHERE id IN (SELECT film_id FROM collecting_discs WHERE ${within(sql, "collected_at", range)})) AS film`
      return {
        discs: byFormat.reduce((sum, { count }) => sum + count, 0),
        byFormat,
        byResolution: yield* by("resolution", range),
        byHdr: yield* by("hdr", range),
        byGenre: yield* sql<Fact.NamedCount>`
          SELECT genre AS name, count(*)::int AS count FROM ${films}, unnest(genres) AS genre GROUP BY genre ORDER BY count DESC, name`,
        byDecade: yield* sql<Fact.NamedCount>`
          SELECT (year / 10 * 10) || 's' AS name, count(*)::int AS count FROM ${films} WHERE year IS NOT NULL GROUP BY year / 10 ORDER BY year / 10 DESC`
      }
    })),
    discsAdded: (range) =>
      storage("CollectingStore.discsAdded")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM collecting_discs WHERE ${within(sql, "collected_at", range)}`,
        ([row]) => row?.count ?? 0
      ))
  }
}

const whereOf = (sql: SqlClient.SqlClient, { genre, mediaType, range, title }: DiscsOf): Statement.Fragment =>
  sql.and([
    within(sql, "disc.collected_at", range),
    ...(mediaType === null ? [] : [sql`disc.media_type = ${mediaType}`]),
    ...(genre === null ? [] : [sql`EXISTS (SELECT FROM unnest(film.genres) AS genre WHERE strpos(lower(genre), ${genre.toLowerCase()}) > 0)`]),
    ...(title === null ? [] : [sql`strpos(film.sort_title, ${sortName(title)}) > 0`])
  ])

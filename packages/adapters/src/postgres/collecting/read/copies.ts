import type { CollectingStore, CopiesOf, CopySort, Fact, WantSort } from "@daybook/core/collecting"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { pictureOf, toPicture } from "../../pictures.js"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { sortName } from "../names.js"
import { artists, copyColumns, orderBy, type Pictured, toCopy, within } from "./columns.js"

type Store = Context.Tag.Service<CollectingStore>

const columnOf: Readonly<Record<CopySort, string>> = { date_added: "copy.added_at", title: "release.sort_title", year: "release.year", rating: "copy.rating" }
const wantColumnOf: Readonly<Record<WantSort, string>> = { date_added: "want.added_at", title: "release.sort_title", year: "release.year" }

/** Lists of copies and wants, and single copies. */
export const copies = (sql: SqlClient.SqlClient): Pick<Store, "copies" | "copy" | "wants"> => ({
  copies: (of) =>
    storage("CollectingStore.copies")(Effect.gen(function*() {
      const from = sql`FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id WHERE ${whereOf(sql, of)}`
      const by = orderBy(sql, columnOf[of.sort], of.order, "copy.id")
      const rows = sql<InAll<Pictured<Fact.CopyFact>>>`
        SELECT chosen.total, ${copyColumns(sql)}
        FROM (SELECT copy.id, count(*) OVER () AS total ${from} ORDER BY ${by} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}) AS chosen
        JOIN collecting_copies AS copy ON copy.id = chosen.id JOIN collecting_releases AS release ON release.id = copy.release_id ORDER BY ${by}`
      return yield* paged(of.page, rows, ({ total: _, ...copy }) => toCopy(copy), countOf(sql, sql`SELECT count(*) ${from}`))
    })),
  copy: (id) =>
    storage("CollectingStore.copy")(Effect.map(
      sql<Pictured<Fact.CopyProfile>>`
        SELECT ${copyColumns(sql)}, release.tracklist, release.country, release.have, release.want, release.lowest_price, release.for_sale, copy.notes,
          release.notes AS release_notes, copy.media_condition, copy.sleeve_condition
        FROM collecting_copies AS copy JOIN collecting_releases AS release ON release.id = copy.release_id WHERE copy.id = ${id}`,
      ([row]) => Option.map(Option.fromNullable(row), toCopy)
    )),
  wants: ({ order, page, range, sort }) =>
    storage("CollectingStore.wants")(Effect.gen(function*() {
      const where = within(sql, "want.added_at", range)
      const total = sql`SELECT count(*) FROM collecting_wants AS want WHERE ${where}`
      const rows = sql<InAll<Pictured<Fact.WantFact>>>`
        SELECT (${total}) AS total, want.id, release.id AS release_id, release.title, release.year, release.genres, want.notes, want.rating, want.added_at,
          array_remove(ARRAY[release.format], NULL) || release.format_detail AS formats, ${artists(sql)} AS artists,
          ${pictureOf(sql, "collecting", "release", "want.id")} AS picture
        FROM collecting_wants AS want JOIN collecting_releases AS release ON release.id = want.release_id WHERE ${where}
        ORDER BY ${orderBy(sql, wantColumnOf[sort], order, "want.id")} LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      const toWant = ({ total: _, ...row }: InAll<Pictured<Fact.WantFact>>): Fact.WantFact => ({ ...row, picture: toPicture("collecting", "release", row.id, row.picture) })
      return yield* paged(page, rows, toWant, countOf(sql, total))
    }))
})

const whereOf = (sql: SqlClient.SqlClient, { artist, format, genre, range, text }: CopiesOf): Statement.Fragment => {
  const byArtist = (part: string) => sql`EXISTS (
    SELECT FROM collecting_credits AS credit WHERE credit.release_id = release.id
      AND (strpos(credit.sort_name, ${sortName(part)}) > 0 OR strpos(credit.sort_shown, ${sortName(part)}) > 0)
  )`
  return sql.and([
    within(sql, "copy.added_at", range),
    ...(format === null ? [] : [sql`lower(coalesce(release.format, 'Unknown')) = ${format.toLowerCase()}`]),
    ...(genre === null ? [] : [sql`EXISTS (SELECT FROM unnest(release.genres) AS genre WHERE strpos(lower(genre), ${genre.toLowerCase()}) > 0)`]),
    ...(artist === null ? [] : [byArtist(artist)]),
    ...(text === null ? [] : [sql`(strpos(release.sort_title, ${sortName(text)}) > 0 OR ${byArtist(text)})`])
  ])
}

import {
  CollectingStore,
  type CopiesOf,
  type CopySort,
  type DiscSort,
  type DiscsOf,
  type Fact,
  type WantSort,
  careFields,
  filmTexts,
  releaseDetails
} from "@daybook/core/collecting"
import { type DateRange, always } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { sortName } from "../entities.js"
import { type ColumnsOf, number } from "../kit/columns.js"
import { countOf, every, ifPresent, orderBy, paged, pageOf, within } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { type Queries, storeLayer } from "../kit/store.js"
import { columnList } from "../kit/table.js"
import { unsure } from "./decisions.js"
import { matches } from "./albumMatches.js"
import { movieOf, viewingsOf } from "./filmMatches.js"
import { plays, watched } from "./playsAndViewings.js"
import {
  type Pictured,
  copiesWithReleases,
  copyColumns,
  copySelect,
  discColumns,
  discSelect,
  discsWithFilms,
  hasGenre,
  namedCountColumns,
  shownDiscs,
  shownWants,
  toDisc,
  wantColumns,
  wantSelect,
  wantsWithReleases,
  withPicture
} from "./rows.js"
import { counts } from "./statistics.js"

type Store = Queries<Context.Tag.Service<CollectingStore>>

const discColumnOf: Readonly<Record<DiscSort, string>> = {
  collected_at: "disc.collected_at",
  title: "film.sort_title",
  year: "film.year"
}

const discCondition = ({ genre, mediaType, range, title }: DiscsOf) =>
  every([
    within("disc.collected_at", range),
    ifPresent(mediaType, (type) => sql`disc.media_type = ${type}`),
    ifPresent(genre, (part) => hasGenre("film.genres", part)),
    ifPresent(title, (part) => sql`strpos(film.sort_title, ${sortName(part)}) > 0`)
  ])

const discCounts = (column: "media_type" | "resolution" | "hdr", range: DateRange) =>
  sql(namedCountColumns)`
    SELECT ${sql(column)} AS name, count(*)::int AS count FROM ${shownDiscs} AS disc
    WHERE ${sql(column)} IS NOT NULL AND ${within("collected_at", range)}
    GROUP BY ${sql(column)} ORDER BY count DESC, name`

const filmTextColumns = columnsOf(filmTexts)
const profileColumns: ColumnsOf<Pictured<Omit<Fact.DiscProfile, "viewings" | "movieId">>> = {
  ...discColumns,
  ...filmTextColumns
}

/** Lists of discs, single discs, and totals. */
const discs: Pick<Store, "discs" | "disc" | "mediaTypes" | "discTotals" | "discsAdded"> = {
  discs: (of) => {
    const from = sql`FROM ${discsWithFilms} WHERE ${discCondition(of)}`
    const by = orderBy(discColumnOf[of.sort], of.order, "disc.id")
    const rows = sql({ ...discColumns, total: number })`
      SELECT chosen.total, ${discSelect}
      FROM (SELECT disc.id, count(*) OVER () AS total ${from} ORDER BY ${by} ${pageOf(of.page)}) AS chosen
      JOIN collecting_discs AS disc ON disc.id = chosen.id JOIN collecting_films AS film ON film.id = disc.film_id
      ORDER BY ${by}`
    return paged(of.page, rows, ({ total: _, ...disc }) => toDisc(disc), countOf(sql`SELECT count(*) ${from}`))
  },
  disc: (id) =>
    Effect.gen(function* () {
      const [row] = yield* sql(profileColumns)`
        SELECT ${discSelect}, ${columnList(filmTextColumns, "film")} FROM ${discsWithFilms} WHERE disc.id = ${id}`
      if (row === undefined) return Option.none()
      return Option.some({ ...toDisc(row), viewings: yield* viewingsOf(id), movieId: yield* movieOf(id) })
    }),
  mediaTypes: discCounts("media_type", always),
  discTotals: (range) =>
    Effect.gen(function* () {
      const byFormat = yield* discCounts("media_type", range)
      const films = sql`(
        SELECT * FROM collecting_films
        WHERE id IN (SELECT film_id FROM ${shownDiscs} AS disc WHERE ${within("collected_at", range)})
      ) AS film`
      return {
        discs: byFormat.reduce((sum, { count }) => sum + count, 0),
        byFormat,
        byResolution: yield* discCounts("resolution", range),
        byHdr: yield* discCounts("hdr", range),
        byGenre: yield* sql(namedCountColumns)`
          SELECT genre AS name, count(*)::int AS count FROM ${films}, unnest(genres) AS genre
          GROUP BY genre ORDER BY count DESC, name`,
        byDecade: yield* sql(namedCountColumns)`
          SELECT (year / 10 * 10) || 's' AS name, count(*)::int AS count FROM ${films} WHERE year IS NOT NULL
          GROUP BY year / 10 ORDER BY year / 10 DESC`
      }
    }),
  discsAdded: (range) => countOf(sql`SELECT count(*) FROM ${shownDiscs} AS disc WHERE ${within("collected_at", range)}`)
}

const copyColumnOf: Readonly<Record<CopySort, string>> = {
  date_added: "copy.added_at",
  title: "release.sort_title",
  year: "release.year",
  rating: "copy.rating"
}
const wantColumnOf: Readonly<Record<WantSort, string>> = {
  date_added: "want.added_at",
  title: "release.sort_title",
  year: "release.year"
}

const byArtist = (part: string): Statement.Fragment => sql`EXISTS (
  SELECT FROM collecting_credits AS credit WHERE credit.release_id = release.id
    AND (strpos(credit.sort_name, ${sortName(part)}) > 0 OR strpos(credit.sort_shown, ${sortName(part)}) > 0)
)`

const copyCondition = ({ artist, format, genre, range, text }: CopiesOf) =>
  every([
    within("copy.added_at", range),
    ifPresent(format, (name) => sql`lower(coalesce(release.format, 'Unknown')) = ${name.toLowerCase()}`),
    ifPresent(genre, (part) => hasGenre("release.genres", part)),
    ifPresent(artist, byArtist),
    ifPresent(text, (part) => sql`(strpos(release.sort_title, ${sortName(part)}) > 0 OR ${byArtist(part)})`)
  ])

const { notes: releaseNotes, ...releaseColumns } = columnsOf(releaseDetails)
const { addedAt: _, rating: __, ...careColumns } = columnsOf(careFields)
const copyProfileColumns: ColumnsOf<Pictured<Fact.CopyProfile>> = {
  ...copyColumns,
  ...releaseColumns,
  releaseNotes,
  ...careColumns
}

/** Lists of copies and wants, and single copies. */
const copies: Pick<Store, "copies" | "copy" | "wants" | "want"> = {
  copies: (of) => {
    const from = sql`FROM ${copiesWithReleases} WHERE ${copyCondition(of)}`
    const by = orderBy(copyColumnOf[of.sort], of.order, "copy.id")
    const rows = sql({ ...copyColumns, total: number })`
      SELECT chosen.total, ${copySelect}
      FROM (SELECT copy.id, count(*) OVER () AS total ${from} ORDER BY ${by} ${pageOf(of.page)}) AS chosen
      JOIN collecting_copies AS copy ON copy.id = chosen.id
      JOIN collecting_releases AS release ON release.id = copy.release_id
      ORDER BY ${by}`
    return paged(of.page, rows, ({ total: _, ...copy }) => withPicture(copy), countOf(sql`SELECT count(*) ${from}`))
  },
  copy: (id) =>
    Effect.map(
      sql(copyProfileColumns)`
        SELECT ${copySelect}, ${columnList(releaseColumns, "release")}, release.notes AS release_notes,
          ${columnList(careColumns, "copy")}
        FROM ${copiesWithReleases} WHERE copy.id = ${id}`,
      ([row]) => Option.map(Option.fromNullable(row), withPicture)
    ),
  wants: ({ order, page, range, sort }) => {
    const where = within("want.added_at", range)
    const total = sql`SELECT count(*) FROM ${shownWants} AS want WHERE ${where}`
    const rows = sql({ ...wantColumns, total: number })`
      SELECT (${total}) AS total, ${wantSelect}
      FROM ${wantsWithReleases} WHERE ${where}
      ORDER BY ${orderBy(wantColumnOf[sort], order, "want.id")} ${pageOf(page)}`
    return paged(page, rows, ({ total: _, ...want }) => withPicture(want), countOf(total))
  },
  want: (id) =>
    Effect.map(
      sql(wantColumns)`
        SELECT ${wantSelect}
        FROM ${wantsWithReleases} WHERE want.id = ${id}`,
      ([row]) => Option.map(Option.fromNullable(row), withPicture)
    )
}

export const layer = storeLayer(CollectingStore, {
  ...copies,
  ...counts,
  ...plays,
  ...discs,
  ...watched,
  ...unsure(matches(null))
})

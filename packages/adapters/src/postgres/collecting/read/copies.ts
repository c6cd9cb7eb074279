import type { CollectingStore, CopiesOf, CopySort, Fact, WantSort } from "@daybook/core/collecting"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { pictureOf, toPicture } from "../../pictures.js"
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
      const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total ${from}`
      const rows = yield* sql<Pictured<Fact.CopyFact>>`
        SELECT ${copyColumns(sql)} ${from} ORDER BY ${orderBy(sql, columnOf[of.sort], of.order, "copy.id")} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}`
      return { rows: rows.map(toCopy), total: count?.total ?? 0 }
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
      const [count] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM collecting_wants AS want WHERE ${where}`
      const rows = yield* sql<Pictured<Fact.WantFact>>`
        SELECT want.id, release.id AS release_id, release.title, release.year, release.genres, want.notes, want.rating, want.added_at,
          array_remove(ARRAY[release.format], NULL) || release.format_detail AS formats, ${artists(sql)} AS artists,
          ${pictureOf(sql, "collecting", "release", "want.id")} AS picture
        FROM collecting_wants AS want JOIN collecting_releases AS release ON release.id = want.release_id WHERE ${where}
        ORDER BY ${orderBy(sql, wantColumnOf[sort], order, "want.id")} LIMIT ${page.limit} OFFSET ${offsetOf(page)}`
      return {
        rows: rows.map((row): Fact.WantFact => ({ ...row, picture: toPicture("collecting", "release", row.id, row.picture) })),
        total: count?.total ?? 0
      }
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

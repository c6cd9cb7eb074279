import type { Fact } from "@daybook/core/collecting"
import type { DateRange } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"

/** Columns of a copy and its release, for `collecting_copies AS copy` and `collecting_releases AS release`. */
export const copyColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  copy.id, release.id AS release_id, release.title, release.year, release.format, release.format_detail, release.labels, release.genres, release.styles,
  copy.added_at, copy.rating, ${artists(sql)} AS artists, ${pictureOf(sql, "collecting", "release", "copy.id")} AS picture`

/** As printed, in order. */
export const artists = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`ARRAY(SELECT credit ->> 'shown' FROM jsonb_array_elements(release.artists) AS credit)`

export type Pictured<A extends { readonly picture: unknown }> = Omit<A, "picture"> & { readonly picture: PictureColumn }

export const toCopy = <A extends Pictured<Fact.CopyFact>>(row: A) => ({ ...row, picture: toPicture("collecting", "release", row.id, row.picture) })

export const discColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  disc.id, film.title, film.year, film.tmdb_id, film.imdb_id, film.runtime, film.tmdb_rating, disc.media_type, disc.resolution, disc.hdr, disc.audio,
  disc.audio_channels, disc.collected_at, ${pictureOf(sql, "collecting", "media", "disc.id")} AS picture`

export const toDisc = <A extends Pictured<Fact.DiscFact>>(row: A) => ({ ...row, picture: toPicture("collecting", "media", row.id, row.picture) })

/** An instant in a range. */
export const within = (sql: SqlClient.SqlClient, column: string, { from, to }: DateRange): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...(from === null ? [] : [sql`${sql.literal(column)} >= to_timestamp(${from}::float8 / 1000)`]),
    ...(to === null ? [] : [sql`${sql.literal(column)} < to_timestamp(${to}::float8 / 1000)`])
  ])

/** `ORDER BY` that puts what lacks the value last and never leaves a tie. */
export const orderBy = (sql: SqlClient.SqlClient, column: string, order: "asc" | "desc", id: string): Statement.Fragment =>
  sql.literal(`${column} ${order} NULLS LAST, ${id} ${order}`)

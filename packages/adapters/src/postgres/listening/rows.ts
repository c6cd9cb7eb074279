import {
  type Fact,
  albumFields,
  artistFields,
  artistNameFields,
  lastFm,
  musicBrainz,
  trackFields
} from "@daybook/core/listening"
import type { Fields, RowOf as FieldsRow } from "@daybook/core/kit"
import type { Statement } from "@effect/sql"
import { String } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type Columns, type ColumnsOf, type RowOf, nullable, number, outerJoined } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"

/** A row that holds a record among others: `appleMusicUrl` of an artist is `artistAppleMusicUrl`. */
type Prefixed<Prefix extends string, Row> = {
  readonly [Name in keyof Row & string as `${Prefix}${Capitalize<Name>}`]: Row[Name]
}

/** The columns of a record in a row that holds several, and the record in such a row. */
const partOf = <const Prefix extends string, F extends Fields>(prefix: Prefix, fields: F) => {
  const columns = Object.entries(columnsOf(fields)).map(
    ([name, column]) => [name, `${prefix}${String.capitalize(name)}`, column] as const
  )
  return {
    columns: Object.fromEntries(columns.map(([, name, column]) => [name, column])) as unknown as ColumnsOf<
      Prefixed<Prefix, FieldsRow<F>>
    >,
    of: (row: Prefixed<Prefix, FieldsRow<F>>): FieldsRow<F> => {
      const record: Record<string, unknown> = {}
      for (const [field, name] of columns) record[field] = row[name as never]
      return record as FieldsRow<F>
    }
  }
}

/** Selects `artist.apple_music_url` as `artist_apple_music_url`. `special` replaces columns by other expressions. */
const selectOf = (columns: Columns, special: Readonly<Record<string, string>> = {}): Statement.Fragment =>
  sql.literal(
    Object.keys(columns)
      .map((name) => [name, String.camelToSnake(name)] as const)
      .map(([name, column]) => `${special[name] ?? column.replace("_", ".")} AS ${column}`)
      .join(", ")
  )

const name = partOf("artist", artistNameFields)
const artist = partOf("artist", artistFields)
const album = partOf("album", albumFields)
const track = partOf("track", trackFields)

/** The artist of an album or track is only a name. */
export const nameColumns = name.columns
export const selectName: Statement.Fragment = selectOf(nameColumns)

export const artistColumns = { ...artist.columns, artistPicture: pictureColumn }
export const selectArtist: Statement.Fragment = sql`
  ${selectOf(artist.columns, { artistGenre: "(SELECT name FROM listening_genres WHERE id = artist.genre_id)" })},
  ${pictureOf("listening", "artist", "artist.id")} AS artist_picture`

/** All null for a play without an album. */
export const albumColumns = { ...outerJoined(album.columns), albumId: nullable(number), albumPicture: pictureColumn }
export const selectAlbum: Statement.Fragment = sql`
  ${selectOf(album.columns)}, ${pictureOf("listening", "album", "album.id")} AS album_picture`

export const trackColumns = track.columns
export const selectTrack: Statement.Fragment = selectOf(trackColumns)

type ArtistRow = RowOf<typeof artistColumns>
type AlbumRow = RowOf<typeof albumColumns>
type PresentAlbum = AlbumRow & { readonly albumId: number }

export const toName = name.of
export const toTrack = track.of

export const toArtist = (row: ArtistRow): Fact.ArtistFact => ({
  ...artist.of(row),
  picture: toPicture("listening", "artist", row.artistId, row.artistPicture)
})

const hasAlbum = (row: AlbumRow): row is PresentAlbum => row.albumId !== null

export const toAlbum = (row: AlbumRow): Fact.AlbumFact | null =>
  hasAlbum(row) ? { ...album.of(row), picture: toPicture("listening", "album", row.albumId, row.albumPicture) } : null

/** The album of a track's newest play that has one, for a LATERAL join on `track`. */
export const albumOfTrack: Statement.Fragment = sql`
  SELECT album.* FROM listening_plays AS play JOIN listening_albums AS album ON album.id = play.album_id
  WHERE play.track_id = track.id AND play.visible ORDER BY play.played_at DESC, play.id DESC LIMIT 1`

/** The track and album of a play as reported, before corrections, as `track_id` and `album_id`. */
export const reportedIds = (play: string): Statement.Fragment =>
  sql.literal(
    `coalesce(${play}.reported_track_id, ${play}.track_id) AS track_id, ` +
      `coalesce(${play}.reported_album_id, ${play}.album_id) AS album_id`
  )

/** SQL expressions for the names of a row. A scope without its expression never matches. */
export interface Names {
  readonly artist?: string
  readonly album?: string
  readonly track?: string
}

/**
 * SQL condition: a filter hides the artist, album or track. PostgreSQL matches regular expressions without
 * backtracking, so a careless pattern stays fast.
 */
export const matchesFilter = (kind: "artist" | "album" | "track", names: Names): Statement.Fragment => {
  const artist = sql.literal(names.artist ?? "''")
  const album = sql.literal(names.album ?? "''")
  const track = sql.literal(names.track ?? "''")
  const rule =
    kind === "artist"
      ? sql`filter.scope = 'artist' AND lower(${artist}) = lower(filter.pattern)`
      : kind === "album"
        ? sql`filter.scope = 'album' AND strpos(lower(${album}), lower(filter.pattern)) > 0`
        : sql`CASE filter.scope
        WHEN 'track' THEN strpos(lower(${track}), lower(filter.pattern)) > 0
        WHEN 'artist_track' THEN lower(${artist} || '||' || ${track}) = lower(filter.pattern)
        WHEN 'track_regex' THEN ${track} ~* filter.pattern
        ELSE false END`
  return sql`EXISTS (SELECT FROM listening_filters AS filter WHERE ${rule})`
}

/** `addressRank` in SQL. */
export const addressRankOf = (url: Statement.Fragment): Statement.Fragment =>
  sql`CASE WHEN ${url} IS NULL THEN 0 WHEN starts_with(${url}, ${sql.literal(`'${musicBrainz}'`)}) THEN 1
    WHEN starts_with(${url}, ${sql.literal(`'${lastFm}'`)}) THEN 3 ELSE 2 END`

/** The address if its rank is 2, which other pages are compared with. */
export const pageOf = (url: Statement.Fragment): Statement.Fragment =>
  sql`CASE WHEN ${addressRankOf(url)} = 2 THEN ${url} END`

/** The assignments of `completes`: the smallest MBID and the better address of a title and a report. */
export const bestMetadata = (title: Statement.Fragment, reported: Statement.Fragment): Statement.Fragment => sql`
  reported_mbid = least(${title}.reported_mbid COLLATE "C", ${reported}.reported_mbid),
  url = ${bestAddress(sql`${title}.url`, sql`${reported}.url`)}`

/** The better of the addresses of a named row and a report. */
export const bestAddress = (own: Statement.Fragment, other: Statement.Fragment): Statement.Fragment => {
  const [rank, otherRank] = [addressRankOf(own), addressRankOf(other)]
  return sql`
    CASE
      WHEN ${otherRank} > ${rank}
        OR (${rank} = ${otherRank} AND ${rank} IN (1, 2) AND ${other} < ${own} COLLATE "C") THEN ${other}
      ELSE ${own}
    END`
}

import type { Fact } from "@daybook/core/listening"
import type { Statement } from "@effect/sql"
import { String } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type Column, type Columns, type RowOf, json, nullable, number, text } from "../kit/columns.js"
import type { RowsColumn } from "../kit/query.js"
import { sql } from "../kit/sql.js"

/** Selects `artist.apple_music_url` as `artistAppleMusicUrl`: one row can hold an artist, an album and a track. */
const selectOf = (columns: Columns): Statement.Fragment =>
  sql.literal(
    Object.keys(columns)
      .map((name) => String.camelToSnake(name))
      .map((column) => `${column.replace("_", ".")} AS ${column}`)
      .join(", ")
  )

/** Rows of a subquery as one column. */
export const rowsColumn: Column<RowsColumn> = nullable(json<NonNullable<RowsColumn>>())

/** The artist of an album or track is only a name. */
export const nameColumns = { artistId: number, artistName: text, artistAppleMusicUrl: nullable(text) }
export const selectName: Statement.Fragment = selectOf(nameColumns)

const artistLinks = { artistMbid: nullable(text), artistUrl: nullable(text) }
export const artistColumns = {
  ...nameColumns,
  ...artistLinks,
  artistGenre: nullable(text),
  artistPicture: pictureColumn
}
export const selectArtist: Statement.Fragment = sql`
  ${selectName}, ${selectOf(artistLinks)},
  (SELECT name FROM listening_genres WHERE id = artist.genre_id) AS artist_genre,
  ${pictureOf("listening", "artist", "artist.id")} AS artist_picture`

const albumDetails = {
  albumId: nullable(number),
  albumName: nullable(text),
  albumMbid: nullable(text),
  albumUrl: nullable(text),
  albumAppleMusicUrl: nullable(text),
  albumReleasedYear: nullable(number),
  albumTotalTracks: nullable(number)
}
/** All null for a play without an album. */
export const albumColumns = { ...albumDetails, albumPicture: pictureColumn }
export const selectAlbum: Statement.Fragment = sql`
  ${selectOf(albumDetails)}, ${pictureOf("listening", "album", "album.id")} AS album_picture`

export const trackColumns = {
  trackId: number,
  trackName: text,
  trackUrl: nullable(text),
  trackAppleMusicUrl: nullable(text),
  trackPreviewUrl: nullable(text)
}
export const selectTrack: Statement.Fragment = selectOf(trackColumns)

export type NameRow = RowOf<typeof nameColumns>
export type ArtistRow = RowOf<typeof artistColumns>
export type AlbumRow = RowOf<typeof albumColumns>
export type TrackRow = RowOf<typeof trackColumns>

export const toName = (row: NameRow): Fact.ArtistName => ({
  id: row.artistId,
  name: row.artistName,
  appleMusicUrl: row.artistAppleMusicUrl
})

export const toArtist = (row: ArtistRow): Fact.ArtistFact => ({
  ...toName(row),
  mbid: row.artistMbid,
  url: row.artistUrl,
  genre: row.artistGenre,
  picture: toPicture("listening", "artist", row.artistId, row.artistPicture)
})

export const toAlbum = (row: AlbumRow): Fact.AlbumFact | null =>
  row.albumId === null || row.albumName === null
    ? null
    : {
        id: row.albumId,
        name: row.albumName,
        mbid: row.albumMbid,
        url: row.albumUrl,
        appleMusicUrl: row.albumAppleMusicUrl,
        releasedYear: row.albumReleasedYear,
        totalTracks: row.albumTotalTracks,
        picture: toPicture("listening", "album", row.albumId, row.albumPicture)
      }

export const toTrack = (row: TrackRow): Fact.TrackFact => ({
  id: row.trackId,
  name: row.trackName,
  url: row.trackUrl,
  appleMusicUrl: row.trackAppleMusicUrl,
  previewUrl: row.trackPreviewUrl
})

/** The album of a track's newest play that has one, for a LATERAL join on `track`. */
export const albumOfTrack: Statement.Fragment = sql`
  SELECT album.* FROM listening_plays AS play JOIN listening_albums AS album ON album.id = play.album_id
  WHERE play.track_id = track.id AND play.visible ORDER BY play.played_at DESC, play.id DESC LIMIT 1`

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

import type { Fact } from "@daybook/core/listening"
import type { SqlClient, Statement } from "@effect/sql"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"

/** Columns of an artist, album and track under prefixes, so that one row may hold all three. Of whose an album or a track is, the name is enough. */
export const nameColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  artist.id AS artist_id, artist.name AS artist_name, artist.apple_music_url AS artist_apple_music_url`

export const artistColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  ${nameColumns(sql)}, artist.mbid AS artist_mbid, artist.url AS artist_url,
  (SELECT name FROM listening_genres WHERE id = artist.genre_id) AS artist_genre,
  ${pictureOf(sql, "listening", "artist", "artist.id")} AS artist_picture`

export const albumColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  album.id AS album_id, album.name AS album_name, album.mbid AS album_mbid, album.url AS album_url,
  album.apple_music_url AS album_apple_music_url, album.released_year AS album_released_year, album.total_tracks AS album_total_tracks,
  ${pictureOf(sql, "listening", "album", "album.id")} AS album_picture`

export const trackColumns = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  track.id AS track_id, track.name AS track_name, track.url AS track_url,
  track.apple_music_url AS track_apple_music_url, track.preview_url AS track_preview_url`

export interface NameRow {
  readonly artistId: number
  readonly artistName: string
  readonly artistAppleMusicUrl: string | null
}

export interface ArtistRow extends NameRow {
  readonly artistMbid: string | null
  readonly artistUrl: string | null
  readonly artistGenre: string | null
  readonly artistPicture: PictureColumn
}

export interface AlbumRow {
  readonly albumId: number | null
  readonly albumName: string | null
  readonly albumMbid: string | null
  readonly albumUrl: string | null
  readonly albumAppleMusicUrl: string | null
  readonly albumReleasedYear: number | null
  readonly albumTotalTracks: number | null
  readonly albumPicture: PictureColumn
}

export interface TrackRow {
  readonly trackId: number
  readonly trackName: string
  readonly trackUrl: string | null
  readonly trackAppleMusicUrl: string | null
  readonly trackPreviewUrl: string | null
}

export const toName = (row: NameRow): Fact.ArtistName => ({ id: row.artistId, name: row.artistName, appleMusicUrl: row.artistAppleMusicUrl })

export const toArtist = (row: ArtistRow): Fact.ArtistFact => ({
  ...toName(row),
  mbid: row.artistMbid,
  url: row.artistUrl,
  genre: row.artistGenre,
  picture: toPicture("listening", "artist", row.artistId, row.artistPicture)
})

export const toAlbum = (row: AlbumRow): Fact.AlbumFact | null =>
  row.albumId === null || row.albumName === null ? null : {
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
export const albumOfTrack = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  SELECT album.* FROM listening_plays AS play JOIN listening_albums AS album ON album.id = play.album_id
  WHERE play.track_id = track.id AND play.visible ORDER BY play.played_at DESC, play.id DESC LIMIT 1`

import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, always } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { coverOf } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, toAlbum, toArtist, toTrack, trackColumns } from "./columns.js"
import { countsWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Counted {
  readonly plays: number
}
interface Spanned extends Counted {
  readonly firstPlayedAt: number | null
  readonly lastPlayedAt: number | null
}

type ProfileRow = ArtistRow & Spanned & Pick<Fact.ArtistProfile, "providerPlays" | "tags" | "bioSummary" | "bioContent" | "bioSyncedAt" | "tracks" | "albums"> & {
  readonly rank: number
}

/** One artist or album in full. Everything but the rank is counted from the artist's or album's own plays. */
export const profiles = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "artist" | "album" | "albumsOf" | "tracksOf" | "similarTo"> => ({
  artist: (id) =>
    storage("ListeningStore.artist")(Effect.gen(function*() {
      const counts = countsWithin(sql, "artist", yield* coverOf(sql, calendar, always))
      const [row] = yield* sql<ProfileRow>`
        WITH counted AS (${counts}), own AS (SELECT plays FROM counted WHERE subject = ${id})
        SELECT ${artistColumns(sql)}, own.plays, heard.*, artist.provider_plays, artist.tags, artist.bio_summary, artist.bio_content, artist.bio_synced_at,
          1 + (SELECT count(*) FROM counted WHERE counted.plays > own.plays) + (
            SELECT count(*) FROM counted JOIN listening_artists AS other ON other.id = counted.subject
            WHERE counted.plays = own.plays AND (other.sort_name, other.id) < (artist.sort_name, artist.id)
          ) AS rank
        FROM listening_artists AS artist
        CROSS JOIN own
        CROSS JOIN LATERAL (
          SELECT min(played_at) AS first_played_at, max(played_at) AS last_played_at,
            count(DISTINCT track_id) AS tracks, count(DISTINCT album_id) AS albums
          FROM listening_plays AS play WHERE play.visible AND play.artist_id = artist.id
        ) AS heard
        WHERE artist.id = ${id}`
      return Option.map(Option.fromNullable(row), (found): Fact.ArtistProfile => ({ ...found, artist: toArtist(found) }))
    })),
  album: (id) =>
    storage("ListeningStore.album")(Effect.gen(function*() {
      const [row] = yield* sql<ArtistRow & AlbumRow & Spanned>`
        SELECT ${artistColumns(sql)}, ${albumColumns(sql)}, heard.*
        FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id
        CROSS JOIN LATERAL (
          SELECT count(*) AS plays, min(played_at) AS first_played_at FROM listening_plays AS play WHERE play.visible AND play.album_id = album.id
        ) AS heard
        WHERE album.id = ${id} AND heard.plays > 0`
      if (row === undefined) return Option.none()
      const tracks = yield* sql<TrackRow & Counted>`
        SELECT ${trackColumns(sql)}, heard.plays
        FROM (SELECT track_id, count(*)::int AS plays FROM listening_plays AS play WHERE play.visible AND play.album_id = ${id} GROUP BY track_id) AS heard
        JOIN listening_tracks AS track ON track.id = heard.track_id
        ORDER BY heard.plays DESC, track.sort_name, track.id`
      return Option.some<Fact.AlbumProfile>({
        artist: toArtist(row),
        album: toAlbum(row)!,
        plays: row.plays,
        firstPlayedAt: row.firstPlayedAt,
        tracks: tracks.map((track) => ({ track: toTrack(track), plays: track.plays }))
      })
    })),
  albumsOf: (artistId, minTracks, limit) =>
    storage("ListeningStore.albumsOf")(Effect.map(
      sql<ArtistRow & AlbumRow & Counted>`
        SELECT ${artistColumns(sql)}, ${albumColumns(sql)}, heard.plays
        FROM (
          SELECT album_id, count(*)::int AS plays FROM listening_plays AS play
          WHERE play.visible AND play.artist_id = ${artistId} AND album_id IS NOT NULL
          GROUP BY album_id HAVING count(DISTINCT track_id) >= ${minTracks}
        ) AS heard
        JOIN listening_albums AS album ON album.id = heard.album_id JOIN listening_artists AS artist ON artist.id = album.artist_id
        ORDER BY heard.plays DESC, album.sort_name, album.id LIMIT ${limit}`,
      (rows) => rows.map((row): Fact.CountedAlbum => ({ artist: toArtist(row), album: toAlbum(row)!, plays: row.plays }))
    )),
  tracksOf: (artistId, limit) =>
    storage("ListeningStore.tracksOf")(Effect.map(
      sql<ArtistRow & AlbumRow & TrackRow & Counted>`
        SELECT ${artistColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}, heard.plays
        FROM (
          SELECT track_id, plays FROM (
            SELECT track_id, count(*)::int AS plays FROM listening_plays AS play WHERE play.visible AND play.artist_id = ${artistId} GROUP BY track_id
          ) AS each JOIN listening_tracks AS named ON named.id = track_id
          ORDER BY plays DESC, sort_name, id LIMIT ${limit}
        ) AS heard
        JOIN listening_tracks AS track ON track.id = heard.track_id JOIN listening_artists AS artist ON artist.id = track.artist_id
        LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
        ORDER BY heard.plays DESC, track.sort_name, track.id`,
      (rows) => rows.map((row): Fact.CountedTrack => ({ artist: toArtist(row), track: toTrack(row), album: toAlbum(row), plays: row.plays }))
    )),
  similarTo: (artistId, limit) =>
    storage("ListeningStore.similarTo")(Effect.map(
      sql<ArtistRow & Counted & { similarity: number }>`
        SELECT ${artistColumns(sql)}, heard.plays, similar_artist.similarity
        FROM listening_similar AS similar_artist
        JOIN listening_artists AS artist ON artist.name = similar_artist.name AND artist.id <> ${artistId}
        CROSS JOIN LATERAL (
          SELECT count(*)::int AS plays FROM listening_plays AS play WHERE play.visible AND play.artist_id = artist.id
        ) AS heard
        WHERE similar_artist.artist_id = ${artistId} AND heard.plays > 0
        ORDER BY similar_artist.similarity DESC, artist.sort_name, artist.id LIMIT ${limit}`,
      (rows) => rows.map((row): Fact.SimilarArtist => ({ artist: toArtist(row), plays: row.plays, similarity: Math.round(row.similarity * 1e6) / 1e6 }))
    ))
})

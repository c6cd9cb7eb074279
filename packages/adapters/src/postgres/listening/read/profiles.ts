import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, always } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Array, type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { isKept, readWithin } from "./buckets.js"
import { type AlbumRow, type ArtistRow, type TrackRow, albumColumns, albumOfTrack, artistColumns, toAlbum, toArtist, toTrack, trackColumns } from "./columns.js"
import { concertsOf } from "./concerts.js"
import { countsWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
interface Counted {
  readonly plays: number
}

type ProfileRow = ArtistRow & Counted & Pick<Fact.ArtistProfile, "firstPlayedAt" | "lastPlayedAt" | "providerPlays" | "tags" | "bioSummary" | "bioContent" | "bioSyncedAt" | "tracks" | "albums"> & {
  readonly rank: number
}

/** One artist or album in full, out of the counts of all artists, albums and tracks: an artist's plays may be many. */
export const profiles = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "artist" | "album" | "albumsOf" | "tracksOf" | "similarTo" | "concertsOf"> => ({
  artist: (id) =>
    storage("ListeningStore.artist")(readWithin(sql, calendar, always, (cover) => {
      const ofArtist = (kind: "album" | "track") => sql`
        SELECT count(*) FROM (${countsWithin(sql, kind, cover)}) AS heard JOIN ${sql(`listening_${kind}s`)} AS named ON named.id = heard.subject
        WHERE named.artist_id = ${id}`
      const found = sql<ProfileRow>`
        WITH counted AS ${sql.literal(isKept(cover) ? "NOT MATERIALIZED" : "MATERIALIZED")} (${countsWithin(sql, "artist", cover)})
        SELECT ${artistColumns(sql)}, own.plays, artist.provider_plays, artist.tags, artist.bio_summary, artist.bio_content, artist.bio_synced_at,
          (SELECT min(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS first_played_at,
          (SELECT max(played_at) FROM listening_plays WHERE visible AND artist_id = ${id}) AS last_played_at,
          (${ofArtist("track")}) AS tracks, (${ofArtist("album")}) AS albums,
          1 + (SELECT count(*) FROM counted WHERE counted.plays > own.plays) + (
            SELECT count(*) FROM counted JOIN listening_artists AS other ON other.id = counted.subject
            WHERE counted.plays = own.plays AND (other.sort_name, other.id) < (artist.sort_name, artist.id)
          ) AS rank
        FROM listening_artists AS artist JOIN counted AS own ON own.subject = artist.id
        WHERE artist.id = ${id}`
      return Effect.map(found, ([row]) => Option.map(Option.fromNullable(row), (one): Fact.ArtistProfile => ({ ...one, artist: toArtist(one) })))
    }, Option.isNone)),
  album: (id) =>
    storage("ListeningStore.album")(Effect.gen(function*() {
      const tracks = yield* sql<TrackRow & Counted & { readonly firstPlayedAt: number }>`
        SELECT ${trackColumns(sql)}, heard.plays, heard.first_played_at
        FROM (
          SELECT track_id, count(*)::int AS plays, min(played_at) AS first_played_at
          FROM listening_plays WHERE visible AND album_id = ${id} GROUP BY track_id
        ) AS heard
        JOIN listening_tracks AS track ON track.id = heard.track_id
        ORDER BY heard.plays DESC, track.sort_name, track.id`
      if (tracks.length === 0) return Option.none()
      const [row] = yield* sql<ArtistRow & AlbumRow>`
        SELECT ${artistColumns(sql)}, ${albumColumns(sql)}
        FROM listening_albums AS album JOIN listening_artists AS artist ON artist.id = album.artist_id WHERE album.id = ${id}`
      return Option.map(Option.fromNullable(row), (found): Fact.AlbumProfile => ({
        artist: toArtist(found),
        album: toAlbum(found)!,
        plays: tracks.reduce((sum, track) => sum + track.plays, 0),
        firstPlayedAt: tracks.reduce((least, track) => Math.min(least, track.firstPlayedAt), Infinity),
        tracks: tracks.map((track) => ({ track: toTrack(track), plays: track.plays }))
      }))
    })),
  albumsOf: (artistId, minTracks, limit) =>
    storage("ListeningStore.albumsOf")(readWithin(sql, calendar, always, (cover) => {
      const rows = sql<ArtistRow & AlbumRow & Counted>`
        SELECT ${artistColumns(sql)}, ${albumColumns(sql)}, album.plays
        FROM (
          SELECT named.*, heard.plays FROM (${countsWithin(sql, "album", cover)}) AS heard JOIN listening_albums AS named ON named.id = heard.subject
          WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id OFFSET 0
        ) AS album
        JOIN listening_artists AS artist ON artist.id = ${artistId}
        WHERE ${heardTracks(sql, minTracks)}
        ORDER BY album.plays DESC, album.sort_name, album.id LIMIT ${limit}`
      return Effect.map(rows, Array.map((row): Fact.CountedAlbum => ({ artist: toArtist(row), album: toAlbum(row)!, plays: row.plays })))
    }, Array.isEmptyReadonlyArray)),
  tracksOf: (artistId, limit) =>
    storage("ListeningStore.tracksOf")(readWithin(sql, calendar, always, (cover) => {
      const rows = sql<ArtistRow & AlbumRow & TrackRow & Counted>`
        SELECT ${artistColumns(sql)}, ${trackColumns(sql)}, ${albumColumns(sql)}, track.plays
        FROM (
          SELECT named.*, heard.plays FROM (${countsWithin(sql, "track", cover)}) AS heard JOIN listening_tracks AS named ON named.id = heard.subject
          WHERE named.artist_id = ${artistId} ORDER BY heard.plays DESC, named.sort_name, named.id LIMIT ${limit}
        ) AS track
        JOIN listening_artists AS artist ON artist.id = track.artist_id
        LEFT JOIN LATERAL (${albumOfTrack(sql)}) AS album ON true
        ORDER BY track.plays DESC, track.sort_name, track.id`
      return Effect.map(rows, Array.map((row): Fact.CountedTrack => ({ artist: toArtist(row), track: toTrack(row), album: toAlbum(row), plays: row.plays })))
    }, Array.isEmptyReadonlyArray)),
  similarTo: (artistId, limit) =>
    storage("ListeningStore.similarTo")(readWithin(sql, calendar, always, (cover) => {
      const rows = sql<ArtistRow & Counted & { similarity: number }>`
        SELECT ${artistColumns(sql)}, heard.plays, similar_artist.similarity
        FROM listening_similar AS similar_artist
        JOIN listening_artists AS artist ON artist.name = similar_artist.name AND artist.id <> ${artistId}
        JOIN (${countsWithin(sql, "artist", cover)}) AS heard ON heard.subject = artist.id
        WHERE similar_artist.artist_id = ${artistId}
        ORDER BY similar_artist.similarity DESC, artist.sort_name, artist.id LIMIT ${limit}`
      return Effect.map(rows, Array.map((row): Fact.SimilarArtist => ({ artist: toArtist(row), plays: row.plays, similarity: Math.round(row.similarity * 1e6) / 1e6 })))
    }, Array.isEmptyReadonlyArray)),
  concertsOf: (artistId) => storage("ListeningStore.concertsOf")(concertsOf(sql, artistId))
})

/** That plays of `album` show so many different tracks. Looks for one after the other, so that it may stop at the last. */
const heardTracks = (sql: SqlClient.SqlClient, count: number, known: ReadonlyArray<Statement.Fragment> = []): Statement.Fragment => {
  if (count === 0) return sql`true`
  const found = sql(`found${count}`)
  return sql`EXISTS (
    SELECT FROM (
      SELECT track_id FROM listening_plays AS play
      WHERE ${sql.and([sql`play.visible`, sql`play.album_id = album.id`, ...known.map((one) => sql`play.track_id <> ${one}`)])} LIMIT 1
    ) AS ${found} WHERE ${heardTracks(sql, count - 1, [...known, sql`${found}.track_id`])}
  )`
}

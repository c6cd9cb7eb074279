import type { Named, Play } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { matchesFilter } from "./filterSql.js"

/** Ids of the artist, track and album of a play; null where the name is not stored yet. */
export interface Ids {
  readonly artistId: number | null
  readonly trackId: number | null
  readonly albumId: number | null
}

/** The order that lists by name use: without marks and case, the same on every engine. */
const sortName = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** What two services that spell a track a little differently still have in common. */
const matchName = (artist: string, track: string): string =>
  [artist, track].map((name) => sortName(name).replace(/\(feat[^)]*\)|\bfeat\.?\s.*$/g, "").replace(/[^\p{L}\p{N}]+/gu, "")).join("|")

/**
 * Stores the artists, tracks and albums of plays that are not known yet, and gives each play its ids. Only names that
 * are missing are inserted: an insert that runs into a conflict would use up an id each time.
 */
export const storeNames = Effect.fn("storeNames")(function*(
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<Play>,
  known: ReadonlyArray<Ids>
) {
  const artists = yield* storeArtists(sql, plays.flatMap((play, index) => known[index]!.artistId === null ? [play.artist] : []))
  const artistIds = plays.map((play, index) => known[index]!.artistId ?? artists.get(play.artist.name)!)
  const missing = (name: (play: Play) => Named | null, id: (ids: Ids) => number | null) =>
    plays.flatMap((play, index) => {
      const named = name(play)
      return named !== null && id(known[index]!) === null ? [{ artistId: artistIds[index]!, artist: play.artist.name, ...named }] : []
    })
  const tracks = yield* storeTracks(sql, missing((play) => play.track, (ids) => ids.trackId))
  const albums = yield* storeAlbums(sql, missing((play) => play.album, (ids) => ids.albumId))
  return plays.map((play, index) => ({
    artistId: artistIds[index]!,
    trackId: known[index]!.trackId ?? tracks.get(keyOf(artistIds[index]!, play.track.name))!,
    albumId: play.album === null ? null : known[index]!.albumId ?? albums.get(keyOf(artistIds[index]!, play.album.name))!
  }))
})

interface OfArtist extends Named {
  readonly artistId: number
  readonly artist: string
}

const keyOf = (artistId: number, name: string) => `${artistId}:${name}`

const unique = <A>(values: ReadonlyArray<A>, key: (value: A) => string) =>
  Array.from(new Map(values.map((value) => [key(value), value])).values())

const storeArtists = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<Named>) {
  const named = unique(wanted, (artist) => artist.name)
  if (named.length === 0) return new Map<string, number>()
  const rows = yield* sql<{ id: number; name: string }>`
    INSERT INTO listening_artists (name, sort_name, mbid, url, hidden)
    SELECT name, sort_name, mbid, url, ${matchesFilter(sql, "artist", { artist: "name" })}
    FROM unnest(
      ${named.map((a) => a.name)}::text[], ${named.map((a) => sortName(a.name))}::text[],
      ${named.map((a) => a.mbid)}::text[], ${named.map((a) => a.url)}::text[]
    ) AS artist (name, sort_name, mbid, url)
    RETURNING id, name`
  return new Map(rows.map((row) => [row.name, row.id]))
})

const storeTracks = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<OfArtist>) {
  const named = unique(wanted, (track) => keyOf(track.artistId, track.name))
  if (named.length === 0) return new Map<string, number>()
  const rows = yield* sql<{ id: number; artistId: number; name: string }>`
    INSERT INTO listening_tracks (artist_id, name, sort_name, match_name, mbid, url, hidden)
    SELECT artist_id, name, sort_name, match_name, mbid, url, ${matchesFilter(sql, "track", { artist: "artist", track: "name" })}
    FROM unnest(
      ${named.map((t) => t.artistId)}::int[], ${named.map((t) => t.artist)}::text[], ${named.map((t) => t.name)}::text[],
      ${named.map((t) => sortName(t.name))}::text[], ${named.map((t) => matchName(t.artist, t.name))}::text[],
      ${named.map((t) => t.mbid)}::text[], ${named.map((t) => t.url)}::text[]
    ) AS track (artist_id, artist, name, sort_name, match_name, mbid, url)
    RETURNING id, artist_id, name`
  return new Map(rows.map((row) => [keyOf(row.artistId, row.name), row.id]))
})

const storeAlbums = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<OfArtist>) {
  const named = unique(wanted, (album) => keyOf(album.artistId, album.name))
  if (named.length === 0) return new Map<string, number>()
  const rows = yield* sql<{ id: number; artistId: number; name: string }>`
    INSERT INTO listening_albums (artist_id, name, sort_name, mbid, url, hidden)
    SELECT artist_id, name, sort_name, mbid, url, ${matchesFilter(sql, "album", { artist: "artist", album: "name" })}
    FROM unnest(
      ${named.map((a) => a.artistId)}::int[], ${named.map((a) => a.artist)}::text[], ${named.map((a) => a.name)}::text[],
      ${named.map((a) => sortName(a.name))}::text[], ${named.map((a) => a.mbid)}::text[], ${named.map((a) => a.url)}::text[]
    ) AS album (artist_id, artist, name, sort_name, mbid, url)
    RETURNING id, artist_id, name`
  return new Map(rows.map((row) => [keyOf(row.artistId, row.name), row.id]))
})

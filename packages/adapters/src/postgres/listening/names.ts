import type { Kind, Named, Play } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { matchesFilter } from "./filterSql.js"
import { type Spelled, sortName } from "./spellings.js"

/** What is stored of the names of a play; null where a name is not stored yet, or the play has none. */
export interface Ids {
  readonly artistId: number | null
  readonly trackId: number | null
  readonly albumId: number | null
  readonly spelled: Spelled
  /** Whether a filter hides one of them. */
  readonly hidden: boolean
  /** What nobody said so far: two bits for each of track and album, the lower for the MBID, the upper for the URL. */
  readonly lacks: number
  /** A bit for each of artist, album and track that has visible plays. */
  readonly heard: number
}

/** The names of a play that is to be stored. */
export interface Names {
  readonly artistId: number
  /** How the play spells the artist. */
  readonly spellingId: number
  readonly trackId: number
  readonly albumId: number | null
  readonly hidden: boolean
}

/** What two services that spell a track a little differently still have in common. */
const matchName = (artist: string, track: string): string => `${bare(artist)}|${bare(track)}`

/** Without guests and punctuation; a name of nothing else stands for itself. */
const bare = (name: string): string => {
  const plain = sortName(name)
  return plain.replace(/\(feat[^)]*\)|\b(?:feat|ft)\b.*$/g, "").replace(/[^\p{L}\p{N}]+/gu, "") || plain
}

/**
 * Stores the tracks and albums of plays that are not known yet, and gives each play its names. Only names that are
 * missing are inserted: an insert that runs into a conflict would use up an id each time.
 */
export const storeNames = Effect.fn("storeNames")(function*(
  sql: SqlClient.SqlClient,
  plays: ReadonlyArray<Play>,
  known: ReadonlyArray<Ids>
) {
  const missing = (name: (play: Play) => Named | null, id: (ids: Ids) => number | null) =>
    plays.flatMap((play, index) => {
      const named = name(play)
      const { spelled } = known[index]!
      return named !== null && id(known[index]!) === null ? [{ artistId: spelled.artistId, artist: play.artist.name, ...named }] : []
    })
  const tracks = yield* storeTracks(sql, missing((play) => play.track, (ids) => ids.trackId))
  const albums = yield* storeAlbums(sql, missing((play) => play.album, (ids) => ids.albumId))
  return plays.map((play, index): Names => {
    const { albumId, hidden, spelled: { artistId, fresh, id }, trackId } = known[index]!
    const track = trackId === null ? tracks.get(keyOf(artistId, play.track.name)) : undefined
    const album = play.album === null || albumId !== null ? undefined : albums.get(keyOf(artistId, play.album.name))
    return {
      artistId,
      spellingId: id,
      trackId: trackId ?? track!.id,
      albumId: albumId ?? album?.id ?? null,
      hidden: hidden || [fresh, track, album].some((named) => named?.hidden === true)
    }
  })
})

interface OfArtist extends Named {
  readonly artistId: number
  readonly artist: string
}

interface New {
  readonly id: number
  readonly hidden: boolean
}

const keyOf = (artistId: number, name: string) => `${artistId}:${name}`

/** Each once, with what any of them says beside the name. */
const unique = <A extends Named>(values: ReadonlyArray<A>, key: (value: A) => string) => {
  const all = new Map<string, A>()
  for (const value of values) {
    const known = all.get(key(value))
    all.set(key(value), known === undefined ? value : { ...known, mbid: known.mbid ?? value.mbid, url: known.url ?? value.url })
  }
  return Array.from(all.values())
}

const storeTracks = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<OfArtist>) {
  const named = unique(wanted, (track) => keyOf(track.artistId, track.name))
  if (named.length === 0) return new Map<string, New>()
  const rows = yield* sql<New & { artistId: number; name: string }>`
    INSERT INTO listening_tracks (artist_id, name, sort_name, match_name, mbid, url, hidden)
    SELECT artist_id, name, sort_name, match_name, mbid, url, ${matchesFilter(sql, "track", { artist: "artist", track: "name" })}
    FROM unnest(
      ${named.map((t) => t.artistId)}::int[], ${named.map((t) => t.artist)}::text[], ${named.map((t) => t.name)}::text[],
      ${named.map((t) => sortName(t.name))}::text[], ${named.map((t) => matchName(t.artist, t.name))}::text[],
      ${named.map((t) => t.mbid)}::text[], ${named.map((t) => t.url)}::text[]
    ) AS track (artist_id, artist, name, sort_name, match_name, mbid, url)
    RETURNING id, artist_id, name, hidden`
  return new Map(rows.map((row) => [keyOf(row.artistId, row.name), row]))
})

const storeAlbums = Effect.fn(function*(sql: SqlClient.SqlClient, wanted: ReadonlyArray<OfArtist>) {
  const named = unique(wanted, (album) => keyOf(album.artistId, album.name))
  if (named.length === 0) return new Map<string, New>()
  const rows = yield* sql<New & { artistId: number; name: string }>`
    INSERT INTO listening_albums (artist_id, name, sort_name, mbid, url, hidden)
    SELECT artist_id, name, sort_name, mbid, url, ${matchesFilter(sql, "album", { artist: "artist", album: "name" })}
    FROM unnest(
      ${named.map((a) => a.artistId)}::int[], ${named.map((a) => a.artist)}::text[], ${named.map((a) => a.name)}::text[],
      ${named.map((a) => sortName(a.name))}::text[], ${named.map((a) => a.mbid)}::text[], ${named.map((a) => a.url)}::text[]
    ) AS album (artist_id, artist, name, sort_name, mbid, url)
    RETURNING id, artist_id, name, hidden`
  return new Map(rows.map((row) => [keyOf(row.artistId, row.name), row]))
})

const parts: ReadonlyArray<{ readonly kind: Kind; readonly bit: number; readonly id: (ids: Ids) => number | null; readonly named: (play: Play) => Named | null }> = [
  { kind: "track", bit: 4, id: (ids) => ids.trackId, named: (play) => play.track },
  { kind: "album", bit: 16, id: (ids) => ids.albumId, named: (play) => play.album }
]

/**
 * Completes tracks and albums stored from a source that knew less, such as an export file without links, and gives the places of
 * the plays that told more. What was said first stands.
 */
export const completeNames = Effect.fn("completeNames")(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Play>, known: ReadonlyArray<Ids>) {
  const places = new Set<number>()
  for (const { bit, id, kind, named } of parts) {
    const told = plays.flatMap((play, place) => {
      const stored = known[place]!
      if ((stored.lacks & (bit * 3)) === 0) return []
      const given = named(play)
      const lacks = (what: string | null | undefined, mask: number) => what !== null && what !== undefined && (stored.lacks & mask) !== 0
      return id(stored) !== null && given !== null && (lacks(given.mbid, bit) || lacks(given.url, bit * 2)) ? [{ place, id: id(stored)!, ...given }] : []
    })
    const poorer = unique(told, (one) => String(one.id))
    if (poorer.length === 0) continue
    yield* sql`
      UPDATE ${sql(`listening_${kind}s`)} AS named SET mbid = coalesce(named.mbid, given.mbid), url = coalesce(named.url, given.url)
      FROM unnest(${poorer.map((one) => one.id)}::int[], ${poorer.map((one) => one.mbid)}::text[], ${poorer.map((one) => one.url)}::text[]) AS given (id, mbid, url)
      WHERE named.id = given.id`
    told.forEach(({ place }) => places.add(place))
  }
  return places
})

import type { Kind, Named, Play } from "@daybook/core/listening"
import { Effect } from "effect"
import { withoutMarks } from "../entities.js"
import { matchesFilter } from "./rows.js"
import type { Spelled } from "./spellings.js"
import { sql } from "../kit/sql.js"
import { type RowOf, boolean, nullable, number, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const newTitleColumns = { id: number, artistId: number, name: text, hidden: boolean }
type NewTitle = RowOf<typeof newTitleColumns>

const links = { mbid: nullable(text), url: nullable(text) }
const reportedLinks = table("listening_tracks", { id: number, ...links })
/** Tracks and albums as plays report them. */
const reportedTitles = table("listening_tracks", {
  artistId: number,
  artist: text,
  name: text,
  sortName: text,
  matchName: text,
  ...links
})

/** The stored ids of a play's names; null if a name is not stored, or the play has none. */
export interface Ids {
  readonly artistId: number | null
  readonly trackId: number | null
  readonly albumId: number | null
  readonly spelled: Spelled
  /** Whether a filter hides one of the names. */
  readonly hidden: boolean
  /** Missing metadata: two bits each for track and album, the lower for the MBID, the upper for the URL. */
  readonly lacks: number
  /** A bit each for artist, album and track, set if it has visible plays. */
  readonly heard: number
}

/** The ids of the names of a play to store. */
export interface Names {
  readonly artistId: number
  /** The spelling of the artist in this play. */
  readonly spellingId: number
  readonly trackId: number
  readonly albumId: number | null
  readonly hidden: boolean
}

/** Normalized names, to match services that spell a track slightly differently. */
const matchName = (artist: string, track: string): string => `${bare(artist)}|${bare(track)}`

/** Removes guest artists and punctuation. A name that consists only of these stays as it is. */
const bare = (name: string): string => {
  const plain = withoutMarks(name)
  return plain.replace(/\(feat[^)]*\)|\b(?:feat|ft)\b.*$/g, "").replace(/[^\p{L}\p{N}]+/gu, "") || plain
}

/**
 * Inserts the missing tracks and albums of plays, and returns the names of each play. An insert with a conflict would
 * consume an id, so existing names are not inserted.
 */
export const storeNames = Effect.fn("storeNames")(function* (plays: ReadonlyArray<Play>, existing: ReadonlyArray<Ids>) {
  const missing = (name: (play: Play) => Named | null, id: (ids: Ids) => number | null) =>
    plays.flatMap((play, index) => {
      const named = name(play)
      const { spelled } = existing[index]!
      return named !== null && id(existing[index]!) === null
        ? [{ artistId: spelled.artistId, artist: play.artist.name, ...named }]
        : []
    })
  const tracks = yield* storeTitles(
    "track",
    missing(
      (play) => play.track,
      (ids) => ids.trackId
    )
  )
  const albums = yield* storeTitles(
    "album",
    missing(
      (play) => play.album,
      (ids) => ids.albumId
    )
  )
  return plays.map((play, index): Names => {
    const {
      albumId,
      hidden,
      spelled: { artistId, fresh, id },
      trackId
    } = existing[index]!
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

const keyOf = (artistId: number, name: string) => `${artistId}:${name}`

/** Each name once, with the metadata of all its plays. */
const unique = <A extends Named>(values: ReadonlyArray<A>, key: (value: A) => string) => {
  const all = new Map<string, A>()
  for (const value of values) {
    const existing = all.get(key(value))
    all.set(
      key(value),
      existing === undefined
        ? value
        : { ...existing, mbid: existing.mbid ?? value.mbid, url: existing.url ?? value.url }
    )
  }
  return Array.from(all.values())
}

const storeTitles = Effect.fn(function* (kind: "album" | "track", names: ReadonlyArray<OfArtist>) {
  if (names.length === 0) return new Map<string, NewTitle>()
  const titles = unique(names, (title) => keyOf(title.artistId, title.name)).map((title) => ({
    ...title,
    sortName: withoutMarks(title.name),
    matchName: matchName(title.artist, title.name)
  }))
  const columns = sql.literal(`artist_id, name, sort_name, mbid, url${kind === "track" ? ", match_name" : ""}`)
  const rows = yield* sql(newTitleColumns)`
    INSERT INTO ${sql(`listening_${kind}s`)} (${columns}, hidden)
    SELECT ${columns}, ${matchesFilter(kind, { artist: "artist", album: "name", track: "name" })}
    FROM ${reportedTitles.valuesOf(titles)}
    RETURNING id, artist_id, name, hidden`
  return new Map(rows.map((row) => [keyOf(row.artistId, row.name), row]))
})

const parts: ReadonlyArray<{
  readonly kind: Kind
  readonly bit: number
  readonly id: (ids: Ids) => number | null
  readonly named: (play: Play) => Named | null
}> = [
  { kind: "track", bit: 4, id: (ids) => ids.trackId, named: (play) => play.track },
  { kind: "album", bit: 16, id: (ids) => ids.albumId, named: (play) => play.album }
]

/**
 * Adds missing metadata to tracks and albums, for example after an export file without links. Existing values stay.
 * Returns the indexes of the plays that added some.
 */
export const completeNames = Effect.fn("completeNames")(function* (
  plays: ReadonlyArray<Play>,
  existing: ReadonlyArray<Ids>
) {
  const places = new Set<number>()
  for (const { bit, id, kind, named } of parts) {
    const reported = plays.flatMap((play, place) => {
      const ids = existing[place]!
      if ((ids.lacks & (bit * 3)) === 0) return []
      const names = named(play)
      const lacks = (what: string | null | undefined, mask: number) =>
        what !== null && what !== undefined && (ids.lacks & mask) !== 0
      return id(ids) !== null && names !== null && (lacks(names.mbid, bit) || lacks(names.url, bit * 2))
        ? [{ place, id: id(ids)!, ...names }]
        : []
    })
    const poorer = unique(reported, (one) => String(one.id))
    if (poorer.length === 0) continue
    yield* sql`
      UPDATE ${sql(`listening_${kind}s`)} AS named
      SET mbid = coalesce(named.mbid, reported.mbid), url = coalesce(named.url, reported.url)
      FROM ${reportedLinks.valuesOf(poorer, "reported")} WHERE named.id = reported.id`
    reported.forEach(({ place }) => places.add(place))
  }
  return places
})

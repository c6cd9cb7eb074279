import { type Kind, type Named, type Play, distinctNames, matchNameOf, nameFields } from "@daybook/core/listening"
import { withoutMarks } from "@daybook/core/shared"
import { Effect } from "effect"
import { matchesFilter } from "./rows.js"
import type { Spelled } from "./spellings.js"
import { type RowOf, boolean, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const newTitleColumns = { id: number, artistId: number, name: text, hidden: boolean }
type NewTitle = RowOf<typeof newTitleColumns>

const reportedColumns = columnsOf(nameFields)
const titleColumns = { artistId: number, ...reportedColumns, sortName: text }
const reportedAlbums = table("listening_albums", titleColumns)
const reportedTracks = table("listening_tracks", { ...titleColumns, artist: text, matchName: text })
const reportedLinks = table("listening_tracks", { id: number, mbid: reportedColumns.mbid, url: reportedColumns.url })

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

const storeTitles = Effect.fn(function* (kind: "album" | "track", names: ReadonlyArray<OfArtist>) {
  if (names.length === 0) return new Map<string, NewTitle>()
  const titles = distinctNames(names, (title) => keyOf(title.artistId, title.name)).map((title) => ({
    ...title,
    sortName: withoutMarks(title.name)
  }))
  const columns = sql.literal(`artist_id, name, sort_name, mbid, url${kind === "track" ? ", match_name" : ""}`)
  const rows = yield* sql(newTitleColumns)`
    INSERT INTO ${sql(`listening_${kind}s`)} (${columns}, hidden)
    SELECT ${columns}, ${matchesFilter(kind, { artist: "artist", album: "name", track: "name" })}
    FROM ${
      kind === "album"
        ? reportedAlbums.valuesOf(titles)
        : reportedTracks.valuesOf(
            titles.map((title) => ({ ...title, matchName: matchNameOf(title.artist, title.name) }))
          )
    }
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
    const poorer = distinctNames(reported, (one) => one.id)
    if (poorer.length === 0) continue
    yield* sql`
      UPDATE ${sql(`listening_${kind}s`)} AS named
      SET mbid = coalesce(named.mbid, reported.mbid), url = coalesce(named.url, reported.url)
      FROM ${reportedLinks.valuesOf(poorer, "reported")} WHERE named.id = reported.id`
    reported.forEach(({ place }) => places.add(place))
  }
  return places
})

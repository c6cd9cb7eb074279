import { logChanges } from "@daybook/core/changes"
import {
  type Kind,
  type KnownName,
  type Named,
  type Play,
  betterSpelling,
  completes,
  distinctNames,
  foldOf,
  matchNameOf,
  nameFields
} from "@daybook/core/listening"
import { withoutMarks } from "@daybook/core/shared"
import { Effect } from "effect"
import { bestMetadata, matchesFilter } from "./rows.js"
import type { Spelled } from "./spellings.js"
import { type RowOf, boolean, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const newTitleColumns = { id: number, artistId: number, name: text, hidden: boolean }
type NewTitle = RowOf<typeof newTitleColumns>

const { mbid: reportedMbid, name: reportedName, url } = columnsOf(nameFields)
const linkColumns = { reportedMbid, url }
const titleColumns = { artistId: number, name: reportedName, ...linkColumns, fold: text, sortName: text }
const reportedAlbums = table("listening_albums", titleColumns)
const reportedTracks = table("listening_tracks", { ...titleColumns, artist: text, matchName: text })
const reportedLinks = table("listening_tracks", { id: number, ...linkColumns })

/** The stored ids of a play's names; null if a name is not stored, or the play has none. */
export interface Ids {
  readonly artistId: number | null
  readonly trackId: number | null
  readonly albumId: number | null
  readonly spelled: Spelled
  /** Whether a filter hides one of the names. */
  readonly hidden: boolean
  readonly trackName: string | null
  readonly trackMbid: string | null
  readonly trackAddress: number
  /** See `KnownName`; like that of the album. */
  readonly trackPage: string | null
  readonly albumName: string | null
  readonly albumMbid: string | null
  /** See `addressRank`; like that of the track. */
  readonly albumAddress: number
  readonly albumPage: string | null
  /** A bit each for artist, album and track, set if it has visible plays. */
  readonly heard: number
}

/** The ids of the names of a play to store. */
export interface Names {
  readonly artistId: number
  /** The spelling of the artist in this play. */
  readonly spellingId: number
  readonly trackId: number
  readonly trackName: string
  readonly albumId: number | null
  readonly albumName: string | null
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
      albumName,
      hidden,
      spelled: { artistId, fresh, id },
      trackId,
      trackName
    } = existing[index]!
    const track = trackId === null ? tracks.get(keyOf(artistId, play.track.name)) : undefined
    const album = play.album === null || albumId !== null ? undefined : albums.get(keyOf(artistId, play.album.name))
    return {
      artistId,
      spellingId: id,
      trackId: trackId ?? track!.id,
      trackName: trackName ?? track!.name,
      albumId: albumId ?? album?.id ?? null,
      albumName: play.album === null ? null : (albumName ?? album?.name ?? null),
      hidden: hidden || [fresh, track, album].some((named) => named?.hidden === true)
    }
  })
})

interface OfArtist extends Named {
  readonly artistId: number
  readonly artist: string
}

/** Spellings that differ in case, or in how letters are composed, are one title. */
const keyOf = (artistId: number, name: string) => `${artistId}:${foldOf(name)}`

const storeTitles = Effect.fn(function* (kind: "album" | "track", names: ReadonlyArray<OfArtist>) {
  if (names.length === 0) return new Map<string, NewTitle>()
  const spellings = new Map<string, string>()
  for (const { artistId, name } of names) {
    const key = keyOf(artistId, name)
    spellings.set(key, betterSpelling(spellings.get(key) ?? name, name))
  }
  const titles = distinctNames(names, (title) => keyOf(title.artistId, title.name)).map((title) => ({
    ...title,
    reportedMbid: title.mbid,
    name: spellings.get(keyOf(title.artistId, title.name))!,
    fold: foldOf(title.name),
    sortName: withoutMarks(title.name)
  }))
  const columns = sql.literal(
    `artist_id, name, fold, sort_name, reported_mbid, url${kind === "track" ? ", match_name" : ""}`
  )
  const rows = yield* sql(newTitleColumns)`
    INSERT INTO ${sql(`listening_${kind}s`)} (${columns}, reported_artist_id, hidden)
    SELECT ${columns}, artist_id, ${matchesFilter(kind, { artist: "artist", album: "name", track: "name" })}
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

interface KnownTitle extends KnownName {
  readonly id: number | null
  readonly isInLibrary: boolean
}

const titleKinds: ReadonlyArray<{
  readonly kind: Kind
  readonly named: (play: Play) => Named | null
  readonly title: (ids: Ids) => KnownTitle
}> = [
  {
    kind: "track",
    named: (play) => play.track,
    title: ({ heard, trackAddress, trackId, trackMbid, trackPage }) => ({
      id: trackId,
      mbid: trackMbid,
      addressRank: trackAddress,
      page: trackPage,
      isInLibrary: (heard & 4) !== 0
    })
  },
  {
    kind: "album",
    named: (play) => play.album,
    title: ({ albumAddress, albumId, albumMbid, albumPage, heard }) => ({
      id: albumId,
      mbid: albumMbid,
      addressRank: albumAddress,
      page: albumPage,
      isInLibrary: (heard & 2) !== 0
    })
  }
]

/**
 * Adds metadata to tracks and albums, for example after an export file without links. The order of the plays does not
 * matter. Returns the indexes of the plays that added some.
 */
export const completeNames = Effect.fn("completeNames")(function* (
  plays: ReadonlyArray<Play>,
  existing: ReadonlyArray<Ids>
) {
  const places = new Set<number>()
  for (const { kind, named, title } of titleKinds) {
    const reported = plays.flatMap((play, place) => {
      const names = named(play)
      const { id, isInLibrary, ...known } = title(existing[place]!)
      return id !== null && names !== null && completes(names, known) ? [{ place, id, isInLibrary, ...names }] : []
    })
    const poorer = distinctNames(reported, (one) => one.id)
    if (poorer.length === 0) continue
    yield* sql`
      UPDATE ${sql(`listening_${kind}s`)} AS named
      SET ${bestMetadata(sql`named`, sql`reported`)}
      FROM ${reportedLinks.valuesOf(
        poorer.map(({ id, mbid, url }) => ({ id, reportedMbid: mbid, url })),
        "reported"
      )} WHERE named.id = reported.id`
    yield* logChanges(
      "listening",
      "upsert",
      kind,
      poorer.flatMap(({ id, isInLibrary }) => (isInLibrary ? [id] : []))
    )
    reported.forEach(({ place }) => places.add(place))
  }
  return places
})

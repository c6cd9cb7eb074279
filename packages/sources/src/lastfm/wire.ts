import type { Play } from "@daybook/core/listening"
import { Schema } from "effect"
import { WrittenNumber } from "../kit/schemas.js"
import type { Row } from "../kit/scrobbles/cursor.js"
import { cleanName, mbidOf } from "../kit/values.js"

/**
 * Last.fm's web service, `user.getRecentTracks` (https://www.last.fm/api/show/user.getRecentTracks):
 *
 *   {"recenttracks":{
 *     "track":[
 *       {"artist":{"mbid":"","#text":"Hollow Lanterns"},"mbid":"","album":{"mbid":"","#text":"Tin Roof Hours"},
 *        "name":"Northbound","@attr":{"nowplaying":"true"},
 *        "url":"https://www.last.fm/music/Hollow+Lanterns/_/Northbound"},
 *       {"artist":{"mbid":"65314b12-0e08-43fa-ba33-baaa7b874c15","#text":"Hollow Lanterns"},"mbid":"",
 *        "album":{"mbid":"","#text":""},"name":"Ferry Song",
 *        "url":"https://www.last.fm/music/Hollow+Lanterns/_/Ferry+Song",
 *        "date":{"uts":"1763700000","#text":"21 Nov 2025, 04:40"}}],
 *     "@attr":{"user":"someone","totalPages":"486","page":"1","perPage":"50","total":"24271"}}}
 *
 * Most numbers are strings. A list of one item may arrive as that item, an empty list not at all. The track that is
 * playing has no date, precedes the first page of every response, and is not counted.
 */
const Count = WrittenNumber.pipe(Schema.int(), Schema.nonNegative())

const Text = Schema.NullishOr(Schema.String)

/** A list whose items are decoded separately, so that a broken item costs only itself. See `itemsOf`. */
const Items = Schema.optional(Schema.Unknown)

/** The items of an array, of a single item, or of nothing. */
export const itemsOf = (list: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(list)) return list
  return list === undefined || list === null || list === "" ? [] : [list]
}

export const RecentTracks = Schema.Struct({
  recenttracks: Schema.Struct({
    track: Items,
    "@attr": Schema.Struct({ total: Count, totalPages: Count, perPage: Schema.optional(Count) })
  })
})
export type RecentTracks = typeof RecentTracks.Type

export const TopTags = Schema.Struct({ toptags: Schema.Struct({ tag: Items }) })

export const Tag = Schema.Struct({ name: Schema.String, count: Count })

export const SimilarArtists = Schema.Struct({ similarartists: Schema.Struct({ artist: Items }) })

export const SimilarArtist = Schema.Struct({ name: Schema.String, match: WrittenNumber })

/**
 * `user.getInfo`:
 * `{"user":{"name":"someone","playcount":"24271","registered":{"unixtime":"1037793040","#text":1037793040}}}`
 */
export const UserInfo = Schema.Struct({
  user: Schema.Struct({
    registered: Schema.optional(
      Schema.NullishOr(Schema.Struct({ unixtime: Schema.optional(Schema.NullishOr(WrittenNumber)) }))
    )
  })
})

export const ArtistInfo = Schema.Struct({
  artist: Schema.Struct({
    stats: Schema.optional(
      Schema.NullishOr(Schema.Struct({ userplaycount: Schema.optional(Schema.NullishOr(Count)) }))
    ),
    bio: Schema.optional(
      Schema.NullishOr(Schema.Struct({ summary: Schema.optional(Text), content: Schema.optional(Text) }))
    )
  })
})

/** One row of `user.getRecentTracks`, with null for missing values. */
export interface Track {
  readonly name: string | null
  readonly mbid: string | null
  readonly url: string | null
  readonly artist: string | null
  readonly artistMbid: string | null
  readonly album: string | null
  readonly albumMbid: string | null
  /** Its time, not validated yet. */
  readonly uts: unknown
  readonly isPlaying: boolean
}

/** Reads a row; null if it is invalid. A schema would double the time of a sync over a million rows. */
export const readTrack = (row: unknown): Track | null => {
  if (!isObject(row)) return null
  const name = text(row["name"])
  const artist = title(row["artist"])
  const album = title(row["album"])
  if (name === undefined || artist === undefined || album === undefined) return null
  const date = row["date"]
  const attr = row["@attr"]
  return {
    name,
    artist,
    album,
    mbid: text(row["mbid"]) ?? null,
    artistMbid: mbid(row["artist"]),
    albumMbid: mbid(row["album"]),
    url: text(row["url"]) ?? null,
    uts: isObject(date) ? date["uts"] : null,
    // A row without a date has not been played yet.
    isPlaying:
      date === undefined ||
      date === null ||
      (isObject(attr) && (attr["nowplaying"] === "true" || attr["nowplaying"] === true))
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Null for a missing value, undefined for an invalid one. */
const text = (value: unknown): string | null | undefined => {
  if (typeof value === "string") return value
  if (value === undefined || value === null) return null
  return typeof value === "number" ? String(value) : undefined
}

/** `name` instead of `#text` in the extended form. */
const title = (value: unknown): string | null | undefined =>
  isObject(value) ? text(value["#text"] ?? value["name"]) : text(value)

const mbid = (value: unknown): string | null => (isObject(value) ? (text(value["mbid"]) ?? null) : null)

/** The rows of a response: plays with a time, the track playing now, and the number of invalid rows. */
export interface Rows {
  readonly dated: ReadonlyArray<Row>
  readonly playing: Track | null
  readonly broken: number
}

export const toRows = (items: ReadonlyArray<unknown>): Rows => {
  const dated: Array<Row> = []
  let playing: Track | null = null
  let broken = 0
  for (const item of items) {
    const track = readTrack(item)
    if (track?.isPlaying === true) {
      playing ??= track
      continue
    }
    const at = track === null ? null : secondOf(track.uts)
    if (track === null || at === null) broken++
    else dated.push({ at, play: toPlay(track, at) })
  }
  return { dated, playing, broken }
}

const lastSecond = 253_402_300_799

/** Epoch seconds from `uts`, up to the year 9999. */
export const secondOf = (uts: unknown): number | null => {
  if (typeof uts !== "string" && typeof uts !== "number") return null
  const second = Number(uts)
  return uts !== "" && Number.isInteger(second) && second >= 0 && second <= lastSecond ? second : null
}

/** Null for a row without artist or title. */
const toPlay = (track: Track, at: number): Play | null => {
  const names = namesOf(track)
  return names === null
    ? null
    : { playedAt: at * 1000, precision: "second", artist: names.artist, track: names.track, album: names.album }
}

export const namesOf = (track: Track): Pick<Play, "artist" | "track" | "album"> | null => {
  const artist = cleanName(track.artist)
  const title = cleanName(track.name)
  if (artist === null || title === null) return null
  const album = cleanName(track.album)
  const links = linksOf({ artist, album, track: title }, track.url)
  return {
    artist: { name: artist, mbid: mbidOf(track.artistMbid), url: links.artist },
    track: { name: title, mbid: mbidOf(track.mbid), url: links.track },
    album: album === null ? null : { name: album, mbid: mbidOf(track.albumMbid), url: links.album }
  }
}

const site = "https://www.last.fm/music/"

/** A name in the form of the site's URLs: spaces as plus signs. */
const part = (name: string): string => encodeURIComponent(name).replace(/%20/g, "+").replace(/'/g, "%27")

const artistUrl = (artist: string): string => site + part(artist)

const trackUrl = (artist: string, track: string): string => `${artistUrl(artist)}/_/${part(track)}`

const ofTrack = /^(https?:\/\/[^/]+\/(?:[^/]+\/)?music\/[^/?#]+)\/_\/[^/?#]+/

/** The web pages of a play. The artist's page is derived from the track's if that has the usual form. */
export const linksOf = (
  names: { readonly artist: string; readonly album: string | null; readonly track: string },
  trackLink: string | null
) => {
  const artist = ofTrack.exec(trackLink ?? "")?.[1] ?? artistUrl(names.artist)
  return {
    artist,
    album: names.album === null ? null : `${artist}/${part(names.album)}`,
    track: trackLink !== null && /^https?:\/\//.test(trackLink) ? trackLink : trackUrl(names.artist, names.track)
  }
}

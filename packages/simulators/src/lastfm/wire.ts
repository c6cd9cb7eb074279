import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fault } from "../shared/Faults.js"
import { type Scrobble, coverOf } from "../shared/Scrobble.js"
import type { Album, Catalogue } from "../sampleOwner/catalogue.js"

/** Last.fm's own key for "no picture", a grey star. Every artist has it. */
export const placeholderKey = "2a96cbd8b46e442fc41c2b86b821562f"

const sizes = [
  ["small", "34s"],
  ["medium", "64s"],
  ["large", "174s"],
  ["extralarge", "300x300"]
] as const

/** The list of pictures that goes with everything; `""` as key means links that are empty. */
export const images = (baseUrl: string, key: string) =>
  sizes.map(([size, folder]) => ({ size, "#text": key === "" ? "" : `${baseUrl}/i/u/${folder}/${key}.png` }))

export const albumImages = (baseUrl: string, catalogue: Catalogue, album: Album) =>
  images(baseUrl, album.hasCover ? coverOf(catalogue, album.index) : "")

const segment = (name: string) => encodeURIComponent(name).replaceAll("%20", "+")

/** Links to the public site, which nobody here calls. */
export const artistUrl = (artist: string) => `https://www.last.fm/music/${segment(artist)}`
export const albumUrl = (artist: string, album: string) => `${artistUrl(artist)}/${segment(album)}`
export const trackUrl = (artist: string, track: string) => `${artistUrl(artist)}/_/${segment(track)}`
export const tagUrl = (tag: string) => `https://www.last.fm/tag/${segment(tag)}`

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `21 Nov 2025, 04:40`, in UTC. */
export const utcText = (seconds: number, separator = ", "): string => {
  const day = Math.floor(seconds / 86_400)
  if (day !== lastDay.number) {
    const date = new Date(day * 86_400_000)
    lastDay.number = day
    lastDay.text = `${String(date.getUTCDate()).padStart(2, "0")} ${months[date.getUTCMonth()]!} ${date.getUTCFullYear()}`
  }
  const minutes = Math.floor(seconds / 60) - day * 1_440
  return `${lastDay.text}${separator}${twoDigits[Math.floor(minutes / 60)]!}:${twoDigits[minutes % 60]!}`
}

/** Plays are written in order, so most fall on the day of the one before. */
const lastDay = { number: Number.NaN, text: "" }
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"))

/** How this account's answers differ where Last.fm's own do from time to time. */
export interface LastfmQuirks {
  /** A list of one is sent as that one, as a translation from XML does. */
  readonly bareSingles: boolean
  /** What stands for an empty list of tracks. */
  readonly emptyTracks: "array" | "absent"
  /** Whether a play in the very second of `from` or `to` belongs to the range: the documentation does not say. */
  readonly includesFrom: boolean
  readonly includesTo: boolean
}

export const defaultQuirks: LastfmQuirks = {
  bareSingles: false,
  emptyTracks: "array",
  includesFrom: true,
  includesTo: false
}

export const list = <A>(quirks: LastfmQuirks, items: ReadonlyArray<A>): ReadonlyArray<A> | A =>
  quirks.bareSingles && items.length === 1 ? items[0]! : items

/** Last.fm's error codes with the HTTP status each comes with and what it says (last.fm/api/errorcodes). */
const failures = {
  2: [400, "Invalid service - This service does not exist"],
  3: [400, "Invalid Method - No method with that name in this package"],
  4: [403, "Authentication Failed - You do not have permissions to access the service"],
  5: [400, "Invalid format - This service doesn't exist in that format"],
  6: [400, "Invalid parameters - Your request is missing a required parameter"],
  8: [500, "Operation failed - Most likely the backend service failed. Please try again."],
  9: [403, "Invalid session key - Please re-authenticate"],
  10: [403, "Invalid API key - You must be granted a valid key by last.fm"],
  11: [503, "Service Offline - This service is temporarily offline. Try again later."],
  14: [403, "This token has not been authorized"],
  15: [403, "This item is not available for streaming"],
  16: [503, "The service is temporarily unavailable, please try again."],
  17: [403, "Login: User required to be logged in"],
  26: [403, "API Key Suspended - This application is not allowed to make requests to the web services"],
  29: [429, "Rate Limit Exceeded - Your IP has made too many requests in a short period, exceeding our API guidelines"]
} as const

export type LastfmCode = keyof typeof failures

/** An error body as Last.fm sends it: the code decides, the status only goes along. */
export const failure = (code: LastfmCode, message: string = failures[code][1], status: number = failures[code][0]) =>
  HttpServerResponse.unsafeJson({ error: code, message }, { status })

/** An answer that is this error, as a fault; proxies on the way send it with status 200. */
export const lastfmFault = (code: LastfmCode, status: number = failures[code][0]): Fault =>
  Fault.Body({ json: { error: code, message: failures[code][1] }, status })

/** What Last.fm says when an artist, album or track is not known. */
export const notFound = (what: "artist" | "Album" | "Track") =>
  failure(6, what === "artist" ? "The artist you supplied could not be found" : `${what} not found`, 404)

/**
 * Plays as the exporter at lastfm.ghan.nl writes them: a header, every value in quotes, newest first. Takes them oldest
 * first.
 */
export const lastfmQuotedCsv = (scrobbles: ReadonlyArray<Scrobble>): string => {
  const lines = scrobbles
    .toReversed()
    .map((play) =>
      [play.at, utcText(play.at), play.artist, play.artistMbid, play.album, play.albumMbid, play.track, play.trackMbid]
        .map(quoted)
        .join(",")
    )
  return ["uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid", ...lines, ""].join("\n")
}

/** Plays as lastfm-to-csv writes them: no header, UTC to the minute, newest first. Takes them oldest first. */
export const lastfmPlainCsv = (scrobbles: ReadonlyArray<Scrobble>): string => {
  const lines = scrobbles
    .toReversed()
    .map((play) => [play.artist, play.album, play.track, utcText(play.at, " ")].map(quotedWhereNeeded).join(","))
  return [...lines, ""].join("\n")
}

const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`

const quotedWhereNeeded = (value: string) => (/[",\n\r]/.test(value) ? quoted(value) : value)

import type { Play } from "@daybook/core/listening"
import type { Row } from "../kit/scrobbles/cursor.js"
import { cleanName, mbidOf } from "../kit/values.js"
import { readTrack, type Track } from "./wire.js"

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

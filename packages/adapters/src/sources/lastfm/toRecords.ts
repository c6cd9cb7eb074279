import type { Play } from "@daybook/core/listening"
import { cleanName, mbidOf, type Row } from "../scrobbles/index.js"
import { linksOf } from "./links.js"
import { readTrack, type Track } from "./Track.js"

/** What an answer's rows say: plays that have a time, the track playing now, and how many rows made no sense. */
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

/** Epoch seconds out of `uts`, up to the year 9999. */
export const secondOf = (uts: unknown): number | null => {
  if (typeof uts !== "string" && typeof uts !== "number") return null
  const second = Number(uts)
  return uts !== "" && Number.isInteger(second) && second >= 0 && second <= lastSecond ? second : null
}

/** Null for a row without artist or title: there is nothing to count. */
const toPlay = (track: Track, at: number): Play | null => {
  const names = namesOf(track)
  return names === null ? null : { playedAt: at * 1000, precision: "second", artist: names.artist, track: names.track, album: names.album }
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

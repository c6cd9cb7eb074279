import type { Play } from "@daybook/core/listening"
import { cleanName, mbidOf } from "../scrobbles/index.js"
import { linksOf } from "./links.js"
import { secondOf } from "./toRecords.js"

type Column = "seconds" | "time" | "artist" | "artistMbid" | "album" | "albumMbid" | "track" | "trackMbid"

/** Which value of a row means what. `header` says that the layout was read from a row of names. */
export interface Layout {
  readonly header: boolean
  readonly columns: number
  readonly places: ReadonlyMap<Column, number>
}

const names: ReadonlyMap<string, Column> = new Map([
  ["uts", "seconds"],
  ["timestamp", "seconds"],
  ["utc_time", "time"],
  ["date", "time"],
  ["artist", "artist"],
  ["artist_mbid", "artistMbid"],
  ["album", "album"],
  ["album_mbid", "albumMbid"],
  ["track", "track"],
  ["track_mbid", "trackMbid"]
])

/** The layout that a file's first row shows: by its names, or by a time in the last of four values. */
export const layoutOf = (row: ReadonlyArray<string>): Layout | null => {
  const places = new Map<Column, number>()
  row.forEach((value, index) => {
    const column = names.get(value.trim().toLowerCase())
    if (column !== undefined && !places.has(column)) places.set(column, index)
  })
  if (places.has("artist") && places.has("track") && (places.has("seconds") || places.has("time"))) {
    return { header: true, columns: row.length, places }
  }
  return row.length === 4 && minuteOf(row[3] ?? "") !== null
    ? { header: false, columns: 4, places: new Map([["artist", 0], ["album", 1], ["track", 2], ["time", 3]]) }
    : null
}

/** The first scrobble of all: clocks that were never set send 1970, or 2001. */
const earliest = Date.UTC(2002, 9, 1)

/** Null for a row without artist, title or time, or at a time when nobody scrobbled. */
export const toPlay = (layout: Layout, row: ReadonlyArray<string>, latest: number): Play | null => {
  const value = (column: Column): string | null => row[layout.places.get(column) ?? -1] ?? null
  const artist = cleanName(value("artist"))
  const track = cleanName(value("track"))
  const at = timeOf(value("seconds"), value("time"))
  if (artist === null || track === null || at === null || at.playedAt < earliest || at.playedAt > latest) return null
  const album = cleanName(value("album"))
  const links = linksOf({ artist, album, track }, null)
  return {
    ...at,
    artist: { name: artist, mbid: mbidOf(value("artistMbid")), url: links.artist },
    track: { name: track, mbid: mbidOf(value("trackMbid")), url: links.track },
    album: album === null ? null : { name: album, mbid: mbidOf(value("albumMbid")), url: links.album }
  }
}

/** No play is from the year 5138: a number this large counts milliseconds. */
const leastMillis = 100_000_000_000

const timeOf = (seconds: string | null, time: string | null): Pick<Play, "playedAt" | "precision"> | null => {
  const given = seconds === null || seconds.trim() === "" ? null : Number(seconds.trim())
  const second = given === null ? null : secondOf(given >= leastMillis ? Math.floor(given / 1000) : given)
  if (second !== null) return { playedAt: second * 1000, precision: "second" }
  const minute = seconds === null && time !== null ? minuteOf(time) : null
  return minute === null ? null : { playedAt: minute, precision: "minute" }
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const minutePattern = /^(\d{1,2}) ([a-z]{3}) (\d{4}),? (\d{2}):(\d{2})$/i

/** Epoch milliseconds of `dd Mon yyyy HH:mm` in UTC. */
const minuteOf = (text: string): number | null => {
  const [, day = "", month = "", year = "", hour = "", minute = ""] = minutePattern.exec(text.trim()) ?? []
  const index = months.indexOf(month.toLowerCase())
  const instant = Date.UTC(Number(year), index, Number(day), Number(hour), Number(minute))
  const exists = index >= 0 && Number(hour) < 24 && Number(minute) < 60 && new Date(instant).getUTCDate() === Number(day)
  return exists ? instant : null
}

import { mbidOf } from "../kit/values.js"
import { secondOf } from "./wire.js"

export type Column = "seconds" | "time" | "artist" | "artistMbid" | "album" | "albumMbid" | "track" | "trackMbid"

/** The column order of a file. `header` means that it was read from a row of names. */
export interface Layout {
  readonly header: boolean
  readonly columns: number
  readonly places: ReadonlyMap<Column, number>
}

const names: ReadonlyMap<string, Column> = new Map([
  ["uts", "seconds"],
  ["timestamp", "seconds"],
  ["unixtime", "seconds"],
  ["utc_time", "time"],
  ["date", "time"],
  ["artist", "artist"],
  ["artist name", "artist"],
  ["artist_mbid", "artistMbid"],
  ["artist mbid", "artistMbid"],
  ["album", "album"],
  ["album name", "album"],
  ["album_mbid", "albumMbid"],
  ["album mbid", "albumMbid"],
  ["track", "track"],
  ["title", "track"],
  ["track name", "track"],
  ["track_mbid", "trackMbid"],
  ["track mbid", "trackMbid"]
])

const placesOf = (columns: ReadonlyArray<Column>) => new Map(columns.map((column, index) => [column, index]))

/** `artist,album,track,21 Nov 2025 04:40`, as lastfm-to-csv writes it. */
const minuteLayout: Layout = { header: false, columns: 4, places: placesOf(["artist", "album", "track", "time"]) }

/** As lastexport.py of GNU FM writes it, with tabs. */
const lastexportLayout: Layout = {
  header: false,
  columns: 7,
  places: placesOf(["seconds", "track", "artist", "album", "trackMbid", "artistMbid", "albumMbid"])
}

/** A row of lastexport.py: a time, three names, and an identifier or nothing for each. */
const isLastexport = (row: ReadonlyArray<string>): boolean =>
  row.length === lastexportLayout.columns &&
  /^\d{9,10}$/.test(row[0]!) &&
  row.slice(4).every((value) => value.trim() === "" || mbidOf(value) !== null)

/** Whether a text begins as a table of lastexport.py. It puts no value in quotes. */
export const looksLikeLastexport = (text: string): boolean =>
  isLastexport((/^\ufeff?\s*([^\r\n]*)/.exec(text)?.[1] ?? "").split("\t"))

/**
 * Reads the layout from the first row: from column names, from the times of lastexport.py, or from a time in the last
 * of four values.
 */
export const layoutOf = (row: ReadonlyArray<string>): Layout | null => {
  const places = new Map<Column, number>()
  const columns = row.map((value) => value.trim().toLowerCase())
  columns.forEach((value, index) => {
    // lastfmstats.com adds the name of the account: `Date#ada`.
    const column = names.get(value.startsWith("date#") ? "date" : value)
    if (column !== undefined && !places.has(column)) places.set(column, index)
  })
  // The lists of loved and banned tracks in Last.fm's archive have no album.
  const isList = columns.includes("track name") && !places.has("album")
  if (places.has("artist") && places.has("track") && (places.has("seconds") || places.has("time")) && !isList)
    return { header: true, columns: row.length, places }
  if (isLastexport(row)) return lastexportLayout
  return row.length === 4 && minuteOf(row[3] ?? "") !== null ? minuteLayout : null
}

/** Larger numbers are milliseconds: as seconds they would be after the year 5138. */
const minMillis = 100_000_000_000

/** Epoch milliseconds of a number of seconds or milliseconds; null for another text. */
const numberTime = (text: string): number | null => {
  const number = text.trim() === "" ? null : Number(text.trim())
  const second = number === null ? null : secondOf(number >= minMillis ? Math.floor(number / 1_000) : number)
  return second === null ? null : second * 1_000
}

/** The time of a row. `seconds` and `time` are null if the file has no such column. */
export const timeOf = (
  seconds: string | null,
  time: string | null
): { readonly playedAt: number; readonly precision: "second" | "minute" } | null => {
  const exact = numberTime(seconds ?? time ?? "")
  if (exact !== null) return { playedAt: exact, precision: "second" }
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
  const exists =
    index >= 0 && Number(hour) < 24 && Number(minute) < 60 && new Date(instant).getUTCDate() === Number(day)
  return exists ? instant : null
}

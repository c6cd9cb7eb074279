import { Stream } from "effect"
import { csvRow } from "./csv.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportablePlay } from "./ExportableRecords.js"

/** The columns of https://lastfm.ghan.nl/export, which most importers of scrobbles read. */
const columns = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\r\n"

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

const twoDigits = (value: number) => String(value).padStart(2, "0")

/** `21 Nov 2025, 04:40`, in UTC. */
const minuteOf = (instant: number): string => {
  const time = new Date(instant)
  const day = `${twoDigits(time.getUTCDate())} ${months[time.getUTCMonth()]!} ${time.getUTCFullYear()}`
  return `${day}, ${twoDigits(time.getUTCHours())}:${twoDigits(time.getUTCMinutes())}`
}

const rowOf = ({ album, artist, playedAt, track }: ExportablePlay): string =>
  csvRow([
    String(Math.floor(playedAt / 1000)),
    minuteOf(playedAt),
    artist.name,
    artist.mbid ?? "",
    album?.name ?? "",
    album?.mbid ?? "",
    track.name,
    track.mbid ?? ""
  ])

/** Scrobbles as a table, oldest first. */
export const lastfmCsv = exportFormat({
  name: "lastfm-csv",
  domain: "listening",
  about: "Plays, as the CSV of scrobbles that lastfm.ghan.nl makes of Last.fm",
  extension: "csv",
  contentType: "text/csv; charset=utf-8",
  recordsOf: ({ plays }) => plays,
  bytesOf: (plays) => Stream.encodeText(Stream.concat(Stream.make(columns), Stream.map(plays, rowOf)))
})

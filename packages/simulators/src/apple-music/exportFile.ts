import { strToU8, zipSync } from "fflate"
import type { Scrobble } from "../shared/Scrobble.js"

/** A stretch of a song, as the play activity lists it: one row of some 145 columns, of which these have values. */
export type AppleActivityRow = Readonly<Record<string, string | number>>

/** A stretch: from and to are positions in the song, `after` is how long after its start it began. Seconds. */
export interface Stretch {
  readonly from?: number
  readonly to?: number
  readonly after?: number
  readonly reason?: string
}

const instant = (seconds: number) => new Date(seconds * 1_000 + 1).toISOString()

export const appleActivityRow = (
  play: Scrobble,
  { after = 0, from = 0, reason = "NATURAL_END_OF_TRACK", to = play.seconds }: Stretch = {}
): AppleActivityRow => ({
  "Album Name": play.album,
  "Client IP Address": "N/A",
  "Device Identifier": "ab12",
  "End Position In Milliseconds": to * 1_000,
  "End Reason Type": reason,
  "Event End Timestamp": instant(play.at + after + to - from),
  "Event Received Timestamp": instant(play.at + after + to - from + 6),
  "Event Start Timestamp": instant(play.at + after),
  "Event Type": "PLAY_END",
  "Media Duration In Milliseconds": play.seconds * 1_000,
  "Media Type": "AUDIO",
  Offline: "false",
  "Play Duration Milliseconds": (to - from) * 1_000,
  "Song Name": play.track,
  "Source Type": "IPHONE",
  "Start Position In Milliseconds": from * 1_000,
  "UTC Offset In Seconds": 0
})

/** Columns that have no values here. The real file has many more. */
const otherColumns = ["Apple Music Subscription", "Auto Play", "Container Artist Name", "Feature Name", "Shuffle Play"]

const cell = (value: string | number) =>
  /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : value

const csv = (columns: ReadonlyArray<string>, rows: ReadonlyArray<AppleActivityRow>) =>
  [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column] ?? "")))]
    .map((cells) => cells.join(","))
    .join("\n")

/** The play activity. Recent exports have their columns in alphabetical order, earlier ones in another. */
export const appleActivityCsv = (
  rows: ReadonlyArray<AppleActivityRow>,
  order: "alphabetical" | "other" = "alphabetical"
): string => {
  const columns = [...new Set([...otherColumns, ...rows.flatMap((row) => Object.keys(row))])].sort()
  return csv(order === "alphabetical" ? columns : columns.reverse(), rows)
}

/** The list of a day's tracks, the only one with artists. */
export const appleDailyCsv = (plays: ReadonlyArray<Scrobble>): string =>
  csv(
    ["Country", "Track Identifier", "Media type", "Date Played", "Hours", "Play Duration Milliseconds"].concat(
      ["End Reason Type", "Source Type", "Play Count", "Skip Count", "Ignore For Recommendations"],
      ["Track Reference", "Track Description"]
    ),
    plays.map((play) => ({
      Country: "Portugal",
      "Track Identifier": 1_440_000_001,
      "Media type": "AUDIO",
      "Date Played": new Date(play.at * 1_000).toISOString().slice(0, 10).replaceAll("-", ""),
      Hours: "10, 11",
      "Play Duration Milliseconds": play.seconds * 1_000,
      "End Reason Type": "NATURAL_END_OF_TRACK",
      "Source Type": "IPHONE",
      "Play Count": 1,
      "Skip Count": 0,
      "Track Reference": 1_440_000_001,
      "Track Description": `${play.artist} - ${play.track}`
    }))
  )

export interface AppleExport {
  readonly rows: ReadonlyArray<AppleActivityRow>
  /** The plays that the list by day has. */
  readonly daily?: ReadonlyArray<Scrobble>
  /** The songs of the library. */
  readonly library?: ReadonlyArray<Scrobble>
  readonly order?: "alphabetical" | "other"
}

/** The zip in a zip that Apple sends, with the library in a zip of its own. */
export const appleExport = ({ daily = [], library = [], order, rows }: AppleExport): Uint8Array => {
  const tracks = library.map((song) => ({
    Title: song.track,
    Artist: song.artist,
    Album: song.album,
    "Album Artist": song.artist,
    "Track Identifier": 1,
    "Track Duration": song.seconds * 1_000,
    "Track Play Count": 3
  }))
  const activity = "Apple_Media_Services/Apple Music Activity"
  const inner = zipSync({
    [`${activity}/Apple Music Play Activity.csv`]: strToU8(appleActivityCsv(rows, order)),
    [`${activity}/Apple Music - Play History Daily Tracks.csv`]: strToU8(appleDailyCsv(daily)),
    [`${activity}/Apple Music Library Tracks.json.zip`]: zipSync({
      "Apple Music Library Tracks.json": strToU8(JSON.stringify(tracks))
    }),
    [`${activity}/Apple Music - Favorites.csv`]: strToU8("Favorite Type,Item Reference\n"),
    "Apple_Media_Services/Stores Activity/Payments.csv": strToU8("Card\n1\n")
  })
  return zipSync({ "Apple Media Services information/Apple_Media_Services.zip": inner })
}

import { playRank } from "@daybook/core/listening"
import { type OpenFile, mapRows, oneOf } from "../kit/exportFile/Format.js"
import { csv, jsonLines } from "../kit/exportFile/formats.js"
import { numberOf } from "../kit/jsonValues.js"
import { type PlayRow, isPlausible, playOf, plays } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

/**
 * A scrobble. The CSV file has the same names as columns:
 *
 *   {"timeHuman":"2025-01-15 10:00:00","timeMs":1736935200000,"artist":"Hollow Lanterns","track":"Ferry Song",
 *    "album":"Tin Roof Hours","albumArtist":"","durationMs":214000,"mediaPlayerPackage":"com.example.player",
 *    "mediaPlayerName":"Player","mediaPlayerVersion":"1.0","event":"scrobble"}
 */
const readScrobble = (value: (name: string) => unknown, { now }: OpenFile): PlayRow => {
  const event = value("event")
  if (typeof event === "string" && event !== "" && event !== "scrobble") return "not played"
  const at = numberOf(value("timeMs"))
  if (at === null || !isPlausible(at, now)) return null
  const [artist, title, album] = ["artist", "track", "album"].map((name) => String(value(name) ?? ""))
  return playOf({ at: Math.floor(at), artist, title, album, duration: numberOf(value("durationMs")) })
}

/** Plays from the lists of Pano Scrobbler, or the file that it scrobbles to. */
export const pano = fileSource({
  id: "pano",
  about: { title: "Pano Scrobbler", brings: "Plays, from the lists that the app exports." },
  // What a telephone heard, before any service had it.
  rank: playRank({ rank: 60 }),
  ...plays,
  format: oneOf<(name: string) => unknown>(
    mapRows(
      jsonLines({ member: /^pano.*\.jsonl$/, has: ["timeMs", "artist"] }),
      (fields) => (name: string) => fields[name]
    ),
    mapRows(
      csv({ member: /^pano.*\.csv$/, columns: ["timems", "artist", "track"] }),
      (cells) => (name: string) => cells(name.toLowerCase())
    )
  ),
  read: readScrobble,
  fileTitle: "a list of scrobbles of Pano Scrobbler",
  expected: "give the .jsonl or .csv file that Pano Scrobbler exported"
})

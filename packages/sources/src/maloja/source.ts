import { playRank } from "@daybook/core/listening"
import type { OpenFile } from "../kit/exportFile/Format.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"
import { type PlayRow, isPlausible, minPlayTime, playOf, plays } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

/** All artists of a track, as one credit. */
const creditOf = (artists: unknown): string | null =>
  Array.isArray(artists)
    ? listOf(artists)
        .flatMap((name) => textOf(name)?.trim() || [])
        .join(", ")
    : textOf(artists)

/**
 * A scrobble of `maloja_export_<date>.json`. The length of the track and the heard time are in seconds; earlier exports
 * name artists and title in the row itself:
 *
 *   {"time":1736935200,"track":{"artists":["Hollow Lanterns","Velmora Tide"],"title":"Ferry Song",
 *    "album":{"artists":["Hollow Lanterns"],"albumtitle":"Tin Roof Hours"},"length":214},"duration":null,
 *    "origin":"client:navidrome"}
 */
const readScrobble = (row: Fields, { now }: OpenFile): PlayRow => {
  const seconds = numberOf(row["time"])
  const at = seconds === null ? null : Math.floor(seconds) * 1_000
  if (at === null || !isPlausible(at, now)) return null
  const track = fieldsOf(row["track"]) ?? row
  const play = playOf({
    at,
    title: textOf(track["title"]),
    artist: creditOf(track["artists"]),
    album: textOf(fieldsOf(track["album"])?.["albumtitle"]) ?? textOf(track["album"]),
    duration: (numberOf(track["length"]) ?? 0) * 1_000
  })
  const playTime = numberOf(row["duration"]) ?? 0
  return typeof play === "object" && playTime > 0 && playTime * 1_000 < minPlayTime ? "short" : play
}

/** Plays from the export of a Maloja server. */
export const maloja = fileSource({
  id: "maloja",
  about: { title: "Maloja", brings: "Plays, from the export of your own Maloja server." },
  rank: playRank({ rank: 50 }),
  ...plays,
  format: jsonRows({
    member: /^maloja_export.*\.json$/,
    has: [
      ["scrobbles", "maloja"],
      ["scrobbles", "artists"],
      // The answer of its API.
      ["list", "artists", "origin"]
    ]
  }),
  read: readScrobble,
  expected: "give the maloja_export JSON file from the admin page of your server"
})

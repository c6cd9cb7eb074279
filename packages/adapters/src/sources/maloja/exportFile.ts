import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { baseName } from "../kit/exportFile/members.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { type PlayRow, isPlausible, leastPlayTime, playPages } from "../kit/scrobbles/playFile.js"
import { cleanName, wholeNumber } from "../kit/values.js"

const source = "maloja"

const isMember = (name: string): boolean => /^maloja_export.*\.json$/.test(name)

/** Whether a file is an export of Maloja, or an archive with one. */
export const recogniseMaloja = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMember(baseName(name))) ||
  (/^\ufeff?\s*\{/.test(text) &&
    ((text.includes('"scrobbles"') && (text.includes('"maloja"') || text.includes('"artists"'))) ||
      // The answer of its API.
      ['"list"', '"artists"', '"origin"'].every((field) => text.includes(field))))

/**
 * A scrobble of `maloja_export_<date>.json`. The length of the track and the heard time are in seconds; earlier exports
 * name artists and title in the row itself:
 *
 *   {"time":1736935200,"track":{"artists":["Hollow Lanterns","Velmora Tide"],"title":"Ferry Song",
 *    "album":{"artists":["Hollow Lanterns"],"albumtitle":"Tin Roof Hours"},"length":214},"duration":null,
 *    "origin":"client:navidrome"}
 */
const readScrobble = (value: unknown, now: number): PlayRow => {
  const row = fieldsOf(value)
  if (row === null) return null
  const track = fieldsOf(row["track"]) ?? row
  const seconds = numberOf(row["time"])
  const at = seconds === null ? null : Math.floor(seconds) * 1_000
  if (at === null || !isPlausible(at, now)) return null
  const title = cleanName(textOf(track["title"]))
  if (title === null) return "no title"
  const artist = cleanName(listed(track["artists"]))
  if (artist === null) return "no artist"
  const playTime = numberOf(row["duration"])
  if (playTime !== null && playTime > 0 && playTime * 1_000 < leastPlayTime) return "short"
  const record = fieldsOf(track["album"])
  const album = cleanName(textOf(record?.["albumtitle"]) ?? textOf(track["album"]))
  const length = numberOf(track["length"])
  const duration = length === null || length <= 0 ? null : wholeNumber(length * 1_000)
  return {
    playedAt: at,
    precision: "second",
    artist: { name: artist, mbid: null, url: null },
    track: { name: title, mbid: null, url: null },
    album: album === null ? null : { name: album, mbid: null, url: null },
    ...(duration === null ? {} : { duration })
  }
}

/** All artists of a track, as one credit. */
const listed = (artists: unknown): string | null =>
  Array.isArray(artists)
    ? artists
        .map((name) => textOf(name)?.trim() ?? "")
        .filter((name) => name !== "")
        .join(", ")
    : textOf(artists)

/** The export of a Maloja server. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) =>
      playPages(file, {
        source,
        title: "an export of Maloja",
        expected: "give the maloja_export JSON file from the admin page of your server",
        recognise: recogniseMaloja,
        isMember,
        rows: (members, tally) =>
          Stream.flatMap(members, (member) =>
            Stream.map(jsonRows(member, tally.cutShort), ({ place, value }) => ({
              place,
              row: readScrobble(value, now)
            }))
          )
      })
    )
  )

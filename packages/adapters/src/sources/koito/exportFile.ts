import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { baseName } from "../kit/exportFile/members.js"
import { isoInstant } from "../kit/schemas.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { type PlayRow, isPlausible, playPages } from "../kit/scrobbles/playFile.js"
import { cleanName, mbidOf, wholeNumber } from "../kit/values.js"

const source = "koito"

const isMember = (name: string): boolean => /^koito_export.*\.json$/.test(name)

/** Whether a file is an export of Koito, or an archive with one. */
export const recogniseKoito = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMember(baseName(name))) ||
  (/^\ufeff?\s*\{/.test(text) && text.includes('"listens"') && text.includes('"listened_at"'))

/**
 * A listen of `koito_export_….json`. The duration is in seconds, 0 if it is not known:
 *
 *   {"listened_at":"2025-01-15T10:00:00Z","client":"navidrome",
 *    "track":{"mbid":null,"duration":214,"aliases":[{"alias":"Ferry Song","source":"Canonical","is_primary":true}]},
 *    "album":{"mbid":null,"aliases":[{"alias":"Tin Roof Hours","source":"Canonical","is_primary":true}]},
 *    "artists":[{"mbid":null,"is_primary":true,"aliases":[{"alias":"Hollow Lanterns","is_primary":true}]}]}
 */
const readListen = (value: unknown, now: number): PlayRow => {
  const row = fieldsOf(value)
  const at = isoInstant(textOf(row?.["listened_at"]))
  if (row === null || at === null || !isPlausible(at, now)) return null
  const track = fieldsOf(row["track"])
  const title = nameOf(track)
  if (title === null) return "no title"
  const artists = listOf(row["artists"]).map(fieldsOf)
  const artist = cleanName(artists.flatMap((one) => nameOf(one) ?? []).join(", "))
  if (artist === null) return "no artist"
  const record = fieldsOf(row["album"])
  const album = nameOf(record)
  const seconds = numberOf(track?.["duration"])
  const duration = seconds === null || seconds <= 0 ? null : wholeNumber(seconds * 1_000)
  return {
    playedAt: at,
    precision: "second",
    // The identifier of one artist does not stand for several.
    artist: { name: artist, mbid: artists.length === 1 ? idOf(artists[0]) : null, url: null },
    track: { name: title, mbid: idOf(track), url: null },
    album: album === null ? null : { name: album, mbid: idOf(record), url: null },
    ...(duration === null ? {} : { duration })
  }
}

type Fields = ReturnType<typeof fieldsOf>

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The primary alias, else the first. */
const nameOf = (named: Fields): string | null => {
  const aliases = listOf(named?.["aliases"]).map(fieldsOf)
  const primary = aliases.find((one) => one?.["is_primary"] === true) ?? aliases[0]
  return cleanName(textOf(primary?.["alias"]))
}

const idOf = (named: Fields | undefined): string | null => mbidOf(textOf(named?.["mbid"]))

/** The export of a Koito server. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) =>
      playPages(file, {
        source,
        title: "an export of Koito",
        expected: "give the koito_export JSON file from the settings of your server",
        recognise: recogniseKoito,
        isMember,
        rows: (members, tally) =>
          Stream.flatMap(members, (member) =>
            Stream.map(jsonRows(member, tally.cutShort), ({ place, value }) => ({ place, row: readListen(value, now) }))
          )
      })
    )
  )

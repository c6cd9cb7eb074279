import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"
import { columnName, csvRecords } from "../kit/exportFile/csvRecords.js"
import { lines } from "../kit/exportFile/json.js"
import { type Member, baseName, startOf } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { fieldsOf, numberOf } from "../kit/jsonValues.js"
import { type PlacedRow, type PlayRow, type PlayTally, isPlausible, playPages } from "../kit/scrobbles/playFile.js"
import { cleanName, wholeNumber } from "../kit/values.js"

const source = "pano"

const needed = [["timems"], ["artist"], ["track"]]

const isCsv = (name: string): boolean => name.toLowerCase().endsWith(".csv")
const isMember = (name: string): boolean => /^pano.*\.(?:jsonl|csv)$/.test(name)

const firstLine = (head: string) => head.replace(/^\ufeff/, "").split(/\r\n|\r|\n/, 1)[0] ?? ""

/** Whether a file is a list of scrobbles of Pano Scrobbler, in JSON lines or CSV, or an archive with one. */
export const recognisePano = ({ entries, text }: FileSample): boolean => {
  const line = firstLine(text)
  const columns = new Set(line.split(",").map((cell) => columnName(cell.replace(/"/g, ""))))
  return (
    (entries ?? []).some((name) => isMember(baseName(name))) ||
    (/^\s*\{/.test(line) && line.includes('"timeMs"') && line.includes('"artist"')) ||
    needed.every(([name]) => columns.has(name!))
  )
}

/**
 * A scrobble. The CSV file has the same names as columns:
 *
 *   {"timeHuman":"2025-01-15 10:00:00","timeMs":1736935200000,"artist":"Hollow Lanterns","track":"Ferry Song",
 *    "album":"Tin Roof Hours","albumArtist":"","durationMs":214000,"mediaPlayerPackage":"com.example.player",
 *    "mediaPlayerName":"Player","mediaPlayerVersion":"1.0","event":"scrobble"}
 */
const readScrobble = (value: (name: string) => unknown, now: number): PlayRow => {
  const event = value("event")
  if (typeof event === "string" && event !== "" && event !== "scrobble") return "not played"
  const at = numberOf(value("timeMs"))
  if (at === null || !isPlausible(at, now)) return null
  const [artist, title, album] = ["artist", "track", "album"].map((name) => cleanName(String(value(name) ?? "")))
  if (title == null) return "no title"
  if (artist == null) return "no artist"
  const length = wholeNumber(numberOf(value("durationMs")))
  return {
    playedAt: Math.floor(at),
    precision: "second",
    artist: { name: artist, mbid: null, url: null },
    track: { name: title, mbid: null, url: null },
    album: album == null ? null : { name: album, mbid: null, url: null },
    ...(length === null || length <= 0 ? {} : { duration: length })
  }
}

const jsonLines = ({ bytes, name }: Member, now: number, tally: PlayTally): Stream.Stream<PlacedRow, SourceFailure> =>
  lines(decodeText(bytes)).pipe(
    Stream.zipWithIndex,
    Stream.filter(([text]) => text.trim() !== ""),
    Stream.zipWithNext,
    Stream.filterMap(([[text, index], next]) => {
      const parsed = Option.liftThrowable(JSON.parse)(text) as Option.Option<unknown>
      const place = `${name}, line ${index + 1}`
      if (Option.isNone(parsed) && Option.isNone(next)) {
        tally.cutShort(`it ends within ${place}`)
        return Option.none()
      }
      const row = fieldsOf(Option.getOrNull(parsed))
      return Option.some({ place, row: row === null ? null : readScrobble((field) => row[field], now) })
    })
  )

const csvLines = (member: Member, now: number, tally: PlayTally): Stream.Stream<PlacedRow, SourceFailure> =>
  Stream.map(csvRecords(member, { source, needed, cutShort: tally.cutShort }), ({ place, value }) => ({
    place,
    row: value === null ? null : readScrobble((field) => value(field.toLowerCase()), now)
  }))

/** The export of Pano Scrobbler, or the file that it scrobbles to. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const head = yield* startOf(Stream.fromEffect(file.slice(0, Math.min(file.size, 4_096))))
      const isTable = (member: Member) =>
        member.name === file.name ? !/^\s*\{/.test(firstLine(head)) : isCsv(member.name)
      return playPages(file, {
        source,
        title: "a list of scrobbles of Pano Scrobbler",
        expected: "give the .jsonl or .csv file that Pano Scrobbler exported",
        recognise: recognisePano,
        isMember,
        rows: (members, tally) =>
          Stream.flatMap(members, (member) => (isTable(member) ? csvLines : jsonLines)(member, now, tally))
      })
    })
  )

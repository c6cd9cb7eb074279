import type { Calendar } from "@daybook/core/shared"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { csvRows, placeOf } from "../kit/exportFile/csv.js"
import { baseName } from "../kit/exportFile/members.js"
import { headerOf } from "../kit/exportFile/sample.js"
import { decodeText } from "../kit/exportFile/text.js"
import type { Track } from "../kit/recordings/track.js"
import { isRunTrack } from "../kit/recordings/track.js"
import { trackIn } from "../kit/recordings/trackFile.js"
import { byBaseName, openArchive } from "../kit/runs/archive.js"
import {
  isPlausibleStart,
  otherSport,
  type PlacedWorkout,
  type RunRecord,
  type RunTally,
  runPages
} from "../kit/runs/runPages.js"
import type { Workout } from "../kit/runs/workout.js"
import { numberOf } from "../kit/jsonValues.js"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { type WallClock, homeClock } from "../kit/WallClock.js"

const source = "runkeeper"

const isTable = (name: string): boolean => /(?:^|\/)cardioActivities\.csv$/i.test(name)

/** The columns without which a row says nothing. Others depend on year and units: `Distance (km)`, `Climb (ft)`. */
const needed = ["date", "type", "duration", "gpx file"]

const isHeader = (row: ReadonlyArray<string>): boolean => {
  const names = headerOf(row)
  return needed.every((name) => names.includes(name)) && names.some((name) => /^distance \((?:km|mi)\)$/.test(name))
}

/** The export of an account, or its table of activities. */
export const recognise = ({ entries, rows }: FileSample): boolean =>
  entries === null ? rows.some(isHeader) : entries.some(isTable)

type ReadTrack = (name: string) => Effect.Effect<Track | null>

/** The export of Runkeeper: a table of activities and a GPX file of each with a route. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<RunRecord>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const home = yield* homeClock
      return runPages(file, {
        source,
        title: "an export of Runkeeper",
        expected: "at runkeeper.com, under Settings, Export Data, and give the zip file",
        recognise,
        rows: (tally, sample) =>
          sample.entries === null
            ? tableRows(file.stream, "row", () => Effect.succeed(null), { home, now, asOf: null })
            : archived(file, tally, { home, now })
      })
    })
  )

interface Times {
  readonly home: WallClock
  readonly now: number
  readonly asOf: number | null
}

const archived = (file: ImportFile, tally: RunTally, times: Omit<Times, "asOf">) =>
  Stream.unwrap(
    Effect.map(openArchive(file, source, tally.cutShort), (archive) => {
      const recordings = byBaseName(archive.entries.filter(({ name }) => /\.gpx$/i.test(name)))
      const readTrack: ReadTrack = (name) =>
        Effect.map(archive.read(recordings.get(baseName(name))), (bytes) =>
          bytes === null ? null : trackIn("gpx", bytes)
        )
      return Stream.fromIterable(archive.entries.filter(({ name }) => isTable(name))).pipe(
        Stream.flatMap((entry) =>
          tableRows(archive.open(entry), entry.name, readTrack, { ...times, asOf: archive.asOf })
        )
      )
    })
  )

const tableRows = (
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  name: string,
  readTrack: ReadTrack,
  times: Times
): Stream.Stream<PlacedWorkout, SourceFailure> =>
  Stream.suspend(() => {
    let columns: ReadonlyArray<string> | null = null
    const layout = (values: ReadonlyArray<string>) => {
      if (!isHeader(values)) return null
      columns = headerOf(values)
      return { columns: values.length, isHeader: true }
    }
    return csvRows(decodeText(bytes), { layout, mayBeShort: true }).pipe(
      Stream.mapEffect((placed) =>
        Effect.map(
          placed.values === null || columns === null
            ? Effect.succeed(null)
            : rowOf(columns, placed.values, readTrack, times),
          (row) => ({ place: `${name}, ${placeOf(placed)}`, row })
        )
      )
    )
  })

const metresPer: Readonly<Record<string, number>> = { km: 1_000, mi: 1_609.344, m: 1, ft: 0.3048 }

/** A measure whose unit is in the name of its column. */
const measure = (columns: ReadonlyArray<string>, values: ReadonlyArray<string>, name: string): number | null => {
  const index = columns.findIndex((column) => column.startsWith(`${name} (`))
  const unit = /\((\w+)\)$/.exec(columns[index] ?? "")?.[1] ?? ""
  const value = numberOf(values[index]?.replace(",", "."))
  return value === null || metresPer[unit] === undefined ? null : value * metresPer[unit]
}

/** Seconds of `31:31` or `1:02:03`. */
const secondsOf = (text: string | undefined): number | null => {
  const parts = (text ?? "").trim().split(":")
  return parts.length > 1 && parts.every((part) => /^\d+(?:\.\d+)?$/.test(part))
    ? parts.reduce((sum, part) => sum * 60 + Number(part), 0)
    : null
}

const quarterHour = 900_000
const largestOffset = 14 * 3_600_000

/** The instant of a wall clock: by the recording, else in the home time zone. */
const startOf = (wall: number, track: Track | null, home: WallClock) => {
  const offset = track === null ? null : Math.round((wall - track.startedAt) / quarterHour) * quarterHour
  return offset !== null && Math.abs(offset) <= largestOffset
    ? { startedAt: wall - offset, zoned: true }
    : { startedAt: home.instantOf(wall), zoned: false }
}

const valueIn = (columns: ReadonlyArray<string>, values: ReadonlyArray<string>) => (name: string) =>
  values[columns.indexOf(name)]?.trim() ?? ""

const rowOf = (
  columns: ReadonlyArray<string>,
  values: ReadonlyArray<string>,
  readTrack: ReadTrack,
  times: Times
): Effect.Effect<PlacedWorkout["row"]> => {
  const type = valueIn(columns, values)("type")
  if (type === "") return Effect.succeed(null)
  const workout = workoutOf(columns, values, readTrack, times)
  return isRunTrack({ sport: type.toLowerCase() }) ? workout : Effect.succeed(otherSport(type, workout))
}

const workoutOf = Effect.fn("runkeeper.workoutOf")(function* (
  columns: ReadonlyArray<string>,
  values: ReadonlyArray<string>,
  readTrack: ReadTrack,
  { asOf, home, now }: Times
) {
  const value = valueIn(columns, values)
  const wall = wallTimeOf(value("date"))
  if (wall === null) return null
  const recording = value("gpx file")
  const track = recording === "" ? null : yield* readTrack(recording)
  const { startedAt, zoned } = startOf(wall, track, home)
  if (!isPlausibleStart(startedAt, now)) return null
  return {
    source,
    key: value("activity id") || `run:${value("date")}`,
    startedAt,
    localStart: wall,
    zoned,
    name: value("route name"),
    description: value("notes"),
    distance: measure(columns, values, "distance"),
    movingTime: secondsOf(value("duration")),
    elevation: measure(columns, values, "climb"),
    heartrateAvg: numberOf(value("average heart rate (bpm)")),
    calories: numberOf(value("calories burned")),
    track,
    asOf
  } satisfies Workout
})

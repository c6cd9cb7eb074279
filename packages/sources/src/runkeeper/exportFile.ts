import type { Calendar } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { csvRows, placeOf } from "../kit/exportFile/csv.js"
import { withDecimalPoint } from "../kit/exportFile/csvTables.js"
import { type Format, fileAlone } from "../kit/exportFile/Format.js"
import { type Member, baseName } from "../kit/exportFile/members.js"
import { headerOf } from "../kit/exportFile/sample.js"
import { decodeText } from "../kit/exportFile/text.js"
import { makeTableDays, unclearDays } from "../kit/exportFile/writtenDates.js"
import type { Track } from "../kit/recordings/track.js"
import { isRunTrack } from "../kit/recordings/track.js"
import { trackIn } from "../kit/recordings/trackFile.js"
import { type RunArchive, byBaseName, openArchive } from "../kit/runs/archive.js"
import {
  isPlausibleStart,
  otherSport,
  type PlacedWorkout,
  type RunTally,
  type WorkoutRow
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

type ReadTrack = (name: string) => Effect.Effect<Track | null>

interface Times {
  readonly home: WallClock
  readonly now: number
  readonly asOf: number | null
}

/** The export of Runkeeper, a table of activities and a GPX file of each with a route, or the table alone. */
export const format: Format<WorkoutRow, Calendar> = {
  recognise: ({ entries, rows }) => (entries === null ? rows.some(isHeader) : entries.some(isTable)),
  rows: (open) =>
    Stream.unwrap(
      Effect.map(homeClock, (home) => {
        const { archive, now, tally } = open
        return archive === null
          ? Stream.flatMap(fileAlone(open), ({ bytes }) =>
              tableRows({ name: "row", bytes }, () => Effect.succeed(null), { home, now, asOf: null }, tally)
            )
          : archived(openArchive(open, archive), tally, { home, now })
      })
    )
}

const archived = (archive: RunArchive, tally: RunTally, times: Omit<Times, "asOf">) => {
  const recordings = byBaseName(archive.entries.filter(({ name }) => /\.gpx$/i.test(name)))
  const readTrack: ReadTrack = (name) =>
    Effect.map(archive.read(recordings.get(baseName(name))), (bytes) => (bytes === null ? null : trackIn("gpx", bytes)))
  return Stream.flatMap(Stream.fromIterable(archive.entries.filter(({ name }) => isTable(name))), (entry) =>
    tableRows({ name: entry.name, bytes: archive.open(entry) }, readTrack, { ...times, asOf: archive.asOf }, tally)
  )
}

/** The rows under the header, each with its values by column. Null for one that cannot be read. */
const rowsIn = (bytes: Member["bytes"]) =>
  Stream.suspend(() => {
    let columns: ReadonlyArray<string> = []
    const layout = (values: ReadonlyArray<string>) => {
      if (!isHeader(values)) return null
      columns = headerOf(values)
      return { columns: values.length, isHeader: true }
    }
    return Stream.map(csvRows(decodeText(bytes), { layout, mayBeShort: true }), (placed) => ({ ...placed, columns }))
  })

/** The table is read twice: first for its dates, which a spreadsheet may have written again. */
const tableRows = (
  { bytes, name }: Member,
  readTrack: ReadTrack,
  times: Times,
  tally: RunTally
): Stream.Stream<PlacedWorkout, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const dates = yield* Stream.runCollect(
        Stream.map(rowsIn(bytes), ({ columns, values }) => (values === null ? "" : valueIn(columns, values)("date")))
      )
      const days = makeTableDays(Array.from(dates), times.now)
      if (days.isUnclear) tally.remark(`${name}: ${unclearDays}; its rows were left out`)
      return Stream.mapEffect(rowsIn(bytes), (placed) =>
        Effect.map(
          placed.values === null
            ? Effect.succeed(null)
            : rowOf(placed.columns, placed.values, readTrack, { ...times, dayIn: days.dayIn }),
          (row) => ({ place: `${name}, ${placeOf(placed)}`, row })
        )
      )
    })
  )

const metresPer: Readonly<Record<string, number>> = { km: 1_000, mi: 1_609.344, m: 1, ft: 0.3048 }

/** A measure whose unit is in the name of its column. */
const measure = (columns: ReadonlyArray<string>, values: ReadonlyArray<string>, name: string): number | null => {
  const index = columns.findIndex((column) => column.startsWith(`${name} (`))
  const unit = /\((\w+)\)$/.exec(columns[index] ?? "")?.[1] ?? ""
  const value = numberOf(withDecimalPoint(values[index] ?? ""))
  return value === null || metresPer[unit] === undefined ? null : value * metresPer[unit]
}

/** Seconds of `31:31` or `1:02:03`. */
const secondsOf = (text: string | undefined): number | null => {
  const parts = (text ?? "").trim().split(":")
  return parts.length > 1 && parts.every((part) => /^\d+(?:\.\d+)?$/.test(part))
    ? parts.reduce((sum, part) => sum * 60 + Number(part), 0)
    : null
}

/** Metres per second. Nobody who runs or rides is slower. */
const minSpeed = 0.2

/** Spreadsheets take `31:31` for hours and minutes and write `31:31:00`. The distance shows whether these are hours. */
const savedSeconds = (text: string, distance: number | null): number | null => {
  const seconds = secondsOf(text)
  const isTooSlow = seconds !== null && distance !== null && distance > 0 && distance / seconds < minSpeed
  return isTooSlow && /^\d{1,3}:\d\d:00$/.test(text) ? seconds / 60 : seconds
}

const quarterHour = 900_000
const maxOffset = 14 * 3_600_000

/** The instant of a wall clock: by the recording, else in the home time zone. */
const startOf = (wall: number, track: Track | null, home: WallClock) => {
  const offset = track === null ? null : Math.round((wall - track.startedAt) / quarterHour) * quarterHour
  return offset !== null && Math.abs(offset) <= maxOffset
    ? { startedAt: wall - offset, zoned: true }
    : { startedAt: home.instantOf(wall), zoned: false }
}

const valueIn = (columns: ReadonlyArray<string>, values: ReadonlyArray<string>) => (name: string) =>
  values[columns.indexOf(name)]?.trim() ?? ""

interface RowTimes extends Times {
  /** The date of a row with the year first; null for one that cannot be read. */
  readonly dayIn: (text: string) => string | null
}

const rowOf = (
  columns: ReadonlyArray<string>,
  values: ReadonlyArray<string>,
  readTrack: ReadTrack,
  times: RowTimes
): Effect.Effect<WorkoutRow> => {
  const type = valueIn(columns, values)("type")
  if (type === "") return Effect.succeed(null)
  const workout = workoutOf(columns, values, readTrack, times)
  return isRunTrack({ sport: type.toLowerCase() }) ? workout : Effect.succeed(otherSport(type, workout))
}

const workoutOf = Effect.fn("runkeeper.workoutOf")(function* (
  columns: ReadonlyArray<string>,
  values: ReadonlyArray<string>,
  readTrack: ReadTrack,
  { asOf, dayIn, home, now }: RowTimes
) {
  const value = valueIn(columns, values)
  const date = dayIn(value("date"))
  const wall = wallTimeOf(date)
  if (date === null || wall === null) return null
  const distance = measure(columns, values, "distance")
  const recording = value("gpx file")
  const track = recording === "" ? null : yield* readTrack(recording)
  const { startedAt, zoned } = startOf(wall, track, home)
  if (!isPlausibleStart(startedAt, now)) return null
  return {
    source,
    key: value("activity id") || `run:${date}`,
    startedAt,
    localStart: wall,
    zoned,
    name: value("route name"),
    description: value("notes"),
    distance,
    movingTime: date === value("date") ? secondsOf(value("duration")) : savedSeconds(value("duration"), distance),
    elevation: measure(columns, values, "climb"),
    heartrateAvg: numberOf(withDecimalPoint(value("average heart rate (bpm)"))),
    calories: numberOf(withDecimalPoint(value("calories burned"))),
    track,
    asOf
  } satisfies Workout
})

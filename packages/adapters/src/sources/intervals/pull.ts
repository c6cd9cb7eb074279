import type { Report } from "@daybook/core/running"
import { addDays, type Calendar, type LocalDate } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { pageOf } from "../kit/exportFile/exportPages.js"
import { soundSamples } from "../kit/recordings/samples.js"
import { isPlausibleStart } from "../kit/runs/runPages.js"
import { type Workout, reportOf } from "../kit/runs/workout.js"
import { dateOf, homeClock, utc } from "../kit/WallClock.js"
import type { Intervals } from "./client.js"
import { activityOf, idOf, isRecorded, trackOf } from "./wire.js"

/** Raised when rows are read differently, so that all of them are read again. */
const readingVersion = 1

/** Runs by id, each with a hash of its row; "" for one that was no longer listed. */
const Cursor = Schema.parseJson(
  Schema.Struct({ version: Schema.Number, runs: Schema.Record({ key: Schema.String, value: Schema.String }) })
)

const writeCursor = (runs: ReadonlyMap<string, string>): string =>
  Schema.encodeSync(Cursor)({ version: readingVersion, runs: Object.fromEntries(runs) })

/** Of another version, only the ids count. */
const readCursor = ({ cursor, full }: PullRequest): Map<string, string> => {
  const { runs = {}, version } = Option.getOrElse(
    Option.flatMap(cursor, Schema.decodeOption(Cursor)),
    (): Partial<typeof Cursor.Type> => ({})
  )
  return new Map(Object.entries(runs).map(([id, hash]) => [id, full || version !== readingVersion ? "" : hash]))
}

const hashOf = (workout: Workout): string =>
  createHash("sha256").update(JSON.stringify(workout)).digest("base64url").slice(0, 12)

/** Years that are asked for one by one, and the first day of all. */
const singleYears = 25
const firstDay = "1980-01-01" as LocalDate

/** A list of days, both inclusive. */
export interface DayRange {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Parts of the history, newest first: one answer has at most a year, and the oldest part has the rest. */
export const partsOf = (today: LocalDate): ReadonlyArray<DayRange> => {
  // Somewhere it is tomorrow already.
  const last = addDays(today, 1)
  const year = Number(last.slice(0, 4))
  const years = Array.from({ length: singleYears }, (_, index) => year - index)
  const oldest = `${year - singleYears}-12-31` as LocalDate
  return [
    ...years.map((one, index): DayRange => ({
      from: `${one}-01-01` as LocalDate,
      to: index === 0 ? last : (`${one}-12-31` as LocalDate)
    })),
    { from: firstDay, to: oldest }
  ]
}

/** Runs per page: each has a recording. */
const perPage = 20
const maxNamed = 10

/**
 * All activities are listed at each sync. Only new and changed runs are read, with what was recorded. Runs that are no
 * longer listed are reported as deleted.
 */
export const pull = (
  intervals: Intervals,
  request: PullRequest
): Stream.Stream<Page<Report>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const home = yield* homeClock
      const runs = readCursor(request)
      const listed = new Set<string>()
      const left = { nameless: 0, strava: 0, unreadable: new Set<string>() }

      /** Runs of some rows that are new or have changed. */
      const changedIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<Workout> =>
        rows.flatMap((row) => {
          const id = idOf(row)
          if (id === null) {
            left.nameless++
            return []
          }
          if (listed.has(id)) return []
          const activity = activityOf(row, home)
          if (activity === "not a run") return []
          listed.add(id)
          if (activity === "Strava") left.strava++
          else if (activity === null || !isPlausibleStart(activity.startedAt, now)) left.unreadable.add(id)
          else if (runs.get(id) !== hashOf(activity)) return [activity]
          return []
        })

      const reportWithTrack = (workout: Workout) =>
        Effect.gen(function* () {
          const streams = isRecorded(workout.key) ? yield* intervals.streams(workout.key) : Option.none()
          const recorded = Option.isSome(streams) ? trackOf(streams.value, workout.startedAt) : null
          const track = recorded === null ? null : { ...recorded, points: soundSamples(recorded.points) }
          const report = reportOf({ ...workout, track, asOf: now })
          if (report === null) left.unreadable.add(workout.key)
          return { id: workout.key, hash: hashOf(workout), report }
        })

      const pages = Stream.flatMap(Stream.fromIterable(partsOf(dateOf(now) as LocalDate)), ({ from, to }) =>
        Stream.fromIterableEffect(Effect.map(intervals.activities(from, to), changedIn)).pipe(
          Stream.mapEffect(reportWithTrack),
          Stream.grouped(perPage),
          Stream.map((read): Page<Report> => {
            for (const { hash, id } of read) runs.set(id, hash)
            const records = Chunk.toReadonlyArray(read).flatMap(({ report }) => report ?? [])
            return { ...pageOf<Report>(records), cursor: Option.some(writeCursor(runs)) }
          })
        )
      )
      const end = Stream.unwrap(
        Effect.gen(function* () {
          yield* logLeftOut(left)
          // A row without an id may be any of the runs.
          if (left.nameless > 0) return Stream.empty
          const deleted = [...runs.keys()].filter((id) => !listed.has(id))
          for (const id of deleted) runs.set(id, "")
          return Stream.succeed<Page<Report>>({ ...pageOf([]), deleted, cursor: Option.some(writeCursor(runs)) })
        })
      )
      return Stream.concat(pages, end)
    })
  )

interface LeftOut {
  readonly nameless: number
  readonly strava: number
  readonly unreadable: ReadonlySet<string>
}

const logLeftOut = ({ nameless, strava, unreadable }: LeftOut) =>
  Effect.gen(function* () {
    if (strava > 0)
      yield* Effect.logInfo(
        `intervals.icu may not pass on ${strava} activities that it has from Strava: set up strava to read them`
      )
    const names = [...unreadable].slice(0, maxNamed).join(", ")
    if (unreadable.size > 0)
      yield* Effect.logWarning(`intervals.icu: ${unreadable.size} activities could not be read: ${names}`)
    if (nameless > 0)
      yield* Effect.logWarning(`intervals.icu: ${nameless} activities have no id; no run is removed this time`)
  })

/** The runs that were deleted, or are of another sport now. An activity that cannot be read is still there. */
export const confirmDeleted = (intervals: Intervals) => (keys: ReadonlyArray<string>) =>
  Effect.filter(keys, (key) =>
    Effect.map(
      intervals.activity(key),
      Option.match({ onNone: () => true, onSome: (row) => activityOf(row, utc) === "not a run" })
    )
  )

import { activities, stagedActivityId } from "@daybook/core/activities"
import { hasDomain } from "@daybook/core/domain"
import { type Places, addDays, type Calendar, type LocalDate } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Schema, Stream } from "effect"
import { createHash } from "node:crypto"
import { pageOf } from "../kit/exportFile/exportPages.js"
import { activityOf as otherActivityOf } from "../kit/activities/report.js"
import { anySport, soundSamples } from "../kit/recordings/samples.js"
import { withOffset } from "../kit/recordings/zone.js"
import { isPlausibleStart, type RunRecord } from "../kit/runs/runPages.js"
import { reportOf } from "../kit/runs/workout.js"
import { dateOf, homeClock, utc } from "../kit/WallClock.js"
import type { Intervals } from "./client.js"
import { activityOf, idOf, type IntervalsWorkout, isRecorded, trackOf } from "./wire.js"

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

const hashOf = ({ other, ...workout }: IntervalsWorkout): string =>
  createHash("sha256")
    .update(JSON.stringify(other === null ? workout : { ...workout, other }))
    .digest("base64url")
    .slice(0, 12)

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
): Stream.Stream<Page<RunRecord>, SourceFailure, Calendar | Places> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const home = yield* homeClock
      const runs = readCursor(request)
      const hasActivities = yield* hasDomain(activities)
      const listed = new Set<string>()
      const left = { nameless: 0, strava: 0, unreadable: new Set<string>() }

      /** Workouts of some rows that are new or have changed. */
      const changedIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<IntervalsWorkout> =>
        rows.flatMap((row) => {
          const id = idOf(row)
          if (id === null) {
            left.nameless++
            return []
          }
          if (listed.has(id)) return []
          const activity = activityOf(row, home)
          if (isOther(activity) && !hasActivities) return []
          listed.add(id)
          if (activity === "Strava") left.strava++
          else if (activity === null || !isPlausibleStart(activity.startedAt, now)) left.unreadable.add(id)
          else if (runs.get(id) !== hashOf(activity)) return [activity]
          return []
        })

      const reportWithTrack = (workout: IntervalsWorkout) =>
        Effect.gen(function* () {
          const streams = isRecorded(workout.key) ? yield* intervals.streams(workout.key) : Option.none()
          const recorded = Option.isSome(streams) ? trackOf(streams.value, workout.startedAt) : null
          const points = recorded?.points ?? []
          const track =
            recorded === null
              ? null
              : { ...recorded, points: soundSamples(points), fastPoints: () => soundSamples(points, anySport) }
          const { other } = workout
          const report: RunRecord | null =
            other === null
              ? reportOf({ ...workout, track, asOf: now })
              : yield* otherActivityOf(
                  { ...workout, track: track === null ? null : yield* withOffset(track) },
                  other,
                  "api"
                )
          if (report === null) left.unreadable.add(workout.key)
          return { id: workout.key, hash: hashOf(workout), report, isOther: other !== null }
        })

      const pages = Stream.flatMap(Stream.fromIterable(partsOf(dateOf(now) as LocalDate)), ({ from, to }) =>
        Stream.fromIterableEffect(Effect.map(intervals.activities(from, to), changedIn)).pipe(
          Stream.mapEffect(reportWithTrack),
          Stream.grouped(perPage),
          Stream.map((read): Page<RunRecord> => {
            const all = Chunk.toReadonlyArray(read)
            // One that is of another sport now may have been a run.
            const deleted = all.flatMap(({ id, isOther }) => (isOther && runs.has(id) ? [id] : []))
            for (const { hash, id } of all) runs.set(id, hash)
            const records = all.flatMap(({ report }) => report ?? [])
            return { ...pageOf<RunRecord>(records), deleted, cursor: Option.some(writeCursor(runs)) }
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
          return Stream.succeed<Page<RunRecord>>({ ...pageOf([]), deleted, cursor: Option.some(writeCursor(runs)) })
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

const isOther = (activity: ReturnType<typeof activityOf>): boolean =>
  typeof activity === "object" && activity !== null && activity.other !== null

/**
 * The runs that were deleted, or are of another sport now, and the other activities that were deleted, or are runs now.
 * An activity that cannot be read is still there.
 */
export const confirmDeleted = (intervals: Intervals) => (keys: ReadonlyArray<string>) =>
  Effect.filter(keys, (key) => {
    const activityId = stagedActivityId(key)
    return Effect.map(
      intervals.activity(activityId ?? key),
      Option.match({
        onNone: () => true,
        onSome: (row) => {
          const activity = activityOf(row, utc)
          if (activityId === null) return isOther(activity)
          return typeof activity === "object" && activity !== null && activity.other === null
        }
      })
    )
  })

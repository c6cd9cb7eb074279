import type { ActivityReport } from "@daybook/core/activities"
import type { OptionalRow } from "@daybook/core/domain"
import type { Report, Run } from "@daybook/core/running"
import type { Places, Calendar } from "@daybook/core/shared"
import { Chunk, Effect, Option, Stream } from "effect"
import { isPartless } from "../activities/kinds.js"
import { activityOf } from "../activities/report.js"
import { makeActivityTally } from "../activities/tally.js"
import { exportPages } from "../exportFile/exportPages.js"
import type { OpenFile, Placed } from "../exportFile/Format.js"
import type { ToPages } from "../exportFile/importer.js"
import type { Track } from "../recordings/track.js"
import { withOffset } from "../recordings/zone.js"
import { type Workout, reportOf } from "./workout.js"
import { runsWriter } from "./writer.js"

/** Why a readable workout is no run. Part of the summary of an import: `60 not a run`. */
export type NoRun = "not a run" | "without a sport" | "no activity" | "planned" | "part of another"

/** A workout of another sport than running. It is read only if the domain of activities is on. */
export interface OtherSport {
  readonly _tag: "OtherSport"
  /** As the provider names it; null if it names none. */
  readonly sport: string | null
  readonly workout: Effect.Effect<Workout | NoRun | null>
}

export const otherSport = (
  sport: string | null,
  workout: Workout | NoRun | null | Effect.Effect<Workout | NoRun | null>
): OtherSport => ({ _tag: "OtherSport", sport, workout: Effect.isEffect(workout) ? workout : Effect.succeed(workout) })

/** A workout, why it is none, or null for one that cannot be read. */
export type WorkoutRow = Workout | OtherSport | NoRun | null

export type PlacedWorkout = Placed<WorkoutRow>

const isOther = (row: WorkoutRow): row is OtherSport => typeof row === "object" && row !== null && "_tag" in row

/** A record of a file of runs: a run, or another activity. */
export type RunRecord = Report | OptionalRow

/** A workout after it was read: a run, another activity, or why it is neither. */
interface ReadWorkout {
  readonly row: Workout | OptionalRow | NoRun | null
  readonly place: string
}

export type RunTally = OpenFile["tally"]

/** Runs per page: their routes and splits are large. */
const perPage = 100

/** The runs and other activities of an export file, in pages. What is left out is counted. */
const runPages: ToPages<WorkoutRow, RunRecord, Calendar | Places> = (rows, { file, now, source, tally }) =>
  Stream.unwrap(
    Effect.map(makeActivityTally(tally), (others) => {
      const read = Stream.mapEffect(rows, ({ place, row }) =>
        Effect.map(readRow(row, others), (row): ReadWorkout => ({ place, row }))
      )
      return exportPages(Stream.concat(countedRuns(tally, now)(read), others.end), tally.tally, {
        source,
        file,
        perPage
      })
    })
  )

/** What sources have in common whose files hold workouts. */
export const runs = { writer: runsWriter, syncType: "activities", toPages: runPages }

/** What the file says of the local time counts, then the place. Without either, it is that of the home time zone. */
const withLocalTime = (row: Workout | NoRun | null): Effect.Effect<Workout | NoRun | null, never, Calendar> => {
  if (row === null || typeof row === "string") return Effect.succeed(row)
  const { localStart = null, track = null } = row
  return localStart !== null || track === null
    ? Effect.succeed(row)
    : Effect.map(withOffset(track), (track) => ({ ...row, track }))
}

const readRow = (
  row: WorkoutRow,
  others: ActivityTally
): Effect.Effect<ReadWorkout["row"], never, Calendar | Places> =>
  isOther(row) ? readOther(row, others) : withLocalTime(row)

type ActivityTally = Effect.Effect.Success<ReturnType<typeof makeActivityTally>>

/** Reads a workout of another sport. What lies between the legs of a multisport activity is no activity. */
const readOther = (
  { sport, workout }: OtherSport,
  { count, isOn }: ActivityTally
): Effect.Effect<ReadWorkout["row"], never, Calendar | Places> =>
  Effect.gen(function* () {
    if (sport !== null && isPartless(sport)) return isOn ? ("part of another" as const) : ("not a run" as const)
    if (!isOn) {
      count()
      return "not a run" as const
    }
    const row = yield* Effect.flatMap(workout, withLocalTime)
    if (row === null || typeof row === "string") return row
    const activity = yield* activityOf(row, sport)
    if (activity !== null) count()
    return activity
  })

const countedRuns =
  (tally: RunTally, now: number) =>
  <E, R>(rows: Stream.Stream<ReadWorkout, E, R>): Stream.Stream<RunRecord, E, R> => {
    let isAltitudeNamed = false
    return Stream.mapChunks(rows, (chunk) =>
      Chunk.filterMap(chunk, ({ place, row }) => {
        if (typeof row === "string") {
          tally.skip(row, place)
          return Option.none()
        }
        if (row !== null && "_tag" in row) {
          const fault = faultOfActivity(row, now)
          if (fault === null) tally.readAt((row.row as ActivityReport).started_at)
          else tally.leaveOut(place, fault)
          return fault === null ? Option.some(row) : Option.none()
        }
        const report = row === null ? null : reportOf(row)
        const fault = report === null ? null : faultOf(report, now)
        if (report === null || fault !== null) {
          tally.leaveOut(place, fault ?? (row === null ? "it is not a complete workout" : noTime))
          return Option.none()
        }
        // One program writes many such files.
        if (!isAltitudeNamed && row?.track?.hasImpossibleAltitude === true) {
          tally.remark(`${place} has altitudes that are none: they are left out, there and in other files`)
          isAltitudeNamed = true
        }
        tally.readAt(report.run.startedAt)
        return Option.some(report)
      })
    )
  }

const noTime = "it does not say how long it took"

/** What keeps a run from being stored. One such run must not keep the others of its page from it. */
const faultOf = ({ run, ...others }: Report & { readonly run: Run }, now: number): string | null => {
  if (!isPlausibleStart(run.startedAt, now)) return "no run can have been then"
  return isFiniteThroughout({ run, ...others }) ? null : "it has a number that cannot be stored"
}

const faultOfActivity = ({ row }: OptionalRow, now: number): string | null => {
  if (!isPlausibleStart((row as ActivityReport).started_at, now)) return "no activity can have been then"
  return isFiniteThroughout(row) ? null : "it has a number that cannot be stored"
}

/** Whether a value has no number without an end. */
const isFiniteThroughout = (value: unknown): boolean => {
  if (typeof value === "number") return Number.isFinite(value)
  return typeof value !== "object" || value === null || Object.values(value).every(isFiniteThroughout)
}

/** What is said of a truncated recording in an archive. */
export const cutRemark = (place: string): string => `${place} is cut short: what is whole of it was read`

/** Says of a recording that it was read in part. */
export const sayCut = (tally: RunTally, place: string, tracks: ReadonlyArray<Track>) => {
  if (tracks.some(({ isCut }) => isCut === true)) tally.remark(cutRemark(place))
}

/** The first runs: watches and phones did not record any before. */
const earliest = Date.UTC(1980, 0, 1)
const maxClockSkew = 86_400_000

/** Whether a time can be that of a run. */
export const isPlausibleStart = (at: number | null, now: number): at is number =>
  at !== null && Number.isFinite(at) && at >= earliest && at <= now + maxClockSkew

import type { Report, Run } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { badFile, exportPages, makeTally } from "../exportFile/exportPages.js"
import { sampleOf } from "../exportFile/sample.js"
import type { Track } from "../recordings/track.js"
import { withOffset } from "../recordings/zone.js"
import { type Workout, reportOf } from "./workout.js"

/** Why a readable workout is no run. Part of the summary of an import: `60 not a run`. */
export type NoRun = "not a run" | "without a sport" | "no activity" | "planned" | "part of another"

/** A workout and its place in the file. Null for one that cannot be read. */
export interface PlacedWorkout {
  readonly row: Workout | NoRun | null
  readonly place: string
}

export type RunTally = ReturnType<typeof makeTally>

/** Runs per page: their routes and splits are large. */
const perPage = 100

interface RunFileOptions<R> {
  readonly source: string
  /** Whether a file is of this format. */
  readonly recognise: (sample: FileSample) => boolean
  /** What the format is called: `a Runkeeper export`. */
  readonly title: string
  /** What to give instead of another file. */
  readonly expected: string
  readonly rows: (tally: RunTally, sample: FileSample) => Stream.Stream<PlacedWorkout, SourceFailure, R>
}

/** The runs of an export file, in pages. Other sports and unreadable rows are counted. */
export const runPages = <R>(
  file: ImportFile,
  options: RunFileOptions<R>
): Stream.Stream<Page<Report>, SourceFailure, R | Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { source } = options
      const sample = yield* sampleOf(file)
      if (!options.recognise(sample))
        return yield* badFile(source, `${file.name} is not ${options.title}`, options.expected)
      const tally = makeTally()
      const rows = Stream.mapEffect(options.rows(tally, sample), withLocalTime)
      return exportPages(countedRuns(tally, yield* Clock.currentTimeMillis)(rows), tally.tally, {
        source,
        file,
        perPage
      })
    })
  )

/** What the file says of the local time counts, then the place. Without either, it is that of the home time zone. */
const withLocalTime = (placed: PlacedWorkout): Effect.Effect<PlacedWorkout, never, Calendar> => {
  const { place, row } = placed
  if (row === null || typeof row === "string") return Effect.succeed(placed)
  const { localStart = null, track = null } = row
  return localStart !== null || track === null
    ? Effect.succeed(placed)
    : Effect.map(withOffset(track), (track) => ({ place, row: { ...row, track } }))
}

const countedRuns =
  (tally: RunTally, now: number) =>
  <E, R>(rows: Stream.Stream<PlacedWorkout, E, R>): Stream.Stream<Report, E, R> => {
    let isAltitudeNamed = false
    return Stream.mapChunks(rows, (chunk) =>
      Chunk.filterMap(chunk, ({ place, row }) => {
        if (typeof row === "string") {
          tally.skip(row, place)
          return Option.none()
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

import { logChanges } from "@daybook/core/changes"
import {
  type MergedRun,
  type PlaceAt,
  type RunReports,
  correctionOfRun,
  effortFields,
  fastestOfEach,
  gearIdOf,
  lacksPlace,
  measured,
  mergeRun,
  reportNamesOf,
  runBasics,
  splitFields,
  workoutTypes
} from "@daybook/core/running"
import { Places, type Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { bigint, boolean, date, instant, nullable, number, oneOf, text, wallClock } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** The stored columns of a run, next to those that the database computes. */
const activities = table("running_activities", {
  id: bigint,
  source: text,
  sport: text,
  ...columnsOf(runBasics),
  ...columnsOf(measured),
  localStart: wallClock,
  day: date,
  elapsedTime: number,
  workoutType: oneOf(workoutTypes),
  country: nullable(text),
  gearId: nullable(text),
  description: nullable(text),
  hidden: boolean
})
const courses = table("running_courses", { activityId: bigint, polyline: text })
const splits = table("running_splits", { activityId: bigint, ...columnsOf(splitFields) })
const efforts = table("running_efforts", { activityId: bigint, ...columnsOf(effortFields), startedAt: instant })

/** Makes runs of reports. `source` is the one that leads. */
export type MergeReports = (reports: RunReports, source: string) => MergedRun | null

/** Finds cities. Loads the gazetteer only if the city of one of these runs has to be found. */
export const placeFinderOf = (all: Iterable<RunReports>): Effect.Effect<PlaceAt, never, Places> =>
  Array.from(all).some(lacksPlace)
    ? Effect.flatMap(
        Places,
        Effect.map((gazetteer) => gazetteer.placeAt)
      )
    : Effect.succeed(() => null)

/** Merges the reports of runs, with all corrections that are stored. */
export const mergerOf = Effect.fn("running.mergerOf")(function* (
  calendar: Context.Tag.Service<Calendar>,
  all: Iterable<RunReports>
) {
  const corrections = yield* correctionsOf("running")
  const placeAt = yield* placeFinderOf(all)
  return ((reports, source) =>
    mergeRun(
      calendar,
      placeAt,
      reports,
      correctionOfRun(corrections, reportNamesOf(source, reports))
    )) satisfies MergeReports
})

/** Replaces the rows of runs. A run stays with the source that reported it first. A hidden run has no parts. */
export const writeRuns = Effect.fn("running.writeRuns")(function* (source: string, runs: ReadonlyArray<MergedRun>) {
  if (runs.length === 0) return
  yield* activities.upsert(
    runs.map((run) => ({
      ...run,
      source,
      workoutType: run.workoutType ?? "default",
      gearId: run.gear === null ? null : gearIdOf(run.gear)
    })),
    { key: ["id"], keep: ["source"], returning: {} }
  )
  const ids = runs.map(({ id }) => id)
  for (const { name } of [courses, splits, efforts])
    yield* sql`DELETE FROM ${sql(name)} WHERE activity_id = ANY(${ids}::bigint[])`
  const visible = runs.filter(({ hidden }) => !hidden)
  yield* courses.insert(
    visible.flatMap(({ id, polyline }) => (polyline === null ? [] : [{ activityId: id, polyline }]))
  )
  yield* splits.insert(
    visible.flatMap((run) => (run.splits ?? []).map((split) => ({ ...split, activityId: run.id }))),
    { skip: true }
  )
  yield* efforts.insert(
    visible.flatMap((run) =>
      fastestOfEach(run.efforts ?? []).map((effort) => ({ ...effort, activityId: run.id, startedAt: run.startedAt }))
    )
  )
  const isShown = new Set(visible.map(({ id }) => id))
  yield* logChanges("running", "upsert", "activity", [...isShown])
  yield* logChanges(
    "running",
    "delete",
    "activity",
    ids.filter((id) => !isShown.has(id))
  )
})

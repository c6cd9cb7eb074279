import { logChanges } from "@daybook/core/changes"
import {
  type MergedRun,
  type PlaceAt,
  type RunReports,
  effortFields,
  fastestOfEach,
  gearIdOf,
  lacksPlace,
  measured,
  mergeRun,
  runBasics,
  splitFields,
  workoutTypes
} from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { Places } from "../../places/Gazetteer.js"
import { bigint, date, instant, nullable, number, oneOf, text, wallClock } from "../kit/columns.js"
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
  description: nullable(text)
})
const courses = table("running_courses", { activityId: bigint, polyline: text })
const splits = table("running_splits", { activityId: bigint, ...columnsOf(splitFields) })
const efforts = table("running_efforts", { activityId: bigint, ...columnsOf(effortFields), startedAt: instant })

/** Merges the reports of runs. Loads the gazetteer only if the city of one of these runs has to be found. */
export const mergerOf = (
  calendar: Context.Tag.Service<Calendar>,
  all: Iterable<RunReports>
): Effect.Effect<(reports: RunReports) => MergedRun | null> => {
  const placeAt: Effect.Effect<PlaceAt> = Array.from(all).some(lacksPlace)
    ? Effect.flatMap(
        Places,
        Effect.map((gazetteer) => gazetteer.placeAt)
      )
    : Effect.succeed(() => null)
  return Effect.map(placeAt, (placeAt) => (reports) => mergeRun(calendar, placeAt, reports))
}

/** Replaces the rows of runs. A run stays with the source that reported it first. */
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
  yield* courses.insert(runs.flatMap(({ id, polyline }) => (polyline === null ? [] : [{ activityId: id, polyline }])))
  yield* splits.insert(
    runs.flatMap((run) => (run.splits ?? []).map((split) => ({ ...split, activityId: run.id }))),
    { skip: true }
  )
  yield* efforts.insert(
    runs.flatMap((run) =>
      fastestOfEach(run.efforts ?? []).map((effort) => ({ ...effort, activityId: run.id, startedAt: run.startedAt }))
    )
  )
  yield* logChanges("running", "upsert", "activity", ids)
})

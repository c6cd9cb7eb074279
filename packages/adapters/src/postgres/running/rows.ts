import { type Fact, type LocalRange, type Metres, measured, runBasics, workoutTypes } from "@daybook/core/running"
import type { Statement } from "@effect/sql"
import { type ColumnsOf, nullable, number, oneOf, text } from "../kit/columns.js"
import { every, ifPresent, within } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { columnList } from "../kit/table.js"

/** The runs that answers show, as a table: those that no correction hides. */
export const shownRuns = sql`(SELECT * FROM running_activities WHERE NOT hidden)`

const storedColumns = { ...columnsOf(runBasics), ...columnsOf(measured) }

export const runColumns: ColumnsOf<Fact.RunFact> = {
  id: number,
  ...storedColumns,
  localStart: number,
  polyline: nullable(text),
  splitCount: number,
  workoutType: oneOf(workoutTypes)
}

/** A wall-clock time in epoch milliseconds, written as if it were UTC. */
export const localStart = sql.literal("(extract(epoch FROM run.local_start) * 1000)::float8 AS local_start")

/** Selects `runColumns` from `shownRuns AS run`. */
export const runSelect = sql`
  run.id, ${columnList(storedColumns, "run")}, run.workout_type, ${localStart},
  (SELECT polyline FROM running_courses AS course WHERE course.activity_id = run.id) AS polyline,
  (SELECT count(*)::int FROM running_splits AS split WHERE split.activity_id = run.id) AS split_count`

export const totalColumns: ColumnsOf<Fact.Totals> = {
  runs: number,
  distance: number,
  movingTime: number,
  elevation: number,
  pacedDistance: number,
  pacedTime: number,
  longest: number,
  races: number
}

/** Selects `totalColumns` from `running_sums`. */
export const sumSelect = sql`
  coalesce(sum(runs), 0)::int AS runs, coalesce(sum(distance), 0)::float8 AS distance,
  coalesce(sum(moving_time), 0)::float8 AS moving_time, coalesce(sum(elevation), 0)::float8 AS elevation,
  coalesce(sum(paced_distance), 0)::float8 AS paced_distance, coalesce(sum(paced_time), 0)::float8 AS paced_time,
  coalesce(max(longest), 0)::float8 AS longest, coalesce(sum(races), 0)::int AS races`

/** Selects `totalColumns` from `shownRuns AS run`. */
export const totalSelect = sql`
  count(*) AS runs, coalesce(sum(distance), 0)::float8 AS distance,
  coalesce(sum(moving_time), 0)::float8 AS moving_time, coalesce(sum(elevation), 0)::float8 AS elevation,
  coalesce(sum(distance) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_distance,
  coalesce(sum(moving_time) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_time,
  coalesce(max(distance), 0)::float8 AS longest, count(*) FILTER (WHERE workout_type = 'race') AS races`

/** A wall-clock time, written as if it were UTC. */
const localTime = (at: number) => sql`to_timestamp(${at}::float8 / 1000) AT TIME ZONE 'UTC'`

/** Runs in a range, as a condition on `shownRuns AS run`. */
export const ranWithin = ({ instant, local }: LocalRange): Statement.Fragment =>
  every([
    ifPresent(local.from, (from) => sql`run.local_start >= ${localTime(from)}`),
    ifPresent(local.to, (to) => sql`run.local_start < ${localTime(to)}`),
    within("run.started_at", instant)
  ])

/** Runs of a year, as a condition on `shownRuns AS run`; null for all years. */
export const ofYear = (year: number | null): Statement.Fragment =>
  year === null
    ? sql`true`
    : sql`run.day >= make_date(${year}::int, 1, 1) AND run.day < make_date(${year + 1}::int, 1, 1)`

/** Runs of a length, as a condition on `shownRuns AS run`. */
export const asLongAs = ({ from, to }: Metres): Statement.Fragment =>
  every([
    ifPresent(from, (metres) => sql`run.distance >= ${metres}::numeric`),
    ifPresent(to, (metres) => sql`run.distance <= ${metres}::numeric`)
  ])

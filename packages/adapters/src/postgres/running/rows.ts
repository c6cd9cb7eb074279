import {
  type Detail,
  type Effort,
  type Fact,
  type GearRef,
  type LocalRange,
  type Metres,
  type PublishableRun,
  type Run,
  type RunReports,
  type Shoe,
  gearIdOf,
  localStartOf,
  measured,
  mergeReports,
  workoutTypes
} from "@daybook/core/running"
import { type Calendar, fromOrdinal } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import {
  type ColumnsOf,
  bigint,
  boolean,
  date,
  float,
  instant,
  nullable,
  number,
  oneOf,
  text,
  wallClock
} from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { every, ifPresent, within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { columnList, table } from "../kit/table.js"
import type { PlaceOf } from "./place.js"

/** A run as the API returns it: merged, with its local time. */
export interface Row extends Run, Detail {
  readonly localStart: number
  readonly day: string
}

const dayMs = 86_400_000

/** Null if no origin reports the run. */
export const rowOf = (calendar: Context.Tag.Service<Calendar>, placeOf: PlaceOf, reports: RunReports): Row | null => {
  const run = mergeReports(reports)
  if (run === null) return null
  const place = run.city === null ? placeOf(run) : null
  const localStart = reports.listed?.localStart ?? localStartOf(calendar, run)
  return { ...run, ...place, localStart, day: fromOrdinal(Math.floor(localStart / dayMs)) }
}

export const toPublishable = ({ city, day, description, distance, id, name, startedAt }: Row): PublishableRun => ({
  id,
  name,
  description,
  city,
  startedAt,
  date: day,
  distance
})

/** The values that yearly sums depend on: other changes leave the sums as they are. */
export const countedOf = ({
  city,
  country,
  day,
  distance,
  elevation,
  gear,
  localStart,
  movingTime,
  state,
  workoutType
}: Row) => ({ city, country, day, distance, elevation, gear, localStart, movingTime, state, workoutType })

const measures = columnsOf(measured)

/** The stored columns of a run, next to those that the database computes. */
const activities = table("running_activities", {
  id: bigint,
  source: text,
  name: text,
  sport: text,
  startedAt: instant,
  localStart: wallClock,
  day: date,
  distance: float,
  movingTime: number,
  elapsedTime: number,
  elevation: float,
  ...measures,
  workoutType: oneOf(workoutTypes),
  country: nullable(text),
  gearId: nullable(text),
  description: nullable(text)
})

/** Replaces the rows of runs. A run stays with the source that reported it first. */
export const writeRows = Effect.fn("running.writeRows")(function* (source: string, rows: ReadonlyArray<Row>) {
  if (rows.length === 0) return
  yield* activities.upsert(
    rows.map((run) => ({
      ...run,
      source,
      workoutType: run.workoutType ?? "default",
      gearId: run.gear === null ? null : gearIdOf(run.gear)
    })),
    { key: ["id"], keep: ["source"], returning: {} }
  )
  yield* writeCourses(rows)
  yield* writeSplits(rows)
  yield* writeEfforts(rows)
})

const courseTable = table("running_courses", { activityId: bigint, polyline: text })

const writeCourses = Effect.fn(function* (rows: ReadonlyArray<Row>) {
  yield* sql`DELETE FROM running_courses WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  yield* courseTable.insert(
    rows.flatMap(({ id, polyline }) => (polyline === null ? [] : [{ activityId: id, polyline }]))
  )
})

const splitTable = table("running_splits", {
  activityId: bigint,
  number,
  distance: float,
  movingTime: number,
  elapsedTime: number,
  elevation: float,
  heartrate: nullable(float)
})

const writeSplits = Effect.fn(function* (rows: ReadonlyArray<Row>) {
  yield* sql`DELETE FROM running_splits WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  yield* splitTable.insert(
    rows.flatMap(({ id, splits }) => (splits ?? []).map((split) => ({ ...split, activityId: id }))),
    { skip: true }
  )
})

const effortTable = table("running_efforts", {
  activityId: bigint,
  distance: text,
  elapsedTime: number,
  startedAt: instant
})

const writeEfforts = Effect.fn(function* (rows: ReadonlyArray<Row>) {
  yield* sql`DELETE FROM running_efforts WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  yield* effortTable.insert(
    rows.flatMap(({ efforts, id, startedAt }) =>
      fastestOfEach(efforts ?? []).map((effort) => ({ ...effort, activityId: id, startedAt }))
    )
  )
})

/** The fastest effort over each distance. */
const fastestOfEach = (efforts: ReadonlyArray<Effort>): ReadonlyArray<Effort> => {
  const slowestFirst = Array.from(efforts).sort((one, other) => other.elapsedTime - one.elapsedTime)
  return Array.from(new Map(slowestFirst.map((effort) => [effort.distance, effort])).values())
}

export const runColumns: ColumnsOf<Fact.RunFact> = {
  id: number,
  name: text,
  startedAt: instant,
  localStart: number,
  distance: number,
  movingTime: number,
  elevation: number,
  ...measures,
  polyline: nullable(text),
  workoutType: oneOf(workoutTypes)
}

/** Selects `runColumns` from `running_activities AS run`. */
export const runSelect = sql`
    run.id, run.name, run.started_at, (extract(epoch FROM run.local_start) * 1000)::float8 AS local_start,
    run.distance, run.moving_time, run.elevation, ${columnList(measures, "run")}, run.workout_type,
    (SELECT polyline FROM running_courses AS course WHERE course.activity_id = run.id) AS polyline`

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
    coalesce(sum(runs), 0)::int AS runs, coalesce(sum(distance), 0)::float8 AS distance, coalesce(sum(moving_time), 0)::float8 AS moving_time,
    coalesce(sum(elevation), 0)::float8 AS elevation, coalesce(sum(paced_distance), 0)::float8 AS paced_distance,
    coalesce(sum(paced_time), 0)::float8 AS paced_time, coalesce(max(longest), 0)::float8 AS longest, coalesce(sum(races), 0)::int AS races`

/** Selects `totalColumns` from `running_activities AS run`. */
export const totalSelect = sql`
    count(*) AS runs, coalesce(sum(distance), 0)::float8 AS distance, coalesce(sum(moving_time), 0)::float8 AS moving_time,
    coalesce(sum(elevation), 0)::float8 AS elevation, coalesce(sum(distance) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_distance,
    coalesce(sum(moving_time) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_time, coalesce(max(distance), 0)::float8 AS longest,
    count(*) FILTER (WHERE workout_type = 'race') AS races`

/** A wall-clock time, written as if it were UTC. */
const localTime = (at: number) => sql`to_timestamp(${at}::float8 / 1000) AT TIME ZONE 'UTC'`

/** Runs in a range, as a condition on `running_activities AS run`. */
export const ranWithin = ({ instant, local }: LocalRange): Statement.Fragment =>
  every([
    ifPresent(local.from, (from) => sql`run.local_start >= ${localTime(from)}`),
    ifPresent(local.to, (to) => sql`run.local_start < ${localTime(to)}`),
    within("run.started_at", instant)
  ])

export const asLongAs = ({ from, to }: Metres): Statement.Fragment =>
  every([
    ifPresent(from, (metres) => sql`run.distance >= ${metres}::numeric`),
    ifPresent(to, (metres) => sql`run.distance <= ${metres}::numeric`)
  ])

const mentionedGear = table("running_gear", { id: text, source: text, name: nullable(text) })

/** Inserts rows for shoes that runs refer to before their details are known. */
export const mentionGear = Effect.fn("running.mentionGear")(function* (
  source: string,
  mentioned: ReadonlyArray<GearRef>
) {
  const gear = Array.from(new Map(mentioned.map((one) => [gearIdOf(one), "id" in one ? null : one.name])))
  yield* mentionedGear.insert(
    gear.map(([id, name]) => ({ id, source, name })),
    { skip: true }
  )
})

/**
 * Stores shoes and returns how many are new or changed. Values that the provider omits stay. An archive from `asOf`
 * replaces all archive values, unless a newer archive was imported.
 */
export const writeShoes = (source: string, reported: ReadonlyArray<Shoe>, asOf: number | null) => {
  const shoes = Array.from(new Map(reported.map((shoe) => [shoe.id, shoe])).values())
  const currentValue = (column: "brand" | "model") =>
    asOf === null ? sql`coalesce(excluded.${sql(column)}, running_gear.${sql(column)})` : sql`excluded.${sql(column)}`
  return Effect.map(
    sql({ isAnother: boolean })`
      WITH before AS (SELECT * FROM running_gear WHERE id = ANY(${shoes.map(({ id }) => id)}::text[])), written AS (
      INSERT INTO running_gear (id, source, name, brand, model, distance, retired, as_of)
      SELECT shoe.id, ${source}, shoe.name, shoe.brand, shoe.model, shoe.distance, coalesce(shoe.retired, known.retired, false),
        to_timestamp(${asOf}::float8 / 1000)
      FROM unnest(
        ${shoes.map(({ id }) => id)}::text[], ${shoes.map(({ name }) => name)}::text[], ${shoes.map(({ brand }) => brand)}::text[],
        ${shoes.map(({ model }) => model)}::text[], ${shoes.map(({ distance }) => distance)}::numeric[], ${shoes.map(({ retired }) => retired)}::boolean[]
      ) AS shoe (id, name, brand, model, distance, retired)
      LEFT JOIN running_gear AS known ON known.id = shoe.id
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, brand = ${currentValue("brand")}, model = ${currentValue("model")},
        distance = coalesce(excluded.distance, running_gear.distance), retired = excluded.retired, as_of = coalesce(excluded.as_of, running_gear.as_of)
      WHERE excluded.as_of IS NULL OR running_gear.as_of IS NULL OR excluded.as_of >= running_gear.as_of
      RETURNING *)
      SELECT (written.name, written.brand, written.model, written.distance, written.retired)
        IS DISTINCT FROM (before.name, before.brand, before.model, before.distance, before.retired) AS is_another
      FROM written LEFT JOIN before USING (id)`,
    (rows) => rows.filter(({ isAnother }) => isAnother).length
  )
}

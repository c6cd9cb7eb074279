import {
  type Detail,
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
  mergeReports,
  workoutTypes
} from "@daybook/core/running"
import { type Calendar, fromOrdinal } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { type ColumnsOf, bigint, boolean, float, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { every, ifPresent, within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
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

/** Replaces the rows of runs. */
export const writeRows = Effect.fn("running.writeRows")(function* (source: string, rows: ReadonlyArray<Row>) {
  if (rows.length === 0) return
  yield* sql`
    INSERT INTO running_activities (
      id, source, name, sport, started_at, local_start, day, distance, moving_time, elapsed_time, elevation,
      heartrate_avg, heartrate_max, cadence, calories, suffer_score, workout_type, city, state, country, gear_id, description
    )
    SELECT id, ${source}, name, sport, to_timestamp(started_at / 1000), to_timestamp(local_start / 1000) AT TIME ZONE 'UTC', day,
      distance, moving_time, elapsed_time, elevation, heartrate_avg, heartrate_max, cadence, calories, suffer_score, workout_type,
      city, state, country, gear_id, description
    FROM unnest(
      ${rows.map((run) => run.id)}::bigint[], ${rows.map((run) => run.name)}::text[], ${rows.map((run) => run.sport)}::text[],
      ${rows.map((run) => run.startedAt)}::float8[], ${rows.map((run) => run.localStart)}::float8[], ${rows.map((run) => run.day)}::date[],
      ${rows.map((run) => run.distance)}::numeric[], ${rows.map((run) => run.movingTime)}::int[], ${rows.map((run) => run.elapsedTime)}::int[],
      ${rows.map((run) => run.elevation)}::numeric[], ${rows.map((run) => run.heartrateAvg)}::float8[], ${rows.map((run) => run.heartrateMax)}::float8[],
      ${rows.map((run) => run.cadence)}::float8[], ${rows.map((run) => run.calories)}::float8[], ${rows.map((run) => run.sufferScore)}::float8[],
      ${rows.map((run) => run.workoutType ?? "default")}::text[], ${rows.map((run) => run.city)}::text[], ${rows.map((run) => run.state)}::text[],
      ${rows.map((run) => run.country)}::text[], ${rows.map((run) => (run.gear === null ? null : gearIdOf(run.gear)))}::text[],
      ${rows.map((run) => run.description)}::text[]
    ) AS run (
      id, name, sport, started_at, local_start, day, distance, moving_time, elapsed_time, elevation,
      heartrate_avg, heartrate_max, cadence, calories, suffer_score, workout_type, city, state, country, gear_id, description
    )
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name, sport = excluded.sport, started_at = excluded.started_at, local_start = excluded.local_start, day = excluded.day,
      distance = excluded.distance, moving_time = excluded.moving_time, elapsed_time = excluded.elapsed_time, elevation = excluded.elevation,
      heartrate_avg = excluded.heartrate_avg, heartrate_max = excluded.heartrate_max, cadence = excluded.cadence, calories = excluded.calories,
      suffer_score = excluded.suffer_score, workout_type = excluded.workout_type, city = excluded.city, state = excluded.state,
      country = excluded.country, gear_id = excluded.gear_id, description = excluded.description`
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

const writeEfforts = Effect.fn(function* (rows: ReadonlyArray<Row>) {
  const efforts = rows.flatMap(({ efforts, id, startedAt }) =>
    (efforts ?? []).map((effort) => ({ ...effort, id, startedAt }))
  )
  yield* sql`DELETE FROM running_efforts WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  if (efforts.length === 0) return
  yield* sql`
    INSERT INTO running_efforts (activity_id, distance, elapsed_time, started_at)
    SELECT id, distance, min(elapsed_time), to_timestamp(min(started_at) / 1000) FROM unnest(
      ${efforts.map(({ id }) => id)}::bigint[], ${efforts.map(({ distance }) => distance)}::text[],
      ${efforts.map(({ elapsedTime }) => elapsedTime)}::int[], ${efforts.map(({ startedAt }) => startedAt)}::float8[]
    ) AS effort (id, distance, elapsed_time, started_at)
    GROUP BY id, distance`
})

export const runColumns: ColumnsOf<Fact.RunFact> = {
  id: number,
  name: text,
  startedAt: instant,
  localStart: number,
  distance: number,
  movingTime: number,
  elevation: number,
  heartrateAvg: nullable(number),
  heartrateMax: nullable(number),
  cadence: nullable(number),
  calories: nullable(number),
  sufferScore: nullable(number),
  city: nullable(text),
  state: nullable(text),
  polyline: nullable(text),
  workoutType: oneOf(workoutTypes)
}

/** Selects `runColumns` from `running_activities AS run`. */
export const runSelect = sql`
    run.id, run.name, run.started_at, (extract(epoch FROM run.local_start) * 1000)::float8 AS local_start, run.distance, run.moving_time, run.elevation,
    run.heartrate_avg, run.heartrate_max, run.cadence, run.calories, run.suffer_score, run.city, run.state, run.workout_type,
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

/** Inserts rows for shoes that runs refer to before their details are known. */
export const mentionGear = Effect.fn("running.mentionGear")(function* (
  source: string,
  mentioned: ReadonlyArray<GearRef>
) {
  const gear = Array.from(new Map(mentioned.map((one) => [gearIdOf(one), "id" in one ? null : one.name])))
  if (gear.length === 0) return
  yield* sql`
    INSERT INTO running_gear (id, source, name)
    SELECT id, ${source}, name FROM unnest(${gear.map(([id]) => id)}::text[], ${gear.map(([, name]) => name)}::text[]) AS given (id, name)
    ON CONFLICT DO NOTHING`
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

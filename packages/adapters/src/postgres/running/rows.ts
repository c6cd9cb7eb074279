import { type Detail, gearIdOf, merged, type Run, type ShownRun, type Told } from "@daybook/core/running"
import { type Calendar, fromOrdinal } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import type { PlaceOf } from "./place.js"

/** A run as it is answered: merged, and with its local time. */
export interface Row extends Run, Detail {
  readonly localStart: number
  readonly day: string
}

const dayMs = 86_400_000

/** Null when no road knows the run. */
export const rowOf = (calendar: Context.Tag.Service<Calendar>, placeOf: PlaceOf, told: Told): Row | null => {
  const run = merged(told)
  if (run === null) return null
  const place = run.city === null ? placeOf(run) : null
  const localStart = told.listed?.localStart ?? localStartOf(calendar, run)
  return { ...run, ...place, localStart, day: fromOrdinal(Math.floor(localStart / dayMs)) }
}

/**
 * A road that tells the instant alone leaves the home zone to say what the clocks showed, and a recording tells what its
 * watch showed at the end: where home's clocks changed on the way, home says what they showed at the start.
 */
const localStartOf = (calendar: Context.Tag.Service<Calendar>, { elapsedTime, localStart, startedAt }: Run): number => {
  const atHome = startedAt + calendar.offsetAt(startedAt)
  const byTheEnd = startedAt + calendar.offsetAt(startedAt + elapsedTime * 1000)
  return localStart === null || localStart === byTheEnd ? atHome : localStart
}

export const shownRun = ({ city, day, description, distance, id, name, startedAt }: Row): ShownRun =>
  ({ id, name, description, city, startedAt, date: day, distance })

/** What the sums of a year are made of: with all else of a run changed they stay as they are. */
export const countedOf = ({ city, country, day, distance, elevation, gear, localStart, movingTime, state, workoutType }: Row) =>
  ({ city, country, day, distance, elevation, gear, localStart, movingTime, state, workoutType })

/** Writes runs whole, in the place of what was there. */
export const writeRows = Effect.fn("running.writeRows")(function*(sql: SqlClient.SqlClient, source: string, rows: ReadonlyArray<Row>) {
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
      ${rows.map((run) => run.country)}::text[], ${rows.map((run) => run.gear === null ? null : gearIdOf(run.gear))}::text[],
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
  yield* writeCourses(sql, rows)
  yield* writeSplits(sql, rows)
  yield* writeEfforts(sql, rows)
})

const writeCourses = Effect.fn(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) {
  const drawn = rows.filter(({ polyline }) => polyline !== null)
  yield* sql`DELETE FROM running_courses WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  if (drawn.length === 0) return
  yield* sql`
    INSERT INTO running_courses (activity_id, polyline)
    SELECT * FROM unnest(${drawn.map(({ id }) => id)}::bigint[], ${drawn.map(({ polyline }) => polyline)}::text[])`
})

const writeSplits = Effect.fn(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) {
  const splits = rows.flatMap(({ id, splits }) => (splits ?? []).map((split) => ({ ...split, id })))
  yield* sql`DELETE FROM running_splits WHERE activity_id = ANY(${rows.map(({ id }) => id)}::bigint[])`
  if (splits.length === 0) return
  yield* sql`
    INSERT INTO running_splits (activity_id, number, distance, moving_time, elapsed_time, elevation, heartrate)
    SELECT * FROM unnest(
      ${splits.map(({ id }) => id)}::bigint[], ${splits.map(({ number }) => number)}::int[], ${splits.map(({ distance }) => distance)}::float8[],
      ${splits.map(({ movingTime }) => movingTime)}::int[], ${splits.map(({ elapsedTime }) => elapsedTime)}::int[],
      ${splits.map(({ elevation }) => elevation)}::float8[], ${splits.map(({ heartrate }) => heartrate)}::float8[]
    )
    ON CONFLICT DO NOTHING`
})

const writeEfforts = Effect.fn(function*(sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) {
  const efforts = rows.flatMap(({ efforts, id, startedAt }) => (efforts ?? []).map((effort) => ({ ...effort, id, startedAt })))
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

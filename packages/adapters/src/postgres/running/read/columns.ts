import type { Fact } from "@daybook/core/running"
import type { SqlClient, Statement } from "@effect/sql"

/** What a `RunFact` is read from: `running_activities AS run`, and its course beside it. */
export const runColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`
    run.id, run.name, run.started_at, (extract(epoch FROM run.local_start) * 1000)::float8 AS local_start, run.distance, run.moving_time, run.elevation,
    run.heartrate_avg, run.heartrate_max, run.cadence, run.calories, run.suffer_score, run.city, run.state, run.workout_type,
    (SELECT polyline FROM running_courses AS course WHERE course.activity_id = run.id) AS polyline`

/** `Totals` of rows of running_sums. */
export const sumColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`
    coalesce(sum(runs), 0)::int AS runs, coalesce(sum(distance), 0)::float8 AS distance, coalesce(sum(moving_time), 0)::float8 AS moving_time,
    coalesce(sum(elevation), 0)::float8 AS elevation, coalesce(sum(paced_distance), 0)::float8 AS paced_distance,
    coalesce(sum(paced_time), 0)::float8 AS paced_time, coalesce(max(longest), 0)::float8 AS longest, coalesce(sum(races), 0)::int AS races`

/** The same of runs themselves: `running_activities AS run`. */
export const totalColumns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`
    count(*) AS runs, coalesce(sum(distance), 0)::float8 AS distance, coalesce(sum(moving_time), 0)::float8 AS moving_time,
    coalesce(sum(elevation), 0)::float8 AS elevation, coalesce(sum(distance) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_distance,
    coalesce(sum(moving_time) FILTER (WHERE pace IS NOT NULL), 0)::float8 AS paced_time, coalesce(max(distance), 0)::float8 AS longest,
    count(*) FILTER (WHERE workout_type = 'race') AS races`

/** A run as the driver gives it. */
export type RunRow = Fact.RunFact

import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Counts calendar years anew, whatever was counted for them before. Runs after the runs themselves were written. */
export const recount = Effect.fn("running.recount")(function*(sql: SqlClient.SqlClient, touched: Iterable<number>) {
  const years = Array.from(new Set(touched))
  if (years.length === 0) return
  yield* sql`DELETE FROM running_sums WHERE year = ANY(${years}::int[])`
  yield* sql`
    INSERT INTO running_sums (kind, year, key, runs, distance, moving_time, elevation, paced_distance, paced_time, longest, races)
    SELECT kind, year, key, count(*), sum(distance), sum(moving_time), sum(elevation),
      coalesce(sum(distance) FILTER (WHERE pace IS NOT NULL), 0), coalesce(sum(moving_time) FILTER (WHERE pace IS NOT NULL), 0),
      max(distance), count(*) FILTER (WHERE workout_type = 'race')
    FROM unnest(${years}::int[]) AS touched (year)
    JOIN running_activities AS run ON run.day >= make_date(year, 1, 1) AND run.day < make_date(year + 1, 1, 1)
    CROSS JOIN LATERAL (VALUES
      ('year', ''),
      ('month', extract(month FROM run.day)::text),
      ('hour', extract(hour FROM run.local_start)::text),
      ('city', CASE WHEN run.city IS NOT NULL THEN jsonb_build_array(run.city, run.state, run.country)::text END),
      ('gear', run.gear_id)
    ) AS bucket (kind, key)
    WHERE key IS NOT NULL
    GROUP BY kind, year, key`
  yield* sql`
    DELETE FROM running_days USING unnest(${years}::int[]) AS touched (year)
    WHERE day >= make_date(year, 1, 1) AND day < make_date(year + 1, 1, 1)`
  yield* sql`
    INSERT INTO running_days (day, runs, distance)
    SELECT day, count(*), sum(distance)
    FROM unnest(${years}::int[]) AS touched (year)
    JOIN running_activities AS run ON run.day >= make_date(year, 1, 1) AND run.day < make_date(year + 1, 1, 1)
    GROUP BY day`
})

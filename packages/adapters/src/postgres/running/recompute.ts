import { feedItemType, logChanges } from "@daybook/core/changes"
import { Calendar } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeSetting, storedSetting } from "../kit/storedSettings.js"
import { inTransaction } from "../inTransaction.js"
import { storage } from "../storage.js"
import { Versions } from "../Versions.js"
import { lookUp } from "./reports.js"
import { shownRuns } from "./rows.js"
import { mergerOf, writeRuns } from "./runs.js"

/** Recounts calendar years, replacing their sums. Runs after the runs are written. */
export const recount = Effect.fn("running.recount")(function* (touched: Iterable<number>) {
  const years = Array.from(new Set(touched))
  if (years.length === 0) return
  yield* sql`DELETE FROM running_sums WHERE year = ANY(${years}::int[])`
  yield* sql`
    INSERT INTO running_sums (
      kind, year, key, runs, distance, moving_time, elevation, paced_distance, paced_time, longest, races
    )
    SELECT kind, year, key, count(*), sum(distance), sum(moving_time), sum(elevation),
      coalesce(sum(distance) FILTER (WHERE pace IS NOT NULL), 0),
      coalesce(sum(moving_time) FILTER (WHERE pace IS NOT NULL), 0),
      max(distance), count(*) FILTER (WHERE workout_type = 'race')
    FROM unnest(${years}::int[]) AS touched (year)
    JOIN ${shownRuns} AS run ON run.day >= make_date(year, 1, 1) AND run.day < make_date(year + 1, 1, 1)
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
    JOIN ${shownRuns} AS run ON run.day >= make_date(year, 1, 1) AND run.day < make_date(year + 1, 1, 1)
    GROUP BY day`
})

/** Runs per batch. */
const batch = 500

/**
 * Recomputes rows from the reports, and the sums of their years. Runs whose reports lack a local time use the home time
 * zone.
 */
export const recompute = Effect.fn("running.recompute")(function* (
  calendar: Context.Tag.Service<Calendar>,
  which: Statement.Fragment = sql`true`
) {
  const runs = yield* sql({ id: number, source: text, year: number })`
    SELECT id, source, extract(year FROM day)::int AS year FROM running_activities WHERE ${which} ORDER BY id`
  if (runs.length === 0) return
  for (let start = 0; start < runs.length; start += batch) {
    const part = runs.slice(start, start + batch)
    const reportsById = yield* lookUp(part.map(({ id }) => id))
    const merge = yield* mergerOf(
      calendar,
      Array.from(reportsById.values(), ({ reports }) => reports)
    )
    for (const source of new Set(part.map((run) => run.source))) {
      const runs = part.flatMap((run) => {
        const reports = run.source === source ? reportsById.get(run.id)?.reports : undefined
        const row = reports === undefined ? null : merge(reports, source)
        return row === null ? [] : [row]
      })
      yield* writeRuns(source, runs)
    }
  }
  const years = yield* sql({ year: number })`
    SELECT DISTINCT extract(year FROM day)::int AS year FROM running_activities
    WHERE id = ANY(${runs.map(({ id }) => id)}::bigint[])`
  yield* recount([...runs, ...years].map(({ year }) => year))
  const moved = yield* sql({ id: number })`
    UPDATE feed_items AS item SET date = run.day FROM running_activities AS run
    WHERE item.domain = 'running' AND item.entity_type = 'activity' AND item.entity_id = run.id
      AND item.date <> run.day
    RETURNING item.id`
  yield* logChanges(
    "running",
    "upsert",
    feedItemType,
    moved.map(({ id }) => id)
  )
})

/**
 * Version of the rules that derive rows from reports. Version 2 finds cities by position, and allows best efforts only
 * where they are possible.
 */
const version = "2"
const setting = "running_rows"

/** Recomputes the rows of an earlier version, once. */
export const refreshRunning = storage("refreshRunning")(
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const versions = yield* Versions
    const existing = storedSetting(setting)
    if ((yield* existing) === version) return
    yield* inTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook running'))`
        if ((yield* existing) === version) return
        yield* storeSetting(setting, version)
        const runs = yield* sql`SELECT FROM running_activities LIMIT 1`
        if (runs.length === 0) return
        yield* recompute(calendar)
        yield* versions.bump("running")
      })
    )
  })
)

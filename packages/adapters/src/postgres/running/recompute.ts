import type { Calendar } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { placesFor } from "./place.js"
import { rowOf, writeRows } from "./rows.js"
import { recount } from "./sums.js"
import { lookUp } from "./told.js"

/** Runs merged anew at a time. */
const batch = 500

/** Makes every row and every sum anew from what the roads said, in the home zone where they did not say the local time. */
export const recompute = Effect.fn("running.recompute")(function*(sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>) {
  const stored = yield* sql<{ id: number; source: string }>`SELECT id, source FROM running_activities ORDER BY id`
  for (let start = 0; start < stored.length; start += batch) {
    const part = stored.slice(start, start + batch)
    const known = yield* lookUp(sql, part.map(({ id }) => id))
    const placeOf = yield* placesFor(Array.from(known.values(), ({ told }) => told))
    for (const source of new Set(part.map((run) => run.source))) {
      const runs = part.flatMap((run) => {
        const told = run.source === source ? known.get(run.id)?.told : undefined
        const row = told === undefined ? null : rowOf(calendar, placeOf, told)
        return row === null ? [] : [row]
      })
      yield* writeRows(sql, source, runs)
    }
  }
  yield* sql`DELETE FROM running_sums`
  yield* sql`DELETE FROM running_days`
  const years = yield* sql<{ year: number }>`SELECT DISTINCT extract(year FROM day)::int AS year FROM running_activities`
  yield* recount(sql, years.map(({ year }) => year))
  yield* sql`
    UPDATE feed_items AS item SET date = run.day FROM running_activities AS run
    WHERE item.domain = 'running' AND item.entity_type = 'activity' AND item.entity_id = run.id AND item.date <> run.day`
})

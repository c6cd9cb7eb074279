import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { storage } from "../storage.js"
import { Versions } from "../Versions.js"
import { recompute } from "./recompute.js"

/** Counts up when rows are made of the reports in another way: 2 tells cities by position, and best efforts only where they are possible. */
const version = "2"

/** Makes the rows again that an earlier version made otherwise, once. */
export const refreshRunning = storage("refreshRunning")(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  const versions = yield* Versions
  const known = Effect.map(sql<{ value: string }>`SELECT value FROM settings WHERE name = 'running_rows'`, ([row]) => row?.value)
  if ((yield* known) === version) return
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook running'))`
    if ((yield* known) === version) return
    yield* sql`
      INSERT INTO settings (name, value) VALUES ('running_rows', ${version}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    const runs = yield* sql`SELECT FROM running_activities LIMIT 1`
    if (runs.length === 0) return
    yield* recompute(sql, calendar)
    yield* versions.bump("running")
  }))
}))

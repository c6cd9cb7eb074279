import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/** Gives articles their days in another home zone: `zone` has rows (since, until, ahead). */
export const rezoneReading = (sql: SqlClient.SqlClient, zone: Statement.Fragment) =>
  Effect.gen(function*() {
    const dayOf = (column: string) => sql`(SELECT ((${sql(column)} AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone WHERE ${sql(column)} >= zone.since AND ${sql(column)} < zone.until)`
    yield* sql`UPDATE reading_articles SET saved_on = coalesce(${dayOf("saved_at")}, saved_on), finished_on = coalesce(${dayOf("finished_at")}, finished_on)`
  })

import type { LocalDate } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { locked } from "./locked.js"
import { recount, settle } from "./settle.js"

/** Gives plays their days in another home zone: `zone` has rows (since, until, ahead). */
export const rezoneListening = (sql: SqlClient.SqlClient, zone: Statement.Fragment, today: LocalDate) =>
  locked(sql)(Effect.gen(function*() {
    yield* sql`
      UPDATE listening_plays AS play SET day = ((played_at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
      WHERE played_at >= zone.since AND played_at < zone.until AND day <> ((played_at AT TIME ZONE 'UTC') + zone.ahead)::date`
    yield* recount(sql)
    yield* settle(sql, today)
  }))

import type { LocalDate } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { locked } from "./locked.js"
import { recount, settle } from "./settle.js"

/** Gives plays and discoveries their days in another home zone: `zone` has rows (since, until, ahead). */
export const rezoneListening = (sql: SqlClient.SqlClient, zone: Statement.Fragment, today: LocalDate) =>
  locked(sql)(Effect.gen(function*() {
    yield* sql`
      UPDATE listening_plays AS play SET day = ((played_at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
      WHERE played_at >= zone.since AND played_at < zone.until AND day <> ((played_at AT TIME ZONE 'UTC') + zone.ahead)::date`
    yield* sql`
      UPDATE feed_items SET date = ((occurred_at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
      WHERE domain = 'listening' AND occurred_at >= zone.since AND occurred_at < zone.until`
    yield* recount(sql)
    yield* settle(sql, today)
  }))

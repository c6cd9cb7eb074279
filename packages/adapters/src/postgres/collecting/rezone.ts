import type { SqlClient, Statement } from "@effect/sql"

/** Gives what was added to the collection its day in the feed in another home zone: `zone` has rows (since, until, ahead). */
export const rezoneCollecting = (sql: SqlClient.SqlClient, zone: Statement.Fragment) =>
  sql`
    UPDATE feed_items SET date = ((occurred_at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
    WHERE domain = 'collecting' AND occurred_at >= zone.since AND occurred_at < zone.until`

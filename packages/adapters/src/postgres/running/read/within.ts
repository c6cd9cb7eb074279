import type { LocalRange, Metres } from "@daybook/core/running"
import type { SqlClient, Statement } from "@effect/sql"

/** Runs in a range, as a condition on `running_activities AS run`. */
export const ranWithin = (sql: SqlClient.SqlClient, { instant, local }: LocalRange): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...(local.from === null ? [] : [sql`run.local_start >= to_timestamp(${local.from}::float8 / 1000) AT TIME ZONE 'UTC'`]),
    ...(local.to === null ? [] : [sql`run.local_start < to_timestamp(${local.to}::float8 / 1000) AT TIME ZONE 'UTC'`]),
    ...(instant.from === null ? [] : [sql`run.started_at >= to_timestamp(${instant.from}::float8 / 1000)`]),
    ...(instant.to === null ? [] : [sql`run.started_at < to_timestamp(${instant.to}::float8 / 1000)`])
  ])

export const asLongAs = (sql: SqlClient.SqlClient, { from, to }: Metres): Statement.Fragment =>
  sql.and([
    sql`true`,
    ...(from === null ? [] : [sql`run.distance >= ${from}::numeric`]),
    ...(to === null ? [] : [sql`run.distance <= ${to}::numeric`])
  ])

import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** When the newest full list of each kind was made that a source's records come from, epoch milliseconds. */
export const newestLists = (sql: SqlClient.SqlClient, source: string) =>
  Effect.map(
    sql<{ list: string; asOf: number }>`SELECT list, as_of FROM sync_lists WHERE source = ${source}`,
    (rows): ReadonlyMap<string, number> => new Map(rows.map(({ asOf, list }) => [list, asOf]))
  )

/** Notes that full lists of some kinds were taken in. An older one than before changes nothing. */
export const noteLists = (sql: SqlClient.SqlClient, source: string, lists: ReadonlyArray<string>, asOf: number) =>
  lists.length === 0 ? Effect.void : sql`
    INSERT INTO sync_lists (source, list, as_of)
    SELECT ${source}, list, to_timestamp(${asOf}::float8 / 1000) FROM unnest(${lists}::text[]) AS given (list)
    ON CONFLICT (source, list) DO UPDATE SET as_of = excluded.as_of WHERE sync_lists.as_of < excluded.as_of`

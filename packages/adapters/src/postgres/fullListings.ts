import { Effect } from "effect"
import { instant, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"

/** When the newest full listing of each kind was made for a source, in epoch milliseconds. */
export const newestLists = (source: string) =>
  Effect.map(
    sql({ list: text, asOf: instant })`SELECT list, as_of FROM sync_lists WHERE source = ${source}`,
    (rows): ReadonlyMap<string, number> => new Map(rows.map(({ asOf, list }) => [list, asOf]))
  )

/** Records that full listings of these kinds were imported. An older listing changes nothing. */
export const noteLists = (source: string, lists: ReadonlyArray<string>, asOf: number) =>
  lists.length === 0
    ? Effect.void
    : sql`
    INSERT INTO sync_lists (source, list, as_of)
    SELECT ${source}, list, to_timestamp(${asOf}::float8 / 1000) FROM unnest(${lists}::text[]) AS given (list)
    ON CONFLICT (source, list) DO UPDATE SET as_of = excluded.as_of WHERE sync_lists.as_of < excluded.as_of`

import type { EntityRef } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { ofEntities } from "../entities.js"

const name = "hidden_discoveries"
const columns = "id, domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata, created_at"

/**
 * A discovery is news of one sync only, which nobody could tell again later. So what the feed told of names that filters
 * hide is put by, and told again, the same, once they are seen again.
 */
export const keepDiscoveries = Effect.fn("listening.keepDiscoveries")(function*(
  sql: SqlClient.SqlClient,
  { hidden, shown }: { readonly hidden: ReadonlyArray<EntityRef>; readonly shown: ReadonlyArray<EntityRef> }
) {
  if (hidden.length > 0) yield* putBy(sql, hidden)
  if (shown.length > 0) yield* bringBack(sql, shown)
})

const putBy = (sql: SqlClient.SqlClient, hidden: ReadonlyArray<EntityRef>) =>
  sql`
    INSERT INTO settings AS stored (name, value)
    SELECT ${name}::text, jsonb_agg(to_jsonb(item))::text FROM feed_items AS item WHERE ${ofEntities(sql, "listening", hidden)} HAVING count(*) > 0
    ON CONFLICT (name) DO UPDATE SET value = (stored.value::jsonb || excluded.value::jsonb)::text`

const bringBack = Effect.fn(function*(sql: SqlClient.SqlClient, shown: ReadonlyArray<EntityRef>) {
  const kept = sql`settings, jsonb_populate_recordset(NULL::feed_items, settings.value::jsonb) AS item WHERE settings.name = ${name}`
  yield* sql`
    INSERT INTO feed_items (${sql.literal(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.literal(columns.replaceAll(/\w+/g, "item.$&"))} FROM ${kept} AND ${ofEntities(sql, "listening", shown)} ON CONFLICT DO NOTHING`
  yield* sql`
    UPDATE settings SET value = coalesce((
      SELECT jsonb_agg(to_jsonb(item))::text FROM jsonb_populate_recordset(NULL::feed_items, settings.value::jsonb) AS item
      WHERE NOT (${ofEntities(sql, "listening", shown)})), '[]') WHERE name = ${name}`
})

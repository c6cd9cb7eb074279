import { feedItemType, logChanges } from "@daybook/core/changes"
import type { EntityRef } from "@daybook/core/shared"
import { Effect } from "effect"
import { ofEntities } from "../entities.js"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

const name = "hidden_discoveries"

const columns =
  "id, domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata, created_at"

/**
 * Keeps feed entries about discoveries whose names leave the library, and restores them when the names return.
 * A discovery is known only during one sync and cannot be derived later.
 */
export const keepDiscoveries = Effect.fn("listening.keepDiscoveries")(function* ({
  hidden,
  visible
}: {
  readonly hidden: ReadonlyArray<EntityRef>
  readonly visible: ReadonlyArray<EntityRef>
}) {
  if (hidden.length > 0) yield* storeItems(hidden)
  if (visible.length > 0) yield* restoreItems(visible)
})

const storeItems = (hidden: ReadonlyArray<EntityRef>) =>
  sql`
    INSERT INTO settings AS stored (name, value)
    SELECT ${name}::text, jsonb_agg(to_jsonb(item))::text FROM feed_items AS item
    WHERE ${ofEntities("listening", hidden)} HAVING count(*) > 0
    ON CONFLICT (name) DO UPDATE SET value = (stored.value::jsonb || excluded.value::jsonb)::text`

const restoreItems = Effect.fn(function* (visible: ReadonlyArray<EntityRef>) {
  const storedItems = sql`
    settings, jsonb_populate_recordset(NULL::feed_items, settings.value::jsonb) AS item WHERE settings.name = ${name}`
  const items = yield* sql({ id: number })`
    INSERT INTO feed_items (${sql.literal(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.literal(columns.replaceAll(/\w+/g, "item.$&"))}
    FROM ${storedItems} AND ${ofEntities("listening", visible)} ON CONFLICT DO NOTHING RETURNING id`
  yield* logChanges(
    "listening",
    "upsert",
    feedItemType,
    items.map(({ id }) => id)
  )
  yield* sql`
    UPDATE settings SET value = coalesce((
      SELECT jsonb_agg(to_jsonb(item))::text
      FROM jsonb_populate_recordset(NULL::feed_items, settings.value::jsonb) AS item
      WHERE NOT (${ofEntities("listening", visible)})), '[]') WHERE name = ${name}`
})

import { type FeedItem, FeedStore } from "@daybook/core/feed"
import type { EntityType } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { withdrawFrom } from "./entities.js"
import { type PictureColumn, toPicture } from "./pictures.js"
import { storage } from "./storage.js"

interface Row extends Omit<FeedItem, "entity" | "picture"> {
  readonly entityType: EntityType
  readonly entityId: number
  readonly picture: PictureColumn
}

const toItem = ({ entityId, entityType, picture, ...row }: Row): FeedItem => ({
  ...row,
  entity: { type: entityType, id: entityId },
  picture: toPicture(row.domain, entityType, entityId, picture)
})

export const layer = Layer.effect(FeedStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = sql`
    id, domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata, created_at,
    (SELECT jsonb_build_array(version, thumbhash, dominant_color, accent_color) FROM images
      WHERE original IS NOT NULL AND images.domain = item.domain AND images.entity_type = item.entity_type AND images.entity_id = item.entity_id) AS picture`
  return {
    put: (domain, entries) =>
      storage("FeedStore.put")(Effect.asVoid(sql`
        INSERT INTO feed_items (domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata)
        SELECT DISTINCT ON (event_type, source_id)
          ${domain}, event_type, source_id, to_timestamp(occurred_at / 1000), date, title, subtitle, entity_type, entity_id, metadata::jsonb
        FROM unnest(
          ${entries.map((entry) => entry.eventType)}::text[], ${entries.map((entry) => entry.sourceId)}::text[],
          ${entries.map((entry) => entry.occurredAt)}::float8[], ${entries.map((entry) => entry.date)}::date[],
          ${entries.map((entry) => entry.title)}::text[], ${entries.map((entry) => entry.subtitle)}::text[],
          ${entries.map((entry) => entry.entity.type)}::text[], ${entries.map((entry) => entry.entity.id)}::bigint[],
          ${entries.map((entry) => entry.metadata === null ? null : JSON.stringify(entry.metadata))}::text[]
        ) WITH ORDINALITY AS entry (event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata, place)
        ORDER BY event_type, source_id, place DESC
        ON CONFLICT (domain, event_type, source_id) DO UPDATE SET
          occurred_at = excluded.occurred_at, date = excluded.date, title = excluded.title, subtitle = excluded.subtitle,
          entity_type = excluded.entity_type, entity_id = excluded.entity_id, metadata = excluded.metadata`)),
    retract: (domain, keys) =>
      storage("FeedStore.retract")(Effect.asVoid(sql`
        DELETE FROM feed_items WHERE domain = ${domain} AND (event_type, source_id) IN (
          SELECT * FROM unnest(${keys.map((key) => key.eventType)}::text[], ${keys.map((key) => key.sourceId)}::text[])
        )`)),
    withdraw: (domain, entities) => storage("FeedStore.withdraw")(withdrawFrom(sql, "feed_items")(domain, entities)),
    page: ({ after, domain, limit, range }) =>
      storage("FeedStore.page")(Effect.map(
        sql<Row>`
          SELECT ${columns} FROM feed_items AS item
          WHERE ${sql.and([
            sql`true`,
            ...(domain === null ? [] : [sql`domain = ${domain}`]),
            ...(range.from === null ? [] : [sql`occurred_at >= to_timestamp(${range.from}::float8 / 1000)`]),
            ...(range.to === null ? [] : [sql`occurred_at < to_timestamp(${range.to}::float8 / 1000)`]),
            ...(after === null ? [] : [sql`(occurred_at, id) < (to_timestamp(${after.occurredAt}::float8 / 1000), ${after.id}::int)`])
          ])}
          ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`,
        (rows) => rows.map(toItem)
      )),
    onThisDay: (month, day, year) =>
      storage("FeedStore.onThisDay")(Effect.map(
        sql<Row>`
          SELECT ${columns} FROM feed_items AS item
          WHERE month_day = ${month * 100 + day}::int AND date < ${`${String(year).padStart(4, "0")}-01-01`}::date
          ORDER BY date DESC, occurred_at DESC, id DESC`,
        (rows) => rows.map(toItem)
      ))
  }
}))

import type { Domain } from "@daybook/core"
import { type ChangeOp, feedItemType, logChanges } from "@daybook/core/changes"
import { type FeedItem, type FeedKey, FeedStore } from "@daybook/core/feed"
import { Effect, Layer } from "effect"
import { HiddenDomains } from "./declared/declarations.js"
import {
  domainName,
  entityTypeName,
  itemPicture,
  lastOfEachKey,
  ofDomain,
  ofTypes,
  ofEntities,
  pictureColumn,
  toPicture
} from "./entities.js"
import { type RowOf, bigint, date, instant, json, nullable, number, text } from "./kit/columns.js"
import { every, ifPresent, within } from "./kit/query.js"
import { inPortions } from "./kit/portions.js"
import { sql } from "./kit/sql.js"
import { type Queries, implement } from "./kit/store.js"
import { table } from "./kit/table.js"

const entries = table("feed_items", {
  domain: domainName,
  eventType: text,
  sourceId: text,
  occurredAt: instant,
  date,
  title: text,
  subtitle: nullable(text),
  entityType: entityTypeName,
  entityId: bigint,
  metadata: nullable(json<Readonly<Record<string, unknown>>>())
})

const itemColumns = { ...entries.columns, id: number, createdAt: instant, picture: pictureColumn }

const toItem = ({ entityId, entityType, picture, ...row }: RowOf<typeof itemColumns>): FeedItem => ({
  ...row,
  entity: { type: entityType, id: entityId },
  picture: toPicture(row.domain, entityType, entityId, picture)
})

const selectItems = sql`SELECT ${entries.select("item")}, id, created_at, ${itemPicture} FROM feed_items AS item`

/** Logs changes of feed items. */
const logItems = (domain: Domain, op: ChangeOp) => (items: ReadonlyArray<{ readonly id: number }>) =>
  logChanges(
    domain,
    op,
    feedItemType,
    items.map(({ id }) => id)
  )

const ofKeys = (domain: Domain, keys: ReadonlyArray<FeedKey>) => sql`
  domain = ${domain} AND (event_type, source_id) IN (
    SELECT * FROM unnest(${keys.map((key) => key.eventType)}::text[], ${keys.map((key) => key.sourceId)}::text[])
  )`

const columnNames = sql.literal(
  "domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id, metadata"
)

const queriesOf = (hidden: ReadonlyArray<string>): Queries<typeof FeedStore.Service> => ({
  put: (domain, newEntries) =>
    Effect.flatMap(
      inPortions(
        lastOfEachKey(newEntries, ({ eventType, sourceId }) => `${eventType} ${sourceId}`),
        (some) =>
          entries.upsert(
            some.map(({ entity, ...entry }) => ({ ...entry, domain, entityType: entity.type, entityId: entity.id })),
            { key: ["domain", "eventType", "sourceId"], returning: { id: number } }
          )
      ),
      logItems(domain, "upsert")
    ),
  retract: (domain, keys) =>
    Effect.flatMap(
      sql({ id: number })`
        DELETE FROM feed_items WHERE ${ofKeys(domain, keys)} RETURNING id`,
      logItems(domain, "delete")
    ),
  withdraw: (domain, entities) =>
    Effect.flatMap(
      sql({ id: number })`DELETE FROM feed_items WHERE ${ofEntities(domain, entities)} RETURNING id`,
      logItems(domain, "delete")
    ),
  setAside: (domain, keys, entities) =>
    Effect.asVoid(sql`
      INSERT INTO feed_set_aside (id, ${columnNames}, created_at)
      SELECT id, ${columnNames}, created_at FROM feed_items
      WHERE (${ofKeys(domain, keys)}) OR (${ofEntities(domain, entities)})
      ON CONFLICT (domain, event_type, source_id) DO UPDATE SET id = excluded.id, created_at = excluded.created_at`),
  takeBack: (domain, keys) =>
    Effect.asVoid(sql`
      WITH returning_items AS (DELETE FROM feed_set_aside WHERE ${ofKeys(domain, keys)} RETURNING *)
      INSERT INTO feed_items (id, ${columnNames}, created_at) OVERRIDING SYSTEM VALUE
      SELECT id, ${columnNames}, created_at FROM returning_items ON CONFLICT DO NOTHING`),
  page: ({ after, domain, limit, range, types }) =>
    Effect.map(
      sql(itemColumns)`
        ${selectItems}
        WHERE ${every([
          ofDomain(domain, hidden),
          ofTypes(types),
          within("occurred_at", range),
          ifPresent(
            after,
            ({ id, occurredAt }) => sql`(occurred_at, id) < (to_timestamp(${occurredAt}::float8 / 1000), ${id}::int)`
          )
        ])}
        ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`,
      (rows) => rows.map(toItem)
    ),
  items: (ids) =>
    Effect.map(
      sql(itemColumns)`
        ${selectItems} WHERE ${ofDomain(null, hidden)} AND id = ANY(${ids}::int[]) ORDER BY id`,
      (rows) => rows.map(toItem)
    ),
  onThisDay: (month, day, year) =>
    Effect.map(
      sql(itemColumns)`
        ${selectItems}
        WHERE ${ofDomain(null, hidden)} AND month_day = ${month * 100 + day}::int AND date < ${`${String(year).padStart(4, "0")}-01-01`}::date
        ORDER BY date DESC, occurred_at DESC, id DESC`,
      (rows) => rows.map(toItem)
    )
})

export const layer = Layer.effect(
  FeedStore,
  Effect.flatMap(HiddenDomains, (hidden) => implement(FeedStore, queriesOf(hidden)))
)

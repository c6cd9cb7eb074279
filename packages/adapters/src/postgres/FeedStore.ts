import { type FeedItem, FeedStore } from "@daybook/core/feed"
import { domains } from "@daybook/core"
import { entityTypes } from "@daybook/core/shared"
import { Effect } from "effect"
import { itemPicture, lastOfEachKey, pictureColumn, toPicture, withdrawFrom } from "./entities.js"
import { type RowOf, bigint, date, instant, json, nullable, number, oneOf, text } from "./kit/columns.js"
import { every, ifPresent, within } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"
import { table } from "./kit/table.js"

const entries = table("feed_items", {
  domain: oneOf(domains),
  eventType: text,
  sourceId: text,
  occurredAt: instant,
  date,
  title: text,
  subtitle: nullable(text),
  entityType: oneOf(entityTypes),
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

export const layer = storeLayer(FeedStore, {
  put: (domain, newEntries) =>
    Effect.asVoid(
      entries.upsert(
        lastOfEachKey(
          newEntries.map(({ entity, ...entry }) => ({
            ...entry,
            domain,
            entityType: entity.type,
            entityId: entity.id
          })),
          ({ eventType, sourceId }) => `${eventType} ${sourceId}`
        ),
        { key: ["domain", "eventType", "sourceId"], returning: {} }
      )
    ),
  retract: (domain, keys) =>
    Effect.asVoid(sql`
      DELETE FROM feed_items WHERE domain = ${domain} AND (event_type, source_id) IN (
        SELECT * FROM unnest(${keys.map((key) => key.eventType)}::text[], ${keys.map((key) => key.sourceId)}::text[])
      )`),
  withdraw: withdrawFrom("feed_items"),
  page: ({ after, domain, limit, range }) =>
    Effect.map(
      sql(itemColumns)`
        ${selectItems}
        WHERE ${every([
          ifPresent(domain, (name) => sql`domain = ${name}`),
          within("occurred_at", range),
          ifPresent(
            after,
            ({ id, occurredAt }) => sql`(occurred_at, id) < (to_timestamp(${occurredAt}::float8 / 1000), ${id}::int)`
          )
        ])}
        ORDER BY occurred_at DESC, id DESC LIMIT ${limit}`,
      (rows) => rows.map(toItem)
    ),
  onThisDay: (month, day, year) =>
    Effect.map(
      sql(itemColumns)`
        ${selectItems}
        WHERE month_day = ${month * 100 + day}::int AND date < ${`${String(year).padStart(4, "0")}-01-01`}::date
        ORDER BY date DESC, occurred_at DESC, id DESC`,
      (rows) => rows.map(toItem)
    )
})

import { Schema } from "effect"
import { Image } from "../images/Image.js"
import type { Picture } from "../images/Picture.js"
import { Domain } from "../rooms.js"
import { EntityType } from "../shared/EntityRef.js"
import { Timestamp, iso } from "../shared/fields.js"
import type { FeedItem } from "./FeedItem.js"

/** One item of the feed (contract §8). */
export const FeedItemView = Schema.Struct({
  id: Schema.Number,
  domain: Domain,
  event_type: Schema.String,
  occurred_at: Timestamp,
  title: Schema.String,
  subtitle: Schema.NullOr(Schema.String),
  image_key: Schema.NullOr(Schema.String),
  image: Schema.NullOr(Image),
  entity_type: EntityType,
  entity_id: Schema.String,
  source_id: Schema.String,
  metadata: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  created_at: Timestamp
}).annotations({ identifier: "FeedItem" })
export type FeedItemView = typeof FeedItemView.Type

/** `GET /v1/feed` and `/v1/feed/domain/{domain}`. */
export const FeedPage = Schema.Struct({
  data: Schema.Array(FeedItemView),
  pagination: Schema.Struct({ next_cursor: Schema.NullOr(Schema.String), has_more: Schema.Boolean, limit: Schema.Number })
}).annotations({ identifier: "FeedPage" })
export type FeedPage = typeof FeedPage.Type

/** `GET /v1/feed/on-this-day`: years descending, items newest first. */
export const OnThisDay = Schema.Struct({
  month: Schema.Number,
  day: Schema.Number,
  years: Schema.Array(Schema.Struct({ year: Schema.Number, items: Schema.Array(FeedItemView) }))
}).annotations({ identifier: "OnThisDay" })
export type OnThisDay = typeof OnThisDay.Type

export const feedItemView = (item: FeedItem, image: (picture: Picture | null) => Image | null): FeedItemView => ({
  id: item.id,
  domain: item.domain,
  event_type: item.eventType,
  occurred_at: iso(item.occurredAt),
  title: item.title,
  subtitle: item.subtitle,
  image_key: item.picture === null ? null : `${item.domain}/${item.entity.type}/${item.entity.id}`,
  image: image(item.picture),
  entity_type: item.entity.type,
  entity_id: String(item.entity.id),
  source_id: item.sourceId,
  metadata: item.metadata,
  created_at: iso(item.createdAt)
})

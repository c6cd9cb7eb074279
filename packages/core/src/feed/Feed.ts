import { Array, Clock, Effect, Schema } from "effect"
import { Image, type Picture, Pictures } from "../images/Picture.js"
import { Domain, EntityType } from "../domains.js"
import { CurrentLens, type LensScope } from "../lenses/scope.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, parseRange } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import {
  Timestamp,
  iso,
  idField,
  field,
  withExample,
  titleField,
  createdAtField,
  yearField,
  publicField,
  closedField
} from "../shared/fields.js"
import { classified } from "../shared/sensitivity.js"
import { type LocalDate, yearOf } from "../shared/LocalDate.js"
import { type FeedItem, type FeedQuery, FeedStore, readCursor, writeCursor } from "./FeedStore.js"

/** One item of the feed. */
export const FeedItemView = Schema.Struct({
  id: idField,
  domain: publicField(Domain, "Domain of the record"),
  event_type: publicField(Schema.String, "Type of the event", "new_album"),
  occurred_at: classified("public", withExample(Timestamp, "2026-03-14T20:15:00.000Z")),
  title: titleField,
  subtitle: publicField(Schema.NullOr(Schema.String), "Subtitle; null if there is none", "Velmora Tide"),
  image_key: classified(
    "entity",
    field(Schema.NullOr(Schema.String), "Key of the picture: domain, type and id", "listening/album/42")
  ),
  image: publicField(Schema.NullOr(Image), "Picture; null if there is none"),
  entity_type: publicField(EntityType, "Kind of entity", "album"),
  entity_id: classified("entity", field(Schema.String, "Id of the record in its domain", "42")),
  source_id: closedField(
    Schema.String,
    "Id of the event at its source; unique together with domain and event type",
    "album:42"
  ),
  metadata: closedField(
    Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    "Details that depend on the event type; null if there are none"
  ),
  created_at: createdAtField
}).annotations({ identifier: "FeedItem" })
export type FeedItemView = typeof FeedItemView.Type

/** `GET /v1/feed` and `/v1/feed/domain/{domain}`. */
export const FeedPage = Schema.Struct({
  data: publicField(Schema.Array(FeedItemView), "Requested data"),
  pagination: publicField(
    Schema.Struct({
      next_cursor: publicField(
        Schema.NullOr(Schema.String),
        "Value of `cursor` for the next page; null on the last page",
        "eyJ0IjoxNzcz"
      ),
      has_more: publicField(Schema.Boolean, "Whether more items follow"),
      limit: publicField(Schema.Number, "Items per page", 50)
    }),
    "Position of this page in the whole list"
  )
}).annotations({ identifier: "FeedPage" })
export type FeedPage = typeof FeedPage.Type

/** `GET /v1/feed/on-this-day`: years descending, items newest first. */
export const OnThisDay = Schema.Struct({
  month: publicField(Schema.Number, "Month, 1 to 12", 3),
  day: publicField(Schema.Number, "Day of the month", 14),
  years: publicField(
    Schema.Array(
      Schema.Struct({ year: yearField, items: publicField(Schema.Array(FeedItemView), "Items, newest first") })
    ),
    "Earlier years with items, latest first"
  )
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

export interface FeedRequest {
  /** Null for all domains. */
  readonly domain: Domain | null
  readonly cursor?: string | undefined
  readonly limit: number
  readonly filters: DateFilters
}

export interface DayRequest {
  readonly date?: LocalDate | undefined
  readonly month?: number | undefined
  readonly day?: number | undefined
}

const withLens = Effect.all({ lens: CurrentLens, now: Clock.currentTimeMillis })

const earliest = (to: DateRange["to"], limit: number) => (to === null ? limit : Math.min(to, limit))

const newestFirst = (one: FeedItem, other: FeedItem) => other.occurredAt - one.occurredAt || other.id - one.id

const isVisible = ({ domain, entity, occurredAt }: FeedItem, { feedDelay, types }: LensScope, now: number): boolean =>
  types.get(domain)?.includes(entity.type) === true && (feedDelay === 0 || occurredAt < now - feedDelay)

/** The feed over all domains. */
export class Feed extends Effect.Service<Feed>()("@daybook/core/Feed", {
  effect: Effect.gen(function* () {
    const store = yield* FeedStore
    const calendar = yield* Calendar
    const pictures = yield* Pictures
    const view = (item: FeedItem) => feedItemView(item, pictures.image)

    /** A page of what the lens of the request shows. Each of its domains is read alone, as far as the page reaches. */
    const pageOf = (query: FeedQuery) =>
      Effect.flatMap(withLens, ({ lens, now }) => {
        if (lens === null) return store.page(query)
        const range =
          lens.feedDelay === 0 ? query.range : { ...query.range, to: earliest(query.range.to, now - lens.feedDelay) }
        const domains = Array.fromIterable(lens.types).filter(
          ([domain]) => query.domain === null || query.domain === domain
        )
        return Effect.map(
          Effect.forEach(domains, ([domain, types]) => store.page({ ...query, domain, types, range })),
          (pages) => pages.flat().sort(newestFirst).slice(0, query.limit)
        )
      })

    /** Those of these items that the lens of the request shows. */
    const visible = <Item extends FeedItem>(items: ReadonlyArray<Item>) =>
      Effect.map(withLens, ({ lens, now }) => items.filter((item) => lens === null || isVisible(item, lens, now)))

    return {
      /** Continues after the cursor's item by time and id, so that new items do not shift pages. */
      page: Effect.fn("Feed.page")(function* ({ cursor, domain, filters, limit }: FeedRequest) {
        const range = yield* parseRange(calendar, filters)
        const after = cursor === undefined ? null : yield* readCursor(cursor)
        const items = yield* pageOf({ domain, range, after, limit: limit + 1 })
        const page = items.slice(0, limit)
        const last = page.at(-1)
        const more = items.length > limit && last !== undefined
        return {
          data: page.map(view),
          pagination: { next_cursor: more ? writeCursor(last) : null, has_more: more, limit }
        } satisfies FeedPage
      }),
      item: Effect.fn("Feed.item")(function* (id: number) {
        const [item] = yield* Effect.flatMap(store.items([id]), visible)
        return item === undefined ? yield* new NoData({ what: `feed item ${id}` }) : view(item)
      }),
      /** Items of a day in earlier years, by default today. A full date takes precedence over month and day. */
      onThisDay: Effect.fn("Feed.onThisDay")(function* (request: DayRequest) {
        yield* parseRange(calendar, { date: request.date })
        const of = request.date ?? (yield* calendar.today)
        const month = (request.date === undefined ? request.month : undefined) ?? Number(of.slice(5, 7))
        const day = (request.date === undefined ? request.day : undefined) ?? Number(of.slice(8, 10))
        const items = yield* Effect.flatMap(store.onThisDay(month, day, yearOf(of)), visible)
        const byYear = Object.entries(Array.groupBy(items, ({ date }) => String(yearOf(date))))
        const years = byYear.map(([year, of]) => ({ year: Number(year), items: of.map(view) })).reverse()
        return { month, day, years } satisfies OnThisDay
      })
    }
  })
}) {}

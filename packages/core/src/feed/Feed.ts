import { Array, Effect } from "effect"
import { Pictures } from "../images/Picture.js"
import { type Domain } from "../rooms.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, parseRange } from "../shared/DateRange.js"
import { type LocalDate, yearOf } from "../shared/LocalDate.js"
import { readCursor, writeCursor } from "./cursor.js"
import type { FeedItem } from "./FeedItem.js"
import { FeedStore } from "./FeedStore.js"
import { type FeedPage, type OnThisDay, feedItemView } from "./views.js"

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

/** What happened, over all domains (contract §8). */
export class Feed extends Effect.Service<Feed>()("@daybook/core/Feed", {
  effect: Effect.gen(function*() {
    const store = yield* FeedStore
    const calendar = yield* Calendar
    const pictures = yield* Pictures
    const view = (item: FeedItem) => feedItemView(item, pictures.image)
    return {
      /** Goes on behind the cursor's item by time and id, so that items which arrive meanwhile shift nothing. */
      page: Effect.fn("Feed.page")(function*({ cursor, domain, filters, limit }: FeedRequest) {
        const range = yield* parseRange(calendar, filters)
        const after = cursor === undefined ? null : yield* readCursor(cursor)
        const items = yield* store.page({ domain, range, after, limit: limit + 1 })
        const shown = items.slice(0, limit)
        const last = shown.at(-1)
        const more = items.length > limit && last !== undefined
        return {
          data: shown.map(view),
          pagination: { next_cursor: more ? writeCursor(last) : null, has_more: more, limit }
        } satisfies FeedPage
      }),
      /** Items of a day in earlier years; today where no day is given. A whole date goes before month and day. */
      onThisDay: Effect.fn("Feed.onThisDay")(function*(asked: DayRequest) {
        yield* parseRange(calendar, { date: asked.date })
        const of = asked.date ?? (yield* calendar.today)
        const month = (asked.date === undefined ? asked.month : undefined) ?? Number(of.slice(5, 7))
        const day = (asked.date === undefined ? asked.day : undefined) ?? Number(of.slice(8, 10))
        const items = yield* store.onThisDay(month, day, yearOf(of))
        const byYear = Object.entries(Array.groupBy(items, ({ date }) => String(yearOf(date))))
        const years = byYear.map(([year, of]) => ({ year: Number(year), items: of.map(view) })).reverse()
        return { month, day, years } satisfies OnThisDay
      })
    }
  })
}) {}

import { Effect } from "effect"
import { Pictures } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { countedYear, yearQueries } from "../kit/years.js"
import { Calendar, endOf } from "../shared/Calendar.js"
import { type DateFilters, always, isAlways, parseRange } from "../shared/DateRange.js"
import type { PageOf } from "../shared/fields.js"
import { type LocalDate, daysIn } from "../shared/LocalDate.js"
import {
  CollectingStore,
  type CopiesOf,
  type DiscsOf,
  type PlayedRecordQuery,
  type WantQuery,
  type WatchedDiscQuery
} from "./store.js"
import { playedRecords, recordPlays, watchedDiscs } from "./views/crossReference.js"
import { discDetail, discView, mediaStats, recentDisc } from "./views/discs.js"
import { recordDetail, recordView, unknownFormat, wantView } from "./views/records.js"
import { collectionStats, collectedArtists, namedCounts } from "./views/statistics.js"

/** All queries about records, wants and discs. Days are in the home time zone. */
export class Collecting extends Effect.Service<Collecting>()("@daybook/core/Collecting", {
  effect: Effect.gen(function* () {
    const store = yield* CollectingStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures

    const years = yearQueries(calendar, { first: 2000 })
    const copies = Effect.fn(function* (query: Omit<CopiesOf, "range">, filters: DateFilters) {
      const range = yield* parseRange(calendar, filters)
      return pageView(query.page, recordView(image))(yield* store.copies({ ...query, range }))
    })
    const defaults = { format: null, genre: null, artist: null, text: null, sort: "date_added", order: "desc" } as const
    const discs = Effect.fn(function* (query: Omit<DiscsOf, "range">, filters: DateFilters) {
      return yield* store.discs({ ...query, range: yield* parseRange(calendar, filters) })
    })
    const perDay = (from: LocalDate, to: LocalDate) =>
      store.perDay(daysIn(from, to).map((date) => ({ date, from: calendar.startOf(date), to: endOf(calendar, date) })))

    return {
      records: copies,
      recentRecords: (page: PageOf, filters: DateFilters) => copies({ page, ...defaults }, filters),
      record: Effect.fn("Collecting.record")(function* (id: number) {
        return recordDetail(image)(yield* Effect.flatMap(store.copy(id), orNotFound(`record ${id}`)))
      }),
      playsOf: Effect.fn("Collecting.playsOf")(function* (id: number) {
        return recordPlays(yield* Effect.flatMap(store.playsOfCopy(id), orNotFound(`record ${id}`)))
      }),
      stats: Effect.fn("Collecting.stats")(function* (filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return collectionStats({
          totals: yield* store.copyTotals(range),
          formats: yield* store.formats(range),
          addedThisYear: (yield* store.copyTotals(yield* years.currentPart(range))).copies,
          value: isAlways(range) ? yield* store.value : null
        })
      }),
      wants: Effect.fn("Collecting.wants")(function* (query: Omit<WantQuery, "range">, filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return pageView(query.page, wantView(image))(yield* store.wants({ ...query, range }))
      }),
      want: Effect.fn("Collecting.want")(function* (id: number) {
        return wantView(image)(yield* Effect.flatMap(store.want(id), orNotFound(`want ${id}`)))
      }),
      formats: Effect.map(store.formats(always), (formats) => namedCounts(formats, unknownFormat)),
      genres: Effect.map(store.genres, (genres) => namedCounts(genres, unknownFormat)),
      artists: (limit: number) => Effect.map(store.artists(limit), collectedArtists(image)),
      played: (query: PlayedRecordQuery) =>
        Effect.map(store.played(query), (rows) => playedRecords(image)(query.page, rows)),
      calendar: Effect.fn("Collecting.calendar")(years.calendar(perDay, countedYear)),
      discs: (query: Omit<DiscsOf, "range">, filters: DateFilters) =>
        Effect.map(discs(query, filters), pageView(query.page, discView(image))),
      recentDiscs: (page: PageOf, filters: DateFilters) =>
        Effect.map(
          discs({ page, mediaType: null, genre: null, title: null, sort: "collected_at", order: "desc" }, filters),
          pageView(page, recentDisc(image))
        ),
      disc: Effect.fn("Collecting.disc")(function* (id: number) {
        return discDetail(image)(yield* Effect.flatMap(store.disc(id), orNotFound(`disc ${id}`)))
      }),
      mediaTypes: Effect.map(store.mediaTypes, (types) => namedCounts(types, unknownFormat)),
      mediaStats: Effect.fn("Collecting.mediaStats")(function* (filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return mediaStats(yield* store.discTotals(range), yield* store.discsAdded(yield* years.currentPart(range)))
      }),
      watched: (query: WatchedDiscQuery) =>
        Effect.map(store.watched(query), (rows) => watchedDiscs(image)(query.page, rows))
    }
  })
}) {}

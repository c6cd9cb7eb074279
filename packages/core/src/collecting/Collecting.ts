import { Effect } from "effect"
import { Pictures } from "../images/Picture.js"
import { Calendar, endOf } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, always, isAlways, ofDays, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { daysIn, yearOf, yearStart } from "../shared/LocalDate.js"
import { type Paged, type PageOf, paginationOf } from "../shared/Pagination.js"
import { CollectingStore, type CopiesOf, type DiscsOf, type HeardOf, type WantsOf, type WatchedOf } from "./CollectingStore.js"
import { collectedArtists, collectionCalendar, namedCounts } from "./views/counts.js"
import { heardRecords, watchedDiscs } from "./views/crossReference.js"
import { discDetail, discView, mediaStats, recentDisc } from "./views/disc.js"
import { recordDetail, recordView, unknownFormat } from "./views/record.js"
import { collectionStats } from "./views/stats.js"
import { wantView } from "./views/wantlist.js"

/** The first year that can be asked for; the last is next year. */
const firstYear = 2000

const within = (a: DateRange, b: DateRange): DateRange => ({
  from: a.from === null ? b.from : b.from === null ? a.from : Math.max(a.from, b.from),
  to: a.to === null ? b.to : b.to === null ? a.to : Math.min(a.to, b.to)
})

const listed = <A, B>(page: PageOf, { rows, total }: Paged<A>, view: (row: A) => B) => ({ data: rows.map(view), pagination: paginationOf(page, total) })

/** Everything that can be asked about records, wants and discs. Days are those of the home zone. */
export class Collecting extends Effect.Service<Collecting>()("@daybook/core/Collecting", {
  effect: Effect.gen(function*() {
    const store = yield* CollectingStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures

    const thisYear = Effect.map(calendar.today, (today) => ofDays(calendar, yearStart(yearOf(today)), yearStart(yearOf(today) + 1)))
    const copies = Effect.fn(function*(of: Omit<CopiesOf, "range">, filters: DateFilters) {
      return listed(of.page, yield* store.copies({ ...of, range: yield* parseRange(calendar, filters) }), recordView(image))
    })
    const any = { format: null, genre: null, artist: null, text: null, sort: "date_added", order: "desc" } as const
    const discs = Effect.fn(function*(of: Omit<DiscsOf, "range">, filters: DateFilters) {
      return yield* store.discs({ ...of, range: yield* parseRange(calendar, filters) })
    })
    const knownYear = Effect.fn(function*(asked: number | undefined) {
      const current = yearOf(yield* calendar.today)
      const year = asked ?? current
      if (year < firstYear || year > current + 1) return yield* new BadInput({ message: `year must be from ${firstYear} to ${current + 1}` })
      return year
    })

    return {
      records: copies,
      recentRecords: (page: PageOf, filters: DateFilters) => copies({ page, ...any }, filters),
      record: Effect.fn("Collecting.record")(function*(id: number) {
        const copy = yield* store.copy(id)
        return recordDetail(image)(yield* Effect.mapError(copy, () => new NoData({ what: `record ${id}` })))
      }),
      stats: Effect.fn("Collecting.stats")(function*(filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return collectionStats({
          totals: yield* store.copyTotals(range),
          formats: yield* store.formats(range),
          addedThisYear: (yield* store.copyTotals(within(range, yield* thisYear))).copies,
          value: isAlways(range) ? yield* store.value : null
        })
      }),
      wants: Effect.fn("Collecting.wants")(function*(of: Omit<WantsOf, "range">, filters: DateFilters) {
        return listed(of.page, yield* store.wants({ ...of, range: yield* parseRange(calendar, filters) }), wantView(image))
      }),
      formats: Effect.map(store.formats(always), (formats) => namedCounts(formats, unknownFormat)),
      genres: Effect.map(store.genres, (genres) => namedCounts(genres, unknownFormat)),
      artists: (limit: number) => Effect.map(store.artists(limit), collectedArtists(image)),
      heard: (of: HeardOf) => Effect.map(store.heard(of), (found) => heardRecords(image)(of.page, found)),
      calendar: Effect.fn("Collecting.calendar")(function*(asked: number | undefined) {
        const year = yield* knownYear(asked)
        const days = daysIn(yearStart(year), yearStart(year + 1)).map((date) => ({ date, from: calendar.startOf(date), to: endOf(calendar, date) }))
        return collectionCalendar(year, yield* store.perDay(days))
      }),
      discs: (of: Omit<DiscsOf, "range">, filters: DateFilters) => Effect.map(discs(of, filters), (found) => listed(of.page, found, discView(image))),
      recentDiscs: (page: PageOf, filters: DateFilters) =>
        Effect.map(discs({ page, mediaType: null, genre: null, title: null, sort: "collected_at", order: "desc" }, filters), (found) =>
          listed(page, found, recentDisc(image))),
      disc: Effect.fn("Collecting.disc")(function*(id: number) {
        const disc = yield* store.disc(id)
        return discDetail(image)(yield* Effect.mapError(disc, () => new NoData({ what: `disc ${id}` })))
      }),
      mediaTypes: Effect.map(store.mediaTypes, (types) => namedCounts(types, unknownFormat)),
      mediaStats: Effect.fn("Collecting.mediaStats")(function*(filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return mediaStats(yield* store.discTotals(range), yield* store.discsAdded(within(range, yield* thisYear)))
      }),
      watched: (of: WatchedOf) => Effect.map(store.watched(of), (found) => watchedDiscs(image)(of.page, found))
    }
  })
}) {}

import { Effect } from "effect"
import { Pictures, type ToImage } from "../images/Picture.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, ofDays, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { monthOf, yearOf, yearStart } from "../shared/LocalDate.js"
import { type Paged, type PageOf, paginationOf } from "../shared/Pagination.js"
import { decadeCounts, directorCounts, genreShares } from "./views/breakdowns.js"
import { calendarYear } from "./views/calendar.js"
import { movieDetail, movieListItem } from "./views/movie.js"
import { ratingItem, reviewItem } from "./views/ratings.js"
import { recentItem } from "./views/recent.js"
import { seasonDetail, showDetail, showItem } from "./views/shows.js"
import { stats } from "./views/stats.js"
import { type TrendPeriod, trends } from "./views/trends.js"
import { yearInFilms } from "./views/year.js"
import { type MoviesOf, type RatingsOf, type ShowsOf, WatchingStore } from "./WatchingStore.js"

/** Diaries reach back further than any service; nobody's own further than this. */
const firstYear = 1900
/** Directors, genres and best rated films that sums look at. */
const few = 10

/** Everything that can be asked about watching. Dates and days are meant in the home zone. */
export class Watching extends Effect.Service<Watching>()("@daybook/core/Watching", {
  effect: Effect.gen(function*() {
    const store = yield* WatchingStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures
    // Films have posters, which lists show small (contract §0.6).
    const inLists: ToImage = (picture) => image(picture, "poster-sm")
    const alone: ToImage = (picture) => image(picture, "poster")

    const listOf = <A, Row>(item: (row: Row) => A, page: PageOf, { rows, total }: Paged<Row>) =>
      ({ data: rows.map(item), pagination: paginationOf(page, total) })

    const wholeYear = (year: number) => ofDays(calendar, yearStart(year), yearStart(year + 1))

    const knownYear = Effect.fn(function*(year: number) {
      const next = yearOf(yield* calendar.today) + 1
      if (!Number.isInteger(year) || year < firstYear || year > next) {
        return yield* new BadInput({ message: `year must be from ${firstYear} to ${next}` })
      }
    })

    const statsOf = Effect.fn("Watching.stats")(function*(filters: DateFilters) {
      const range = yield* parseRange(calendar, filters)
      const today = yield* calendar.today
      const totals = yield* store.totals(range)
      const thisYear = yield* store.totals(overlap(range, wholeYear(yearOf(today))))
      const leading = yield* store.leading(range)
      const last = range.to === null ? today : calendar.dateOf(range.to - 1)
      const first = range.from === null ? totals.firstDate : calendar.dateOf(range.from)
      const months = first === null ? 0 : monthsBetween(first, last)
      return stats({ totals, thisYear, months, leading })
    })

    const year = Effect.fn("Watching.year")(function*(asked: number) {
      yield* knownYear(asked)
      const range = wholeYear(asked)
      const totals = yield* store.totals(range)
      if (totals.movies === 0) return yield* new NoData({ what: `films watched in ${asked}` })
      return yearInFilms({
        year: asked,
        totals,
        genres: (yield* store.genres(range)).slice(0, few),
        decades: yield* store.decades(range),
        months: yield* store.periods("month", range),
        rated: yield* store.topRated(range, few)
      }, inLists)
    })

    return {
      recent: Effect.fn("Watching.recent")(function*(page: PageOf, filters: DateFilters, exclude: ReadonlyArray<number>) {
        const found = yield* store.watches({ page, range: yield* parseRange(calendar, filters), exclude })
        return listOf(recentItem(inLists), page, found)
      }),
      movies: (of: MoviesOf) =>
        Effect.map(store.movies(of), ({ rows, total }) => ({ data: rows.map(movieListItem(inLists)), pagination: paginationOf(of.page, total) })),
      movie: Effect.fn("Watching.movie")(function*(id: number) {
        const profile = yield* store.movie(id)
        return movieDetail(yield* Effect.mapError(profile, () => new NoData({ what: `film ${id}` })), alone)
      }),
      stats: statsOf,
      genres: Effect.fn("Watching.genres")(function*(filters: DateFilters) {
        return genreShares(yield* store.genres(yield* parseRange(calendar, filters)))
      }),
      decades: Effect.fn("Watching.decades")(function*(filters: DateFilters) {
        return decadeCounts(yield* store.decades(yield* parseRange(calendar, filters)))
      }),
      directors: Effect.fn("Watching.directors")(function*(limit: number, filters: DateFilters) {
        const found = yield* store.directors(yield* parseRange(calendar, filters), limit)
        return found.length === 0 ? yield* new NoData({ what: "directors of watched films" }) : directorCounts(found)
      }),
      calendar: Effect.fn("Watching.calendar")(function*(asked: number | undefined) {
        const of = asked ?? yearOf(yield* calendar.today)
        yield* knownYear(of)
        return calendarYear(of, yield* store.periods("day", wholeYear(of)))
      }),
      trends: Effect.fn("Watching.trends")(function*(period: TrendPeriod, filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return trends(period, yield* store.periods(period === "weekly" ? "week" : "month", range))
      }),
      shows: (of: ShowsOf) =>
        Effect.map(store.shows(of), ({ rows, total }) => ({ data: rows.map(showItem(image)), pagination: paginationOf(of.page, total) })),
      show: Effect.fn("Watching.show")(function*(id: number) {
        const profile = yield* store.show(id)
        return showDetail(yield* Effect.mapError(profile, () => new NoData({ what: `show ${id}` })), image)
      }),
      season: Effect.fn("Watching.season")(function*(id: number, season: number) {
        const profile = yield* Effect.mapError(yield* store.show(id), () => new NoData({ what: `show ${id}` }))
        return yield* Effect.mapError(seasonDetail(profile, season), () => new NoData({ what: `season ${season} of show ${id}` }))
      }),
      ratings: (of: RatingsOf) => Effect.map(store.ratings(of), (found) => listOf(ratingItem(inLists), of.page, found)),
      reviews: (page: PageOf) => Effect.map(store.reviews(page), (found) => listOf(reviewItem(inLists), page, found)),
      year
    }
  })
}) {}

/** The part of a range that lies in another one; one that is empty where there is none. */
const overlap = (a: DateRange, b: DateRange): DateRange => {
  const from = Math.max(a.from ?? -Infinity, b.from ?? -Infinity)
  return { from, to: Math.max(from, Math.min(a.to ?? Infinity, b.to ?? Infinity)) }
}

/** Calendar months from one day's to another's, both included. */
const monthsBetween = (from: string, to: string): number => {
  const count = (date: string) => yearOf(date) * 12 + Number(monthOf(date).slice(5))
  return Math.max(0, count(to) - count(from) + 1)
}

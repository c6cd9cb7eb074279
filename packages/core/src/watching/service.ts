import { Effect } from "effect"
import { Pictures, type ToImage } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { yearQueries } from "../kit/years.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, ofDays, parseRange } from "../shared/DateRange.js"
import { NoData } from "../shared/errors.js"
import type { PageOf } from "../shared/fields.js"
import { monthOf, yearOf } from "../shared/LocalDate.js"
import { type MovieQuery, type RatingQuery, type ShowQuery, WatchingStore } from "./store.js"
import { movieDetail, movieListItem, ratingItem, recentItem, reviewItem } from "./views/movies.js"
import { seasonDetail, showDetail, showItem } from "./views/shows.js"
import { viewingDetail } from "./views/viewings.js"
import {
  stats,
  decadeCounts,
  directorCounts,
  genreShares,
  calendarYear,
  type TrendPeriod,
  trends,
  yearInFilms
} from "./views/statistics.js"

/** How many genres and top rated films a year's review lists. */
const topItems = 10

/** All queries about watching. Dates and days are in the home time zone. */
export class Watching extends Effect.Service<Watching>()("@daybook/core/Watching", {
  effect: Effect.gen(function* () {
    const store = yield* WatchingStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures
    // Lists use small posters.
    const listImage: ToImage = (picture) => image(picture, "poster-sm")
    const detailImage: ToImage = (picture) => image(picture, "poster")

    // Diaries can go back further than the services that hold them.
    const years = yearQueries(calendar, { first: 1900 })

    const statsOf = Effect.fn("Watching.stats")(function* (filters: DateFilters) {
      const range = yield* parseRange(calendar, filters)
      const today = yield* calendar.today
      const { leading, part: thisYear, totals } = yield* store.summary(range, yield* years.currentPart(range))
      const last = range.to === null ? today : calendar.dateOf(range.to - 1)
      const first = range.from === null ? totals.firstDate : calendar.dateOf(range.from)
      const months = first === null ? 0 : monthsBetween(first, last)
      return stats({ totals, thisYear, months, leading })
    })

    const year = Effect.fn("Watching.year")(function* (year: number) {
      const range = years.rangeOf(yield* years.accept(year))
      const totals = yield* store.totals(range)
      if (totals.movies === 0) return yield* new NoData({ what: `films watched in ${year}` })
      return yearInFilms(
        {
          year,
          totals,
          genres: (yield* store.genres(range)).slice(0, topItems),
          decades: yield* store.decades(range),
          months: yield* store.periods("month", range),
          rated: yield* store.topRated(range, topItems)
        },
        listImage
      )
    })

    return {
      recent: Effect.fn("Watching.recent")(function* (
        page: PageOf,
        filters: DateFilters,
        exclude: ReadonlyArray<number>
      ) {
        const watches = yield* store.watches({ page, range: yield* parseRange(calendar, filters), exclude })
        return pageView(page, recentItem(listImage))(watches)
      }),
      movies: (query: MovieQuery) => Effect.map(store.movies(query), pageView(query.page, movieListItem(listImage))),
      movie: Effect.fn("Watching.movie")(function* (id: number) {
        return movieDetail(yield* Effect.flatMap(store.movie(id), orNotFound(`film ${id}`)), detailImage)
      }),
      viewing: Effect.fn("Watching.viewing")(function* (id: number) {
        return viewingDetail(yield* Effect.flatMap(store.viewing(id), orNotFound(`viewing ${id}`)))
      }),
      stats: statsOf,
      genres: Effect.fn("Watching.genres")(function* (filters: DateFilters) {
        return genreShares(yield* store.genres(yield* parseRange(calendar, filters)))
      }),
      decades: Effect.fn("Watching.decades")(function* (filters: DateFilters) {
        return decadeCounts(yield* store.decades(yield* parseRange(calendar, filters)))
      }),
      directors: Effect.fn("Watching.directors")(function* (limit: number, filters: DateFilters) {
        const rows = yield* store.directors(yield* parseRange(calendar, filters), limit)
        return rows.length === 0 ? yield* new NoData({ what: "directors of watched films" }) : directorCounts(rows)
      }),
      calendar: Effect.fn("Watching.calendar")(
        years.calendar((from, to) => store.periods("day", ofDays(calendar, from, to)), calendarYear)
      ),
      trends: Effect.fn("Watching.trends")(function* (period: TrendPeriod, filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        return trends(period, yield* store.periods(period === "weekly" ? "week" : "month", range))
      }),
      shows: (query: ShowQuery) => Effect.map(store.shows(query), pageView(query.page, showItem(image))),
      show: Effect.fn("Watching.show")(function* (id: number) {
        return showDetail(yield* Effect.flatMap(store.show(id), orNotFound(`show ${id}`)), image)
      }),
      season: Effect.fn("Watching.season")(function* (id: number, season: number) {
        const profile = yield* Effect.flatMap(store.show(id), orNotFound(`show ${id}`))
        return yield* orNotFound(`season ${season} of show ${id}`)(seasonDetail(profile, season))
      }),
      ratings: (query: RatingQuery) => Effect.map(store.ratings(query), pageView(query.page, ratingItem(listImage))),
      reviews: (page: PageOf) => Effect.map(store.reviews(page), pageView(page, reviewItem(listImage))),
      year
    }
  })
}) {}

/** Calendar months between two days, including both of their months. */
const monthsBetween = (from: string, to: string): number => {
  const count = (date: string) => yearOf(date) * 12 + Number(monthOf(date).slice(5))
  return Math.max(0, count(to) - count(from) + 1)
}

import { Effect, Option, type Context } from "effect"
import { Pictures, type ToImage } from "../images/Picture.js"
import { orNotFound, pageView } from "../kit/results.js"
import { streaksToday } from "../kit/streaks.js"
import { yearQueries } from "../kit/years.js"
import { Calendar } from "../shared/Calendar.js"
import {
  type DateFilters,
  isAlways,
  ofDays,
  parseRange,
  always,
  type DateRange,
  localInstant
} from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { monthStart, yearOf, yearStart, addYears, daysBetween } from "../shared/LocalDate.js"
import type { NewestAlbum } from "./facts.js"
import { type AlbumQuery, type ArtistQuery, ListeningStore, type PlayQuery } from "./store.js"
import {
  type ArtistFacts,
  type YearlySparkline,
  albumDetail,
  artistDetail,
  detailLimits,
  trackDetail
} from "./views/details.js"
import { reviewLimit, yearInReview } from "./views/yearInReview.js"
import { topLists } from "./topLists.js"
import { albumItem, artistItem, playView, recentAlbum } from "./views/lists.js"
import {
  type GroupBy,
  type Metric,
  breakdown,
  calendarYear,
  stats,
  streaks,
  trends,
  years as yearsView
} from "./views/statistics.js"
import { type PageOf, dailySeries, iso, monthlySeries, offsetOf, yearlySeries } from "../shared/fields.js"

/**
 * How many days a range spans, including the first and the last. An open end is today; an open start is the day of the
 * first play. `years` are the full years from the day of the first play to today.
 */
export const spanOf = Effect.fn("spanOf")(function* (
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  range: DateRange
) {
  const today = yield* calendar.today
  const beginning = range.from === null ? yield* store.beginning : null
  const first = range.from ?? Option.getOrNull(beginning?.firstPlay ?? Option.none())
  if (first === null) return { days: 0, years: 0, beginning }
  const from = calendar.dateOf(first)
  const to = range.to === null ? today : calendar.dateOf(range.to - 1)
  const yearDifference = yearOf(today) - yearOf(from)
  const years = addYears(from, yearDifference) > today ? yearDifference - 1 : yearDifference
  return { days: Math.max(0, daysBetween(from, to) + 1), years: Math.max(0, years), beginning }
})

/** All queries about listening. Dates and days are in the home time zone. */
export class Listening extends Effect.Service<Listening>()("@daybook/core/Listening", {
  effect: Effect.gen(function* () {
    const store = yield* ListeningStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures
    const toImage: ToImage = (picture) => image(picture)
    const top = topLists(store, calendar, toImage)
    const years = yearQueries(calendar, { first: 2000 })

    const pageOfPlays = (query: PlayQuery) => Effect.map(store.plays(query), pageView(query.page, playView(toImage)))

    const year = Effect.fn("Listening.year")(function* (request: {
      readonly year: number
      readonly month?: number | undefined
      readonly sparklines: boolean
    }) {
      yield* years.accept(request.year)
      const month = request.month ?? null
      if (month !== null && !(Number.isInteger(month) && month >= 1 && month <= 12))
        return yield* new BadInput({ message: "month must be from 1 to 12" })
      const from = month === null ? yearStart(request.year) : monthStart(request.year, month)
      const to = month === null ? yearStart(request.year + 1) : monthStart(request.year, month + 1)
      const range = ofDays(calendar, from, to)
      const totals = yield* store.totals(range)
      if (totals.plays === 0) return yield* new NoData({ what: `listening in ${request.year}` })
      const page: PageOf = { page: 1, limit: reviewLimit }
      const [{ albums, artists, tracks }, months] = yield* Effect.all(
        [store.topOfEach({ range, page }), store.months(years.rangeOf(request.year))],
        { concurrency: "unbounded" }
      )
      const series = month === null ? monthlySeries(request.year) : dailySeries(from, to)
      const lines = request.sparklines
        ? {
            series,
            ...(yield* store.seriesOfEach(
              {
                artists: artists.map(({ artist }) => artist.id),
                albums: albums.map(({ album }) => album.id),
                tracks: tracks.map(({ track }) => track.id)
              },
              series,
              range
            ))
          }
        : null
      return yearInReview({ year: request.year, month, totals, artists, albums, tracks, months, lines }, toImage)
    })

    const statsOf = Effect.fn("Listening.stats")(function* (filters: DateFilters) {
      const range = yield* parseRange(calendar, filters)
      const [totals, { beginning, days, years }] = yield* Effect.all(
        [store.totals(range), spanOf(store, calendar, range)],
        { concurrency: "unbounded" }
      )
      if (!isAlways(range) || beginning === null) return stats(totals, days, null, 0)
      const registered = Option.orElse(beginning.registeredAt, () => beginning.firstPlay)
      return stats(totals, days, Option.getOrNull(registered), years)
    })

    return {
      ...top,
      recent: Effect.fn("Listening.recent")(function* (page: PageOf, filters: DateFilters) {
        return yield* pageOfPlays({ page, range: yield* parseRange(calendar, filters), artist: null, album: null })
      }),
      history: Effect.fn("Listening.history")(function* (
        page: PageOf,
        filters: DateFilters,
        names: { readonly artist?: string | undefined; readonly album?: string | undefined }
      ) {
        const range = yield* parseRange(calendar, filters)
        return yield* pageOfPlays({ page, range, artist: names.artist ?? null, album: names.album ?? null })
      }),
      recentAlbums: Effect.fn("Listening.recentAlbums")(function* (page: PageOf, filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        const { rows, total } = yield* newestAlbums(store, range, page)
        return pageView(page, (album: NewestAlbum) => recentAlbum(album, toImage))({ rows, total })
      }),
      stats: statsOf,
      artists: (query: ArtistQuery) => Effect.map(store.artists(query), pageView(query.page, artistItem(toImage))),
      albums: (query: AlbumQuery) => Effect.map(store.albums(query), pageView(query.page, albumItem(toImage))),
      artist: (id: number) => Effect.map(artistFacts(store, calendar, id), (facts) => artistDetail(facts, toImage)),
      album: Effect.fn("Listening.album")(function* (id: number) {
        return albumDetail(yield* Effect.flatMap(store.album(id), orNotFound(`album ${id}`)), toImage)
      }),
      track: Effect.fn("Listening.track")(function* (id: number) {
        return trackDetail(yield* Effect.flatMap(store.track(id), orNotFound(`track ${id}`)), toImage)
      }),
      calendar: Effect.fn("Listening.calendar")(years.calendar(store.playsPerDay, calendarYear)),
      trends: Effect.fn("Listening.trends")(function* (metric: Metric, filters: DateFilters) {
        return trends(metric, yield* store.months(yield* parseRange(calendar, filters)))
      }),
      streaks: Effect.fn("Listening.streaks")(() =>
        Effect.flatMap(streaksToday(calendar, store.daySpans, streaks), orNotFound("plays"))
      ),
      years: Effect.map(store.years, yearsView),
      year,
      genres: genreBreakdown(store, calendar)
    }
  })
}) {}

/** The facts of an artist's detail. */
export const artistFacts = Effect.fn("Listening.artist")(function* (
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  id: number
) {
  const profile = yield* Effect.flatMap(store.artist(id, detailLimits), orNotFound(`artist ${id}`))
  const today = yield* calendar.today
  const { firstPlayedAt } = profile
  const [sparkline, concerts] = yield* Effect.all(
    [
      firstPlayedAt === null ? Effect.succeed(null) : yearlySparkline(store, calendar, id, firstPlayedAt, today),
      store.concertsOf(id)
    ],
    { concurrency: "unbounded" }
  )
  return { profile, sparkline, concerts } satisfies ArtistFacts
})

const yearlySparkline = Effect.fn(function* (
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  id: number,
  firstPlay: number,
  today: string
) {
  const series = yearlySeries(calendar.dateOf(firstPlay), today)
  const counts = (yield* store.series("artist", [id], series, always)).get(id)
  return {
    granularity: "year",
    points: series.buckets.map((bucket) => ({ at: iso(calendar.startOf(bucket)), count: counts?.get(bucket) ?? 0 }))
  } satisfies YearlySparkline
})

/** The newest plays contain the albums of the first pages; later pages read more plays. */
const firstWindow = 200

const growth = 8

/** A page of a range's albums by their newest play, and their number. Reads only as many plays as the page needs. */
export const newestAlbums = Effect.fn("Listening.newestAlbums")(function* (
  store: Context.Tag.Service<ListeningStore>,
  range: DateRange,
  page: PageOf
) {
  const [totals, first] = yield* Effect.all([store.totals(range), store.newestAlbums(range, page, firstWindow)], {
    concurrency: "unbounded"
  })
  const expected = Math.min(page.limit, totals.albums - offsetOf(page))
  let rows = first
  for (let window = firstWindow; rows.length < expected && window < totals.plays;) {
    window *= growth
    rows = yield* store.newestAlbums(range, page, window)
  }
  return { rows, total: totals.albums }
})

export interface GenresRequest {
  readonly groupBy: GroupBy
  readonly limit: number
  readonly filters: DateFilters
  readonly compareToPreviousYear: boolean
}

/** The genre breakdown. With dates, optionally also that of the previous year. */
export const genreBreakdown = (store: Context.Tag.Service<ListeningStore>, calendar: Context.Tag.Service<Calendar>) =>
  Effect.fn("Listening.genres")(function* (request: GenresRequest) {
    const range = yield* parseRange(calendar, request.filters)
    const within = (span: DateRange) =>
      Effect.map(store.genres(request.groupBy, span), (counts) => breakdown(request.groupBy, request.limit, counts))
    const data = yield* within(range)
    return request.compareToPreviousYear && !isAlways(range)
      ? { data, compare: yield* within(yearEarlier(calendar, range)) }
      : { data }
  })

const dayMs = 86_400_000

/** The same local days and times a year earlier; 29 February becomes 28 February. */
const yearEarlier = (calendar: Context.Tag.Service<Calendar>, range: DateRange): DateRange => {
  const shift = (instant: number) => {
    const wall = instant + calendar.offsetAt(instant)
    const day = calendar.dateOf(instant)
    return localInstant(calendar, wall + daysBetween(day, addYears(day, -1)) * dayMs)
  }
  return {
    from: range.from === null ? null : shift(range.from),
    to: range.to === null ? null : shift(range.to - 1) + 1
  }
}

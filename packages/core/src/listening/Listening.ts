import { Effect, Option } from "effect"
import { Pictures } from "../images/Picture.js"
import { Calendar } from "../shared/Calendar.js"
import { type DateFilters, isAlways, ofDays, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { monthStart, yearOf, yearStart } from "../shared/LocalDate.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { dailySeries, monthlySeries } from "../shared/Sparkline.js"
import { type AlbumsOf, type ArtistsOf, ListeningStore, type PlaysOf } from "./ListeningStore.js"
import { artistFacts } from "./artistFacts.js"
import { genreBreakdown } from "./genreBreakdown.js"
import { reviewLimit, yearInReview } from "./views/yearInReview.js"
import { topLists } from "./topLists.js"
import { albumDetail } from "./views/album.js"
import { artistDetail } from "./views/artist.js"
import { calendarYear } from "./views/calendar.js"
import { albumItem, artistItem } from "./views/lists.js"
import { playView } from "./views/plays.js"
import { newestAlbums } from "./newestAlbums.js"
import { recentAlbum } from "./views/recentAlbums.js"
import type { ToImage } from "../images/Picture.js"
import { stats } from "./views/stats.js"
import { streaks } from "./views/streaks.js"
import { type Metric, trends } from "./views/trends.js"
import { years } from "./views/years.js"
import { spanOf } from "./spanOf.js"

/** The first year that can be asked for; the last is next year. */
const firstYear = 2000

/** Everything that can be asked about listening. Dates and days are meant in the home zone. */
export class Listening extends Effect.Service<Listening>()("@daybook/core/Listening", {
  effect: Effect.gen(function*() {
    const store = yield* ListeningStore
    const calendar = yield* Calendar
    const { image } = yield* Pictures
    const showing: ToImage = (picture) => image(picture)
    const top = topLists(store, calendar, showing)

    const pageOfPlays = (of: PlaysOf) =>
      Effect.map(store.plays(of), ({ rows, total }) => ({ data: rows.map(playView(showing)), pagination: paginationOf(of.page, total) }))

    const knownYear = Effect.fn(function*(year: number) {
      const next = yearOf(yield* calendar.today) + 1
      if (!Number.isInteger(year) || year < firstYear || year > next) {
        return yield* new BadInput({ message: `year must be from ${firstYear} to ${next}` })
      }
    })

    const year = Effect.fn("Listening.year")(function*(of: { readonly year: number; readonly month?: number | undefined; readonly sparklines: boolean }) {
      yield* knownYear(of.year)
      const month = of.month ?? null
      if (month !== null && !(Number.isInteger(month) && month >= 1 && month <= 12)) return yield* new BadInput({ message: "month must be from 1 to 12" })
      const from = month === null ? yearStart(of.year) : monthStart(of.year, month)
      const to = month === null ? yearStart(of.year + 1) : monthStart(of.year, month + 1)
      const range = ofDays(calendar, from, to)
      const totals = yield* store.totals(range)
      if (totals.plays === 0) return yield* new NoData({ what: `listening in ${of.year}` })
      const page: PageOf = { page: 1, limit: reviewLimit }
      const { albums, artists, tracks } = yield* store.topOfEach({ range, page })
      const months = yield* store.months(ofDays(calendar, yearStart(of.year), yearStart(of.year + 1)))
      const series = month === null ? monthlySeries(of.year) : dailySeries(from, to)
      const lines = of.sparklines
        ? {
          series,
          artists: yield* store.series("artist", artists.map(({ artist }) => artist.id), series, range),
          albums: yield* store.series("album", albums.map(({ album }) => album.id), series, range),
          tracks: yield* store.series("track", tracks.map(({ track }) => track.id), series, range)
        }
        : null
      return yearInReview({ year: of.year, month, totals, artists, albums, tracks, months, lines }, showing)
    })

    const statsOf = Effect.fn("Listening.stats")(function*(filters: DateFilters) {
      const range = yield* parseRange(calendar, filters)
      const totals = yield* store.totals(range)
      const span = yield* spanOf(store, calendar, range)
      if (!isAlways(range)) return stats(totals, span.days, null, 0)
      const registered = Option.getOrElse(yield* store.registeredAt, () => span.firstPlay)
      return stats(totals, span.days, registered, span.years)
    })

    return {
      ...top,
      recent: Effect.fn("Listening.recent")(function*(page: PageOf, filters: DateFilters) {
        return yield* pageOfPlays({ page, range: yield* parseRange(calendar, filters), artist: null, album: null })
      }),
      history: Effect.fn("Listening.history")(function*(page: PageOf, filters: DateFilters, names: { readonly artist?: string | undefined; readonly album?: string | undefined }) {
        const range = yield* parseRange(calendar, filters)
        return yield* pageOfPlays({ page, range, artist: names.artist ?? null, album: names.album ?? null })
      }),
      recentAlbums: Effect.fn("Listening.recentAlbums")(function*(page: PageOf, filters: DateFilters) {
        const range = yield* parseRange(calendar, filters)
        const { albums, plays } = yield* store.totals(range)
        const rows = yield* newestAlbums(store, range, page, { albums, plays })
        return { data: rows.map((album) => recentAlbum(album, showing)), pagination: paginationOf(page, albums) }
      }),
      stats: statsOf,
      artists: (of: ArtistsOf) =>
        Effect.map(store.artists(of), ({ rows, total }) => ({ data: rows.map(artistItem(showing)), pagination: paginationOf(of.page, total) })),
      albums: (of: AlbumsOf) =>
        Effect.map(store.albums(of), ({ rows, total }) => ({ data: rows.map(albumItem(showing)), pagination: paginationOf(of.page, total) })),
      artist: (id: number) => Effect.map(artistFacts(store, calendar, id), (facts) => artistDetail(facts, showing)),
      album: Effect.fn("Listening.album")(function*(id: number) {
        const profile = yield* store.album(id)
        return albumDetail(yield* Effect.mapError(profile, () => new NoData({ what: `album ${id}` })), showing)
      }),
      calendar: Effect.fn("Listening.calendar")(function*(asked: number | undefined) {
        const year = asked ?? yearOf(yield* calendar.today)
        yield* knownYear(year)
        return calendarYear(year, yield* store.playsPerDay(yearStart(year), yearStart(year + 1)))
      }),
      trends: Effect.fn("Listening.trends")(function*(metric: Metric, filters: DateFilters) {
        return trends(metric, yield* store.months(yield* parseRange(calendar, filters)))
      }),
      streaks: Effect.fn("Listening.streaks")(function*() {
        const today = yield* calendar.today
        return yield* Effect.mapError(streaks(yield* store.daySpans(today), today), () => new NoData({ what: "plays" }))
      }),
      years: Effect.map(store.years, years),
      year,
      genres: genreBreakdown(store, calendar)
    }
  })
}) {}

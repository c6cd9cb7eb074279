import { Schema } from "effect"
import type { Leading, Totals, DecadeCount, NamedCount, DayCount, MovieWatch } from "../facts.js"
import {
  Amount,
  Text,
  Timestamp,
  iso,
  nameField,
  countField,
  yearField,
  withExample,
  publicField
} from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { LocalDate, isoWeek, monthOf } from "../../shared/LocalDate.js"
import type { ToImage } from "../../images/Picture.js"
import { RatedMovie, ratedMovie } from "./movies.js"

const oneDecimal = (value: number): number => Math.round(value * 10) / 10

/** `GET /v1/watching/stats`. Counts distinct films. */
export const WatchingStats = Schema.Struct({
  data: publicField(
    Schema.Struct({
      total_movies: publicField(Schema.Number, "Number of different films watched", 274),
      total_watch_time_hours: publicField(Schema.Number, "Over all viewings of films, without episodes", 829.8),
      movies_this_year: publicField(Schema.Number, "Number of different films watched this year", 121),
      avg_per_month: publicField(Schema.Number, "Average films per month since the first viewing, one decimal", 7.4),
      top_genre: publicField(Text, "Most frequent genre", "Drama"),
      top_decade: publicField(Amount, "Most frequent decade of release", 2010),
      top_director: publicField(Text, "Director with the most films", "Fenlava Osria"),
      total_shows: publicField(Schema.Number, "Number of shows with a watched episode", 10),
      total_episodes_watched: publicField(Schema.Number, "Number of different episodes watched", 285),
      episodes_this_year: publicField(Schema.Number, "Number of episodes watched this year", 118)
    }),
    "Requested data"
  )
}).annotations({ identifier: "WatchingStats" })
export type WatchingStats = typeof WatchingStats.Type

/** `months` is the number of calendar months that the totals cover. */
export const stats = (of: {
  readonly totals: Totals
  readonly thisYear: Totals
  readonly months: number
  readonly leading: Leading
}): WatchingStats => ({
  data: {
    total_movies: of.totals.movies,
    total_watch_time_hours: oneDecimal(of.totals.minutes / 60),
    movies_this_year: of.thisYear.movies,
    avg_per_month: of.months === 0 ? 0 : oneDecimal(of.totals.movies / of.months),
    top_genre: of.leading.genre,
    top_decade: of.leading.decade,
    top_director: of.leading.director,
    total_shows: of.totals.shows,
    total_episodes_watched: of.totals.episodes,
    episodes_this_year: of.thisYear.episodes
  }
})

const CountedName = Schema.Struct({ name: nameField, count: countField })

const CountedDecade = Schema.Struct({
  decade: publicField(Schema.Number, "The decade's first year", 1990),
  count: countField
})

/** `GET /v1/watching/stats/genres`: a film counts for each of its genres. Percentages are of the sum of all counts. */
export const WatchingGenres = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        name: nameField,
        count: countField,
        percentage: publicField(Schema.Number, "Share of the films in percent, one decimal", 24.1)
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "WatchingGenres" })

export type WatchingGenres = typeof WatchingGenres.Type

export const genreShares = (genres: ReadonlyArray<NamedCount>): WatchingGenres => {
  const sum = genres.reduce((all, { count }) => all + count, 0)
  return { data: genres.map(({ count, name }) => ({ name, count, percentage: oneDecimal((count / sum) * 100) })) }
}

/** `GET /v1/watching/stats/decades`: decades of release, newest first. */
export const WatchingDecades = Schema.Struct({
  data: publicField(Schema.Array(CountedDecade), "Requested data")
}).annotations({ identifier: "WatchingDecades" })

export type WatchingDecades = typeof WatchingDecades.Type

export const decadeCounts = (decades: ReadonlyArray<DecadeCount>): WatchingDecades => ({
  data: decades.map(({ count, decade }) => ({ decade, count }))
})

export const DirectorStats = Schema.Struct({
  data: publicField(Schema.Array(CountedName), "Requested data")
}).annotations({ identifier: "DirectorStats" })

export type DirectorStats = typeof DirectorStats.Type

export const directorCounts = (directors: ReadonlyArray<NamedCount>): DirectorStats => ({
  data: directors.map(({ count, name }) => ({ name, count }))
})

/** `GET /v1/watching/calendar`: viewings of films per day. Days without any are absent. */
export const WatchingCalendar = Schema.Struct({
  year: yearField,
  data: publicField(
    Schema.Array(Schema.Struct({ date: classified("public", LocalDate), count: countField })),
    "Requested data"
  )
}).annotations({ identifier: "WatchingCalendar" })

export type WatchingCalendar = typeof WatchingCalendar.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): WatchingCalendar => ({ year, data: days })

export const TrendPeriod = Schema.Literal("monthly", "weekly").annotations({ identifier: "WatchingPeriod" })

export type TrendPeriod = typeof TrendPeriod.Type

/**
 * `GET /v1/watching/trends`: viewings of films per month (`YYYY-MM`) or ISO week (`YYYY-Wnn`), ascending. Periods
 * without any are absent.
 */
export const WatchingTrends = Schema.Struct({
  period: publicField(TrendPeriod, "Period: a name such as `12month`, or `YYYY`, `YYYY-MM` or `YYYY-Wnn` of a group"),
  data: publicField(
    Schema.Array(
      Schema.Struct({
        period: publicField(
          Schema.String,
          "Period: a name such as `12month`, or `YYYY`, `YYYY-MM` or `YYYY-Wnn` of a group",
          "2026-03"
        ),
        count: countField
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "WatchingTrends" })

export type WatchingTrends = typeof WatchingTrends.Type

export const trends = (period: TrendPeriod, periods: ReadonlyArray<DayCount>): WatchingTrends => ({
  period,
  data: periods.map(({ count, date }) => ({ period: period === "weekly" ? isoWeek(date) : monthOf(date), count }))
})

/** `GET /v1/watching/year/{year}`: distinct films. `monthly` counts viewings; months without any are left out. */
export const YearInFilms = Schema.Struct({
  year: yearField,
  total_movies: publicField(Schema.Number, "Number of different films watched", 274),
  genres: publicField(Schema.Array(CountedName), "Films by genre, at most 10"),
  decades: publicField(Schema.Array(CountedDecade), "Films by decade of release, latest first"),
  monthly: publicField(
    Schema.Array(Schema.Struct({ month: publicField(Schema.String, "YYYY-MM", "2026-03"), count: countField })),
    "One entry for each month with data"
  ),
  top_rated: publicField(
    Schema.Array(
      Schema.Struct({
        movie: publicField(RatedMovie, "Film"),
        user_rating: publicField(Schema.Number, "The person's own rating, 0.5 to 5", 4.5),
        watched_at: classified("public", withExample(Timestamp, "2026-03-14T12:00:00.000Z"))
      })
    ),
    "Best rated films of the year, each once, at most 10"
  )
}).annotations({ identifier: "YearInFilms" })

export type YearInFilms = typeof YearInFilms.Type

export const yearInFilms = (
  of: {
    readonly year: number
    readonly totals: Totals
    readonly genres: ReadonlyArray<NamedCount>
    readonly decades: ReadonlyArray<DecadeCount>
    readonly months: ReadonlyArray<DayCount>
    readonly rated: ReadonlyArray<MovieWatch>
  },
  image: ToImage
): YearInFilms => ({
  year: of.year,
  total_movies: of.totals.movies,
  genres: of.genres,
  decades: of.decades,
  monthly: of.months.map(({ count, date }) => ({ month: monthOf(date), count })),
  top_rated: of.rated.map((watch) => ({
    movie: ratedMovie(watch, image),
    user_rating: watch.rating ?? 0,
    watched_at: iso(watch.watchedAt)
  }))
})

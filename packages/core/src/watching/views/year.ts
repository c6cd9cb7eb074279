import { Schema } from "effect"
import { monthOf } from "../../shared/LocalDate.js"
import type { DayCount, DecadeCount, MovieWatch, NamedCount, Totals } from "../facts.js"
import { CountedDecade, CountedName } from "./breakdowns.js"
import { RatedMovie, ratedMovie } from "./ratings.js"
import type { ToImage } from "../../images/Picture.js"
import { Timestamp, iso } from "../../shared/fields.js"

/** `GET /v1/watching/year/{year}`: different films; `monthly` counts viewings, months without any are left out. */
export const YearInFilms = Schema.Struct({
  year: Schema.Number,
  total_movies: Schema.Number,
  genres: Schema.Array(CountedName),
  decades: Schema.Array(CountedDecade),
  monthly: Schema.Array(Schema.Struct({ month: Schema.String.annotations({ description: "YYYY-MM" }), count: Schema.Number })),
  top_rated: Schema.Array(Schema.Struct({ movie: RatedMovie, user_rating: Schema.Number, watched_at: Timestamp }))
}).annotations({ identifier: "YearInFilms" })
export type YearInFilms = typeof YearInFilms.Type

export const yearInFilms = (of: {
  readonly year: number
  readonly totals: Totals
  readonly genres: ReadonlyArray<NamedCount>
  readonly decades: ReadonlyArray<DecadeCount>
  readonly months: ReadonlyArray<DayCount>
  readonly rated: ReadonlyArray<MovieWatch>
}, image: ToImage): YearInFilms => ({
  year: of.year,
  total_movies: of.totals.movies,
  genres: of.genres,
  decades: of.decades,
  monthly: of.months.map(({ count, date }) => ({ month: monthOf(date), count })),
  top_rated: of.rated.map((watch) => ({ movie: ratedMovie(watch, image), user_rating: watch.rating ?? 0, watched_at: iso(watch.watchedAt) }))
})

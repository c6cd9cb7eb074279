import { Schema } from "effect"
import type { Leading, Totals } from "../facts.js"
import { Amount, Text } from "../../shared/fields.js"
import { oneDecimal } from "./shared.js"

/** `GET /v1/watching/stats` (contract §4, §14). Films are counted once however often they were watched. */
export const WatchingStats = Schema.Struct({
  data: Schema.Struct({
    total_movies: Schema.Number,
    total_watch_time_hours: Schema.Number.annotations({ description: "Of every viewing of a film; episodes aside" }),
    movies_this_year: Schema.Number,
    avg_per_month: Schema.Number,
    top_genre: Text,
    top_decade: Amount,
    top_director: Text,
    total_shows: Schema.Number,
    total_episodes_watched: Schema.Number,
    episodes_this_year: Schema.Number
  })
}).annotations({ identifier: "WatchingStats" })
export type WatchingStats = typeof WatchingStats.Type

/** `months` is how many calendar months the totals are spread over. */
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

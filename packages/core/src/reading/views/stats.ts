import { Schema } from "effect"
import type { Totals } from "../facts.js"
import { ReadingStreaks } from "./streaks.js"

/** `GET /v1/reading/stats`. `avg_estimated_read_min` has one decimal and is 0 where no length is known. */
export const ReadingStats = Schema.Struct({
  total_articles: Schema.Number,
  finished_count: Schema.Number,
  currently_reading_count: Schema.Number,
  total_highlights: Schema.Number,
  total_word_count: Schema.Number,
  avg_estimated_read_min: Schema.Number,
  streaks: ReadingStreaks
}).annotations({ identifier: "ReadingStats" })
export type ReadingStats = typeof ReadingStats.Type

export const stats = (totals: Totals, streaks: ReadingStreaks): ReadingStats => ({
  total_articles: totals.articles,
  finished_count: totals.finished,
  currently_reading_count: totals.reading,
  total_highlights: totals.highlights,
  total_word_count: totals.words,
  avg_estimated_read_min: Math.round((totals.averageMinutes ?? 0) * 10) / 10,
  streaks
})

import { Schema } from "effect"
import type { Totals, FinishedDays, NameCount, DayCount } from "../facts.js"
import { streaksOf } from "../../kit/streaks.js"
import { LocalDate, daysOfSpan, monthOf } from "../../shared/LocalDate.js"
import { countField, yearField, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"

/** Items of `GET /v1/reading/tags` and `/domains` with their number of articles. */
export const TagCount = Schema.Struct({
  tag: publicField(Schema.String, "Tag", "cooking"),
  count: countField
}).annotations({ identifier: "TagCount" })

export const DomainCount = Schema.Struct({
  domain: publicField(Schema.String, "Site", "notebook.example"),
  count: countField
}).annotations({ identifier: "DomainCount" })

export const tagCount = ({ count, name }: NameCount): typeof TagCount.Type => ({ tag: name, count })

export const domainCount = ({ count, name }: NameCount): typeof DomainCount.Type => ({ domain: name, count })

/** `GET /v1/reading/streaks`: days with finished articles. Dates are null without any. */
export const ReadingStreaks = Schema.Struct({
  current: publicField(
    Schema.Struct({
      days: publicField(Schema.Number, "Length of the current streak in days; 0 if there is none", 12),
      start_date: publicField(Schema.NullOr(LocalDate), "First day; null if there is no streak", "2026-03-03"),
      total_finished: publicField(Schema.Number, "Number of finished articles", 14)
    }),
    "Current streak: the consecutive days that end today or yesterday"
  ),
  longest: publicField(
    Schema.Struct({
      days: publicField(Schema.Number, "Length of the streak in days", 157),
      start_date: publicField(Schema.NullOr(LocalDate), "First day; null if there is no streak", "2026-03-03"),
      end_date: publicField(Schema.NullOr(LocalDate), "Last day"),
      total_finished: publicField(Schema.Number, "Number of finished articles", 14)
    }),
    "Longest streak; the earliest one if several have the same length"
  )
}).annotations({ identifier: "ReadingStreaks" })

export type ReadingStreaks = typeof ReadingStreaks.Type

/** The current and the longest of spans in ascending order. */
export const streaks = (spans: ReadonlyArray<FinishedDays>, today: LocalDate): ReadingStreaks => {
  const { current, longest } = streaksOf(spans, today)
  return {
    current: {
      days: current === undefined ? 0 : daysOfSpan(current),
      start_date: current?.start ?? null,
      total_finished: current?.finished ?? 0
    },
    longest: {
      days: longest === undefined ? 0 : daysOfSpan(longest),
      start_date: longest?.start ?? null,
      end_date: longest?.end ?? null,
      total_finished: longest?.finished ?? 0
    }
  }
}

/** `GET /v1/reading/stats`. `avg_estimated_read_min` has one decimal and is 0 if no length is known. */
export const ReadingStats = Schema.Struct({
  total_articles: publicField(Schema.Number, "Number of saved articles", 600),
  finished_count: publicField(Schema.Number, "Number of finished articles", 330),
  currently_reading_count: publicField(Schema.Number, "Number of articles in progress", 4),
  total_highlights: publicField(Schema.Number, "Number of highlights", 181),
  total_word_count: publicField(Schema.Number, "Number of words of all articles", 365671),
  avg_estimated_read_min: publicField(Schema.Number, "Average reading time in minutes, one decimal", 6.4),
  streaks: publicField(ReadingStreaks, "Streaks of days with a finished article")
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

/** `GET /v1/reading/calendar`: only days with saved or finished articles. */
export const ReadingCalendar = Schema.Struct({
  year: yearField,
  days: publicField(
    Schema.Array(
      Schema.Struct({
        date: classified("public", LocalDate),
        saved: publicField(Schema.Number, "Number of saved articles", 3),
        finished: publicField(Schema.Number, "Number of finished articles", 2)
      })
    ),
    "Days with data, oldest first"
  ),
  total_saved: publicField(Schema.Number, "Number of saved articles", 182),
  total_finished: publicField(Schema.Number, "Number of finished articles", 14)
}).annotations({ identifier: "ReadingCalendar" })

export type ReadingCalendar = typeof ReadingCalendar.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): ReadingCalendar => ({
  year,
  days: days.map(({ date, finished, saved }) => ({ date, saved, finished })),
  total_saved: days.reduce((sum, { saved }) => sum + saved, 0),
  total_finished: days.reduce((sum, { finished }) => sum + finished, 0)
})

/**
 * `GET /v1/reading/year/{year}`: articles saved and finished and highlights made in the year. Months without any are
 * absent.
 */
export const ReadingYear = Schema.Struct({
  year: yearField,
  total_articles: publicField(Schema.Number, "Number of saved articles", 600),
  finished_count: publicField(Schema.Number, "Number of finished articles", 330),
  total_highlights: publicField(Schema.Number, "Number of highlights", 181),
  total_word_count: publicField(Schema.Number, "Number of words of all articles", 365671),
  top_domains: publicField(Schema.Array(DomainCount), "Sites with the most articles, at most 10"),
  top_tags: publicField(Schema.Array(TagCount), "Most frequent tags, at most 10"),
  monthly: publicField(
    Schema.Array(
      Schema.Struct({
        month: publicField(Schema.String, "YYYY-MM", "2026-03"),
        saved: publicField(Schema.Number, "Number of saved articles", 3),
        finished: publicField(Schema.Number, "Number of finished articles", 2)
      })
    ),
    "One entry for each month with data"
  )
}).annotations({ identifier: "ReadingYear" })

export type ReadingYear = typeof ReadingYear.Type

export const yearInReview = (of: {
  readonly year: number
  readonly totals: Totals
  readonly days: ReadonlyArray<DayCount>
  readonly domains: ReadonlyArray<NameCount>
  readonly tags: ReadonlyArray<NameCount>
}): ReadingYear => ({
  year: of.year,
  total_articles: of.totals.articles,
  finished_count: of.totals.finished,
  total_highlights: of.totals.highlights,
  total_word_count: of.totals.words,
  top_domains: of.domains.map(domainCount),
  top_tags: of.tags.map(tagCount),
  monthly: monthly(of.days)
})

const monthly = (days: ReadonlyArray<DayCount>) => {
  const months = new Map<string, { month: string; saved: number; finished: number }>()
  for (const { date, finished, saved } of days) {
    const month = monthOf(date)
    const sum = months.get(month) ?? { month, saved: 0, finished: 0 }
    months.set(month, { month, saved: sum.saved + saved, finished: sum.finished + finished })
  }
  return [...months.values()]
}

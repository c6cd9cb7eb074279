import { Schema, Option } from "effect"
import type { DayCount, GenreCount, PeriodTotals, PlayedDays, Totals } from "../facts.js"
import { Timestamp, isoOrNull, yearField, countField, withExample, publicField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import { LocalDate, daysOfSpan, isoWeek, monthOf, yearOf } from "../../shared/LocalDate.js"
import { streaksOf } from "../../kit/streaks.js"
import { countedYear } from "../../kit/years.js"
import { viewOf } from "../../kit/record.js"
import { totalFields } from "../model.js"
import { ArtistRef } from "./lists.js"

const shownTotals = viewOf(totalFields)

/** `GET /v1/listening/stats`. */
export const Stats = Schema.Struct({
  ...shownTotals.schemas,
  registered_date: publicField(
    Schema.NullOr(Timestamp),
    "Time the account was registered, otherwise of the first play; null if the request gives dates",
    "2023-11-21T22:21:59.000Z"
  ),
  years_tracking: publicField(Schema.Number, "Full years since registration; 0 if the request gives dates", 3),
  scrobbles_per_day: publicField(Schema.Number, "Average plays per day in the period, one decimal", 18.2)
}).annotations({ identifier: "ListeningStats" })
export type Stats = typeof Stats.Type

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/**
 * `days` is the length of the span that the totals cover. `since` is the registration, or else the first play. `years`
 * are the full years from its day to today. Both have a value only if the span covers all plays.
 */
export const stats = (totals: Totals, days: number, since: number | null, years: number): Stats => ({
  ...shownTotals.of(totals),
  registered_date: isoOrNull(since),
  years_tracking: years,
  scrobbles_per_day: days <= 0 ? 0 : oneDecimal(totals.plays / days)
})

/** `GET /v1/listening/years`. */
export const Years = Schema.Struct({
  data: publicField(
    Schema.Array(
      Schema.Struct({
        year: yearField,
        ...shownTotals.schemas,
        top_artist: publicField(Schema.NullOr(ArtistRef), "Most played artist of the year")
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "ListeningYears" })

export type Years = typeof Years.Type

export const years = (
  rows: ReadonlyArray<PeriodTotals & { readonly topArtist: { readonly id: number; readonly name: string } | null }>
): Years => ({
  data: rows.map((row) => ({ year: yearOf(row.start), ...shownTotals.of(row), top_artist: row.topArtist }))
})

export const Metric = Schema.Literal("scrobbles", "artists", "albums", "tracks").annotations({
  identifier: "ListeningMetric"
})

export type Metric = typeof Metric.Type

/** `GET /v1/listening/trends`: only months with plays. */
export const Trends = Schema.Struct({
  metric: publicField(Metric, "Counted metric"),
  data: publicField(
    Schema.Array(
      Schema.Struct({
        period: publicField(
          Schema.String,
          "Period: a name such as `12month`, or `YYYY`, `YYYY-MM` or `YYYY-Wnn` of a group",
          "2026-03"
        ),
        value: publicField(Schema.Number, "Count of the month", 641)
      })
    ),
    "Requested data"
  )
}).annotations({ identifier: "ListeningTrends" })

export type Trends = typeof Trends.Type

export const trends = (metric: Metric, months: ReadonlyArray<PeriodTotals>): Trends => ({
  metric,
  data: months.map((month) => ({
    period: monthOf(month.start),
    value: metric === "scrobbles" ? month.plays : month[metric]
  }))
})

/** `GET /v1/listening/calendar`: only days with plays. Without any, the busiest day is "" with a count of 0. */
export const CalendarYear = Schema.Struct({
  year: yearField,
  days: publicField(
    Schema.Array(Schema.Struct({ date: classified("public", LocalDate), count: countField })),
    "Days with data, oldest first"
  ),
  total: publicField(Schema.Number, "Total number", 1234),
  max_day: publicField(
    Schema.Struct({ date: publicField(Schema.String, "Date", "2026-03-14"), count: countField }),
    "Day with the highest count; `date` is empty if no day has data"
  )
}).annotations({ identifier: "ListeningCalendar" })

export type CalendarYear = typeof CalendarYear.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): CalendarYear =>
  countedYear(
    year,
    days.map(({ date, plays }) => ({ date, count: plays }))
  )

export const Streaks = Schema.Struct({
  current: publicField(
    Schema.Struct({
      days: publicField(Schema.Number, "Length of the current streak in days; 0 if there is none", 12),
      start_date: publicField(Schema.NullOr(LocalDate), "First day; null if there is no streak", "2026-03-03"),
      total_scrobbles: publicField(Schema.Number, "Number of plays", 6634)
    }),
    "Current streak: the consecutive days that end today or yesterday"
  ),
  longest: publicField(
    Schema.Struct({
      days: publicField(Schema.Number, "Length of the streak in days", 157),
      start_date: classified("public", withExample(LocalDate, "2026-03-03")),
      end_date: classified("public", LocalDate),
      total_scrobbles: publicField(Schema.Number, "Number of plays", 6634)
    }),
    "Longest streak; the earliest one if several have the same length"
  )
}).annotations({ identifier: "ListeningStreaks" })

export type Streaks = typeof Streaks.Type

/** The current and the longest of spans in ascending order. None if there are no plays up to today. */
export const streaks = (spans: ReadonlyArray<PlayedDays>, today: LocalDate): Option.Option<Streaks> => {
  const { current, longest } = streaksOf(spans, today)
  return Option.map(Option.fromNullable(longest), (longest) => ({
    current: {
      days: current === undefined ? 0 : daysOfSpan(current),
      start_date: current?.start ?? null,
      total_scrobbles: current?.plays ?? 0
    },
    longest: {
      days: daysOfSpan(longest),
      start_date: longest.start,
      end_date: longest.end,
      total_scrobbles: longest.plays
    }
  }))
}

export const GroupBy = Schema.Literal("week", "month", "year")
export type GroupBy = typeof GroupBy.Type

const Breakdown = Schema.Array(
  Schema.Struct({
    period: publicField(
      Schema.String,
      "Period: a name such as `12month`, or `YYYY`, `YYYY-MM` or `YYYY-Wnn` of a group",
      "2026-03"
    ),
    genres: publicField(
      Schema.Record({ key: Schema.String, value: Schema.Number }),
      "Plays by genre; all but the most played genres are summed as `Other`",
      { "indie rock": 96 }
    ),
    total: publicField(Schema.Number, "Total number", 1234)
  })
)
export type Breakdown = typeof Breakdown.Type

/** `GET /v1/listening/genres`. */
export const Genres = Schema.Struct({
  data: publicField(Breakdown, "Requested data"),
  compare: publicField(Schema.optional(Breakdown), "The same data one year earlier; only if the request asks for it")
}).annotations({ identifier: "ListeningGenres" })
export type Genres = typeof Genres.Type

const periodOf = (groupBy: GroupBy, start: LocalDate) =>
  groupBy === "week" ? isoWeek(start) : groupBy === "month" ? monthOf(start) : start.slice(0, 4)

/**
 * The `limit` most played genres of each period; the others are summed as `Other`. `total` includes all genres. Expects
 * counts ascending by period, most played first.
 */
export const breakdown = (groupBy: GroupBy, limit: number, counts: ReadonlyArray<GenreCount>): Breakdown => {
  const periods = new Map<LocalDate, { genres: Record<string, number>; listed: number; total: number }>()
  for (const { genre, plays, start } of counts) {
    const period = periods.get(start) ?? { genres: Object.create(null), listed: 0, total: 0 }
    periods.set(start, period)
    const name = period.listed < limit ? genre : "Other"
    period.listed++
    period.genres[name] = (period.genres[name] ?? 0) + plays
    period.total += plays
  }
  return Array.from(periods, ([start, { genres, total }]) => ({
    period: periodOf(groupBy, start),
    genres: { ...genres },
    total
  }))
}

import { Schema } from "effect"
import { type CountedDay, countedYear } from "../kit/years.js"
import { streaksOf } from "../kit/streaks.js"
import { Amount, countField, field, listOf, yearField } from "../shared/fields.js"
import { type DaySpan, LocalDate, daysOfSpan, isoWeek, yearOf } from "../shared/LocalDate.js"
import type { CountedValue, NumberTotals, RecordTotals } from "./DeclaredStore.js"

/** A month, `YYYY-MM`. */
interface MonthCount {
  readonly month: string
  readonly count: number
}

interface YearCount {
  readonly year: number
  readonly count: number
}

const decimals = 100
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * decimals) / decimals

const NumberSummary = Schema.Struct({
  sum: field(Amount, "Sum of the known values, two decimals", 8240),
  min: field(Amount, "Lowest value", 96),
  max: field(Amount, "Highest value", 912),
  mean: field(Amount, "Mean of the known values, two decimals", 343.33),
  known: field(Schema.Number, "Number of records that have a value", 24)
}).annotations({ identifier: "DomainNumber" })

const numberSummary = ({ known, max, mean, min, sum }: NumberTotals): typeof NumberSummary.Type => ({
  sum: rounded(sum),
  min,
  max,
  mean: rounded(mean),
  known
})

const mapValues = <A, B>(values: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const numbersField = field(
  Schema.Record({ key: Schema.String, value: NumberSummary }),
  "Summary of every number field, by name"
)

const DayOrNull = Schema.NullOr(LocalDate)

/** `GET /v1/{domain}/stats`. */
export const DomainStats = Schema.Struct({
  data: field(
    Schema.Struct({
      record: field(Schema.String, "Type of the counted records", "book"),
      total: field(Schema.Number, "Number of records", 24),
      this_year: field(Schema.Number, "Number of records of the current year", 7),
      first_date: field(DayOrNull, "Day of the first record; null if none has a day", "2019-07-02"),
      last_date: field(DayOrNull, "Day of the last record; null if none has a day", "2026-03-14"),
      numbers: numbersField,
      distinct: field(
        Schema.Record({ key: Schema.String, value: Schema.Number }),
        "Number of different values of every facet, by name",
        { author: 19 }
      )
    }),
    "Requested data"
  )
}).annotations({ identifier: "DomainStats" })
export type DomainStats = typeof DomainStats.Type

export const stats = (record: string, totals: RecordTotals, thisYear: number): DomainStats => ({
  data: {
    record,
    total: totals.count,
    this_year: thisYear,
    first_date: totals.first,
    last_date: totals.last,
    numbers: mapValues(totals.numbers, numberSummary),
    distinct: { ...totals.facets }
  }
})

/** `GET /v1/{domain}/calendar`: only days with records. Without any, the busiest day is "" with a count of 0. */
export const DomainCalendar = Schema.Struct({
  year: yearField,
  days: field(Schema.Array(Schema.Struct({ date: LocalDate, count: countField })), "Days with data, oldest first"),
  total: field(Schema.Number, "Total number", 1234),
  max_day: field(
    Schema.Struct({ date: field(Schema.String, "Date", "2026-03-14"), count: countField }),
    "Day with the highest count; `date` is empty if no day has data"
  )
}).annotations({ identifier: "DomainCalendar" })
export type DomainCalendar = typeof DomainCalendar.Type

export const calendarYear = (year: number, days: ReadonlyArray<CountedDay>): DomainCalendar => countedYear(year, days)

/** `GET /v1/{domain}/streaks`: consecutive days with records. */
export const DomainStreaks = Schema.Struct({
  current: field(
    Schema.Struct({
      days: field(Schema.Number, "Length of the current streak in days; 0 if there is none", 12),
      start_date: field(DayOrNull, "First day; null if there is no streak", "2026-03-03")
    }),
    "Current streak: the consecutive days that end today or yesterday"
  ),
  longest: field(
    Schema.Struct({
      days: field(Schema.Number, "Length of the streak in days", 157),
      start_date: field(DayOrNull, "First day; null if there is no streak", "2026-03-03"),
      end_date: field(DayOrNull, "Last day; null if there is no streak", "2026-03-14")
    }),
    "Longest streak; the earliest one if several have the same length"
  )
}).annotations({ identifier: "DomainStreaks" })
export type DomainStreaks = typeof DomainStreaks.Type

/** The current and the longest of spans in ascending order. */
export const streaks = (spans: ReadonlyArray<DaySpan>, today: LocalDate): DomainStreaks => {
  const { current, longest } = streaksOf(spans, today)
  return {
    current: { days: current === undefined ? 0 : daysOfSpan(current), start_date: current?.start ?? null },
    longest: {
      days: longest === undefined ? 0 : daysOfSpan(longest),
      start_date: longest?.start ?? null,
      end_date: longest?.end ?? null
    }
  }
}

/** The lengths of the periods of a trend. */
export const trendPeriods = ["monthly", "weekly", "yearly"] as const
export type TrendPeriod = (typeof trendPeriods)[number]

/** `GET /v1/{domain}/trends`: only periods with records, oldest first. */
export const DomainTrends = Schema.Struct({
  period: field(Schema.Literal(...trendPeriods), "Length of the periods"),
  data: field(
    Schema.Array(
      Schema.Struct({ period: field(Schema.String, "`YYYY-MM`, `YYYY-Wnn` or `YYYY`", "2026-03"), count: countField })
    ),
    "Requested data"
  )
}).annotations({ identifier: "DomainTrends" })
export type DomainTrends = typeof DomainTrends.Type

/** The sums of counts by period, in the order in which the periods first appear. */
const summed = (counts: ReadonlyArray<{ readonly period: string; readonly count: number }>) => {
  const sums = new Map<string, number>()
  for (const { count, period } of counts) sums.set(period, (sums.get(period) ?? 0) + count)
  return Array.from(sums, ([period, count]) => ({ period, count }))
}

export const weeklyTrend = (days: ReadonlyArray<CountedDay>): DomainTrends => ({
  period: "weekly",
  data: summed(days.map(({ count, date }) => ({ period: isoWeek(date), count })))
})

export const monthlyTrend = (months: ReadonlyArray<MonthCount>): DomainTrends => ({
  period: "monthly",
  data: months.map(({ count, month }) => ({ period: month, count }))
})

export const yearlyTrend = (months: ReadonlyArray<MonthCount>): DomainTrends => ({
  period: "yearly",
  data: summed(months.map(({ count, month }) => ({ period: month.slice(0, 4), count })))
})

/** `GET /v1/{domain}/years`, latest first. */
export const DomainYears = Schema.Struct({
  data: field(Schema.Array(Schema.Struct({ year: yearField, count: countField })), "Requested data")
}).annotations({ identifier: "DomainYears" })
export type DomainYears = typeof DomainYears.Type

export const years = (counts: ReadonlyArray<YearCount>): DomainYears => ({
  data: counts.map(({ count, year }) => ({ year, count })).sort((a, b) => b.year - a.year)
})

const Top = Schema.Struct({
  value: field(Schema.String, "Value of the facet", "Ursula K. Le Guin"),
  count: countField,
  last_date: field(DayOrNull, "Day of the latest record with this value; null if none has a day", "2026-03-14")
}).annotations({ identifier: "DomainTop" })

export const topValue = ({ count, last, value }: CountedValue): typeof Top.Type => ({ value, count, last_date: last })

/** `GET /v1/{domain}/top/{facet}`: most frequent first. */
export const DomainTops = listOf(Top).annotations({ identifier: "DomainTops" })

/** `GET /v1/{domain}/year/{year}`. Months without records are absent. */
export const DomainYear = Schema.Struct({
  year: yearField,
  record: field(Schema.String, "Type of the counted records", "book"),
  total: field(Schema.Number, "Number of records", 24),
  monthly: field(
    Schema.Array(Schema.Struct({ month: field(Schema.String, "YYYY-MM", "2026-03"), count: countField })),
    "One entry for each month with data"
  ),
  numbers: numbersField,
  top: field(
    Schema.Record({ key: Schema.String, value: Schema.Array(Top) }),
    "The most frequent values of every facet, by name, at most 10 each"
  )
}).annotations({ identifier: "DomainYear" })
export type DomainYear = typeof DomainYear.Type

export const yearInReview = (of: {
  readonly year: number
  readonly record: string
  readonly totals: RecordTotals
  readonly months: ReadonlyArray<MonthCount>
  readonly top: Readonly<Record<string, ReadonlyArray<CountedValue>>>
}): DomainYear => ({
  year: of.year,
  record: of.record,
  total: of.totals.count,
  monthly: of.months.map(({ count, month }) => ({ month, count })),
  numbers: mapValues(of.totals.numbers, numberSummary),
  top: mapValues(of.top, (values) => values.map(topValue))
})

/** The sum of the months of a year. */
export const countOfYear = (months: ReadonlyArray<MonthCount>, year: number): number =>
  months.reduce((sum, { count, month }) => (yearOf(month) === year ? sum + count : sum), 0)

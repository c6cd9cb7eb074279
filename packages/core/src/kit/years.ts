import { type Context, Effect } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { type DateRange, type Days, ofDays } from "../shared/DateRange.js"
import { BadInput } from "../shared/errors.js"
import { type LocalDate, yearOf, yearStart } from "../shared/LocalDate.js"

/** The years that a query accepts, both included. Without `last`, the last is next year in the home time zone. */
interface YearBounds {
  readonly first: number
  readonly last?: number
}

/** The first and the last day of a year. */
export const daysOfYear = (year: number): Days => ({
  from: yearStart(year),
  to: `${yearStart(year).slice(0, 4)}-12-31`
})

export interface CountedDay {
  readonly date: LocalDate
  readonly count: number
}

/** A year's days with counts, their total, and the first of the busiest days: "" with 0 if no day has any. */
export const countedYear = (year: number, days: ReadonlyArray<CountedDay>) => ({
  year,
  days,
  total: days.reduce((sum, { count }) => sum + count, 0),
  max_day: days.reduce((max, day) => (day.count > max.count ? day : max), { date: "", count: 0 })
})

/** The queries of a domain about one year. Years begin and end in the home time zone. */
export const yearQueries = (calendar: Context.Tag.Service<Calendar>, bounds: YearBounds) => {
  const currentYear = Effect.map(calendar.today, yearOf)

  /** The requested year, by default the current one. Fails outside the bounds. */
  const accept = (requestedYear: number | undefined): Effect.Effect<number, BadInput> =>
    Effect.flatMap(currentYear, (current) => {
      const year = requestedYear ?? current
      const { first, last = current + 1 } = bounds
      return Number.isInteger(year) && year >= first && year <= last
        ? Effect.succeed(year)
        : new BadInput({ message: `year must be from ${first} to ${last}` })
    })

  const rangeOf = (year: number) => ofDays(calendar, yearStart(year), yearStart(year + 1))

  return {
    accept,
    rangeOf,

    /** The part of a range in the current year; an empty range if they do not overlap. */
    currentPart: (range: DateRange): Effect.Effect<DateRange> =>
      Effect.map(currentYear, (current) => {
        const start = calendar.startOf(yearStart(current))
        const end = calendar.startOf(yearStart(current + 1))
        const from = Math.max(range.from ?? start, start)
        return { from, to: Math.max(from, Math.min(range.to ?? end, end)) }
      }),

    /** The calendar of a requested year. `perDay` reads the days from `from` (inclusive) to `to` (exclusive). */
    calendar:
      <Row, E, View>(
        perDay: (from: LocalDate, to: LocalDate) => Effect.Effect<ReadonlyArray<Row>, E>,
        view: (year: number, days: ReadonlyArray<Row>) => View
      ) =>
      (requestedYear: number | undefined): Effect.Effect<View, E | BadInput> =>
        Effect.flatMap(accept(requestedYear), (year) =>
          Effect.map(perDay(yearStart(year), yearStart(year + 1)), (days) => view(year, days))
        )
  }
}

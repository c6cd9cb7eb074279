import type { Context } from "effect"
import { Either, Schema } from "effect"
import { type Calendar, endOf } from "./Calendar.js"
import { BadInput } from "./errors.js"
import { type LocalDate, addDays, isLocalDate } from "./LocalDate.js"

/** A half-open range of instants in epoch milliseconds; a missing bound is open. */
export interface DateRange {
  readonly from: number | null
  readonly to: number | null
}

export const always: DateRange = { from: null, to: null }

export const isAlways = (range: DateRange): boolean => range.from === null && range.to === null

/** Local days, both included; a missing bound is open. */
export interface Days {
  readonly from: LocalDate | null
  readonly to: LocalDate | null
}

/** The instants of the days from `from` (inclusive) to `to` (exclusive). */
export const ofDays = (calendar: Context.Tag.Service<Calendar>, from: LocalDate, to: LocalDate): DateRange => ({
  from: calendar.startOf(from),
  to: calendar.startOf(to)
})

/** The three date filters, as query parameters. */
export const DateFilters = {
  date: Schema.optional(Schema.String.annotations({ description: "One local day, YYYY-MM-DD; overrides from and to" })),
  from: Schema.optional(Schema.String.annotations({ description: "ISO 8601 day or timestamp, inclusive" })),
  to: Schema.optional(
    Schema.String.annotations({ description: "ISO 8601 day or timestamp, inclusive; a day means its end" })
  )
}

export interface DateFilters {
  readonly date?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Parses the date filters of a query in the home time zone. Fails on anything other than a day or timestamp, and if
 * from is after to.
 */
export const parseRange = (
  calendar: Context.Tag.Service<Calendar>,
  filters: DateFilters
): Either.Either<DateRange, BadInput> => {
  if (filters.date !== undefined) {
    const date = filters.date
    return isLocalDate(date)
      ? Either.right(bounded(ofDays(calendar, date, addDays(date, 1))))
      : bad(`date must be a day as YYYY-MM-DD`)
  }
  return Either.gen(function* () {
    const from = filters.from === undefined ? null : yield* bound(calendar, "from", filters.from)
    const to = filters.to === undefined ? null : yield* bound(calendar, "to", filters.to)
    if (from !== null && to !== null && from.first > to.first && from.first >= to.last) {
      return yield* bad("from must not be after to")
    }
    return bounded({ from: from?.first ?? null, to: to === null ? null : to.last })
  })
}

/** Bounds of all instants: days within have four-digit years before and after them. */
const earliest = Date.parse("0003-01-01T00:00:00Z")
const latest = Date.parse("9997-12-31T00:00:00Z")

/** Clients write 9999-12-31 for no end. The day after it does not exist, so bounds are limited to these. */
const bounded = ({ from, to }: DateRange): DateRange => {
  const within = (instant: number | null) => (instant === null ? null : Math.min(latest, Math.max(earliest, instant)))
  return { from: within(from), to: within(to) }
}

/**
 * The same as local days; a timestamp means its day in the home time zone. A requested day is taken as it is: a record
 * may be dated on a day that home lacks, since its owner flew over the date line.
 */
export const parseDays = (
  calendar: Context.Tag.Service<Calendar>,
  filters: DateFilters
): Either.Either<Days, BadInput> =>
  Either.map(parseRange(calendar, filters), ({ from, to }) => ({
    from: from === null ? null : dayOr(filters.date ?? filters.from, () => calendar.dateOf(from)),
    to: to === null ? null : dayOr(filters.date ?? filters.to, () => calendar.dateOf(to - 1))
  }))

const firstDay = "0003-01-01"
const lastDay = "9997-12-30"

/** A requested day within the bounds of all days, or that of a timestamp. */
const dayOr = (text: string | undefined, ofTimestamp: () => LocalDate): LocalDate =>
  text === undefined || !isLocalDate(text)
    ? ofTimestamp()
    : text < firstDay
      ? firstDay
      : text > lastDay
        ? lastDay
        : text

const bad = (message: string) => Either.left(new BadInput({ message }))

const timestamp = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i
/** An unescaped + in a query arrives as a space. The space before the time is a different one. */
const lostPlus = /(:\d{2}(?:\.\d+)?) (\d{2}(?::?\d{2})?)$/

/** `first` is the bound's first instant, `last` the first instant after it. */
const bound = (
  calendar: Context.Tag.Service<Calendar>,
  name: string,
  text: string
): Either.Either<{ first: number; last: number }, BadInput> => {
  if (isLocalDate(text)) return Either.right({ first: calendar.startOf(text), last: endOf(calendar, text) })
  const match = timestamp.exec(text.replace(lostPlus, "$1+$2"))
  const [, day, hour, minute, second = "00", fraction = "", zone] = match ?? []
  if (day === undefined || !isLocalDate(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return bad(`${name} must be an ISO 8601 day or timestamp`)
  }
  const wall = Date.parse(`${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  const instant = zone === undefined ? localInstant(calendar, wall) : wall - offsetOf(zone)
  return Number.isNaN(instant)
    ? bad(`${name} must be an ISO 8601 day or timestamp`)
    : Either.right({ first: instant, last: instant + 1 })
}

/** Milliseconds ahead of UTC; NaN for an offset of a day or more. */
const offsetOf = (zone: string) => {
  if (zone.toUpperCase() === "Z") return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = zone.length > 3 ? Number(zone.slice(-2)) : 0
  return hours > 23 || minutes > 59 ? Number.NaN : (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/**
 * Resolves a wall-clock time in the home time zone. A repeated time is the first of the two; a time skipped by a DST
 * change moves later by the skipped amount.
 */
export const localInstant = (calendar: Pick<Context.Tag.Service<Calendar>, "offsetAt">, wall: number): number => {
  const before = wall - calendar.offsetAt(wall - 86_400_000)
  const after = wall - calendar.offsetAt(wall + 86_400_000)
  return [before, after].find((instant) => instant + calendar.offsetAt(instant) === wall) ?? before
}

import { type LocalDate, addDays, isLocalDate, monthStart, weekStart, yearOf, yearStart } from "@daybook/core/shared"
import { Either } from "effect"

/** Local days, both included; null is open. */
export interface WhenRange {
  readonly from: LocalDate | null
  readonly to: LocalDate | null
}

export const wholeTime: WhenRange = { from: null, to: null }

const monthOfDay = (day: LocalDate): number => Number(day.slice(5, 7))

const monthRange = (year: number, month: number): WhenRange => ({
  from: monthStart(year, month),
  to: addDays(monthStart(year, month + 1), -1)
})

const yearRange = (year: number): WhenRange => ({ from: yearStart(year), to: addDays(yearStart(year + 1), -1) })

export const rangeOfYear = (year: number): WhenRange => ({ from: `${year}-01-01`, to: `${year}-12-31` })

const weekOf = (day: LocalDate): WhenRange => ({ from: weekStart(day), to: addDays(weekStart(day), 6) })

/** The named periods, as a function of today. Weeks begin on Monday. */
const named: Readonly<Record<string, (today: LocalDate) => WhenRange>> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  "last-7-days": (today) => ({ from: addDays(today, -6), to: today }),
  "last-30-days": (today) => ({ from: addDays(today, -29), to: today }),
  "this-week": weekOf,
  "last-week": (today) => weekOf(addDays(today, -7)),
  "this-month": (today) => monthRange(yearOf(today), monthOfDay(today)),
  "last-month": (today) => {
    const first = monthStart(yearOf(today), monthOfDay(today) - 1)
    return monthRange(yearOf(first), monthOfDay(first))
  },
  "this-year": (today) => yearRange(yearOf(today)),
  "last-year": (today) => yearRange(yearOf(today) - 1),
  all: () => wholeTime
}

/** The periods with a name, as the instructions list them. */
export const periodNames = Object.keys(named)

const [firstYear, lastYear] = [1000, 9000]

/** A year, month or day as a range; undefined for other texts. */
const spanOf = (text: string): WhenRange | undefined => {
  if (isLocalDate(text)) return { from: text, to: text }
  const [, year = "", month] = /^(\d{4})(?:-(\d{2}))?$/.exec(text) ?? []
  if (Number(year) < firstYear || Number(year) > lastYear) return undefined
  if (month === undefined) return yearRange(Number(year))
  return Number(month) >= 1 && Number(month) <= 12 ? monthRange(Number(year), Number(month)) : undefined
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** The nearest text that can be read, such as `2025-03` for `March 2025`. */
const suggestion = (text: string): string => {
  const words = text
    .toLowerCase()
    .trim()
    .replaceAll(/[\s_/.,]+/g, "-")
  if (Object.hasOwn(named, words)) return words
  const digits = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(words)
  if (digits !== null) {
    const padded = digits
      .slice(1)
      .flatMap((part) => (part === undefined ? [] : [part.padStart(2, "0")]))
      .join("-")
    if (spanOf(padded) !== undefined) return padded
  }
  const spans = (text.match(/\d{4}(?:-\d\d){0,2}/g) ?? []).filter((span) => spanOf(span) !== undefined)
  if (spans.length === 2) return spans.toSorted().join("..")
  const year = words.match(/\d{4}/g)?.find((digits) => spanOf(digits) !== undefined)
  const month = monthNames.findIndex((name) => words.includes(name)) + 1
  if (year !== undefined && month > 0) return `${year}-${String(month).padStart(2, "0")}`
  return periodNames.find((name) => words !== "" && name.includes(words)) ?? year ?? "last-30-days"
}

/** Reads `when`. Fails with a text that the call accepts. */
export const readWhen = (text: string, today: LocalDate): Either.Either<WhenRange, { readonly instead: string }> => {
  const range = Object.hasOwn(named, text) ? named[text]!(today) : spanOf(text)
  if (range !== undefined) return Either.right(range)
  const [first = "", last = "", ...rest] = text.split("..")
  const [from, to] = [spanOf(first), spanOf(last)]
  if (from !== undefined && to !== undefined && rest.length === 0) {
    return from.from! <= to.to!
      ? Either.right({ from: from.from, to: to.to })
      : Either.left({ instead: `${last}..${first}` })
  }
  return Either.left({ instead: suggestion(text) })
}

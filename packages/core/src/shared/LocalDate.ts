import { Schema } from "effect"

/**
 * A calendar day without a zone, `YYYY-MM-DD` (proleptic Gregorian, years 0001 to 9999). Days compare and sort as text.
 */
export type LocalDate = string

const pattern = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const dayMs = 86_400_000

/** Days since 1970-01-01. */
export const toOrdinal = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`) / dayMs

export const fromOrdinal = (ordinal: number): LocalDate => new Date(ordinal * dayMs).toISOString().slice(0, 10)

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const lengthOf = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0))

/** True for an existing day: not for 2025-02-29. Computed without `Date`, because responses validate every day. */
export const isLocalDate = (text: string): boolean => {
  if (!pattern.test(text)) return false
  const day = Number(text.slice(8))
  return day > 0 && day <= lengthOf(yearOf(text), Number(text.slice(5, 7)))
}

export const LocalDate = Schema.String.pipe(
  Schema.filter((text) => isLocalDate(text) || "expected a day as YYYY-MM-DD"),
  Schema.annotations({ identifier: "Date", description: "A calendar day, YYYY-MM-DD", jsonSchema: { format: "date" } })
)

export const addDays = (date: LocalDate, days: number): LocalDate => fromOrdinal(toOrdinal(date) + days)

/** Whole days from `from` to `to`; 0 for the same day. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => toOrdinal(to) - toOrdinal(from)

export const yearOf = (date: LocalDate): number => Number(date.slice(0, 4))

/** `YYYY-MM`. */
export const monthOf = (date: LocalDate): string => date.slice(0, 7)

/** Day of the year, 1 to 366. */
export const dayOfYear = (date: LocalDate): number => daysBetween(yearStart(yearOf(date)), date) + 1

const pad = (value: number, width: number) => String(value).padStart(width, "0")

export const yearStart = (year: number): LocalDate => `${pad(year, 4)}-01-01`

/** First day of a month; months outside 1..12 roll over into the neighbouring years. */
export const monthStart = (year: number, month: number): LocalDate => {
  const months = year * 12 + month - 1
  return `${pad(Math.floor(months / 12), 4)}-${pad((((months % 12) + 12) % 12) + 1, 2)}-01`
}

/** The Monday on or before a day. Day 0 of the ordinals is a Thursday. */
export const weekStart = (date: LocalDate): LocalDate => {
  const ordinal = toOrdinal(date)
  return fromOrdinal(ordinal - ((((ordinal + 3) % 7) + 7) % 7))
}

/** ISO 8601 week, `YYYY-Wnn`, with its week-based year: 2027-01-01 is in `2026-W53`. */
export const isoWeek = (date: LocalDate): string => {
  const thursday = addDays(weekStart(date), 3)
  const year = yearOf(thursday)
  return `${pad(year, 4)}-W${pad(Math.floor((dayOfYear(thursday) - 1) / 7) + 1, 2)}`
}

/** The same day `years` later or earlier; 29 February becomes 28 February where the year has none. */
export const addYears = (date: LocalDate, years: number): LocalDate => {
  const moved = `${pad(yearOf(date) + years, 4)}${date.slice(4)}`
  return date.endsWith("-02-29") && !isLocalDate(moved) ? `${moved.slice(0, 8)}28` : moved
}

/** Every day from `from` (inclusive) to `to` (exclusive). */
export const daysIn = (from: LocalDate, to: LocalDate): ReadonlyArray<LocalDate> => {
  const first = toOrdinal(from)
  return Array.from({ length: Math.max(0, toOrdinal(to) - first) }, (_, index) => fromOrdinal(first + index))
}

/** Consecutive days with activity; `start` and `end` are inclusive. */
export interface DaySpan {
  readonly start: LocalDate
  readonly end: LocalDate
}

export const daysOfSpan = ({ end, start }: DaySpan): number => daysBetween(start, end) + 1

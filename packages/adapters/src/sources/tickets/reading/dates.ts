import { addDays, isLocalDate, type LocalDate, toOrdinal } from "@daybook/core/shared"
import { anyMonth, anyWeekday, monthOf, weekdayOf } from "./dateWords.js"
import { instantIn, timeIn } from "./times.js"

/** When something takes place, as a mail says it. */
export interface When {
  readonly date: LocalDate
  /** The last day of several, inclusive. */
  readonly lastDate: LocalDate | null
  /** `HH:MM` at the place. */
  readonly time: string | null
  /** Epoch milliseconds, where the mail names a zone. */
  readonly at: number | null
}

/** A date found in a line: where it begins and ends, and what speaks for it. */
export interface Found {
  readonly when: When
  readonly from: number
  readonly to: number
  readonly hasYear: boolean
  /** The weekday that is written with it is that of the date; null where none is written. */
  readonly weekdayFits: boolean | null
}

/** What a date is read by: when the mail was received (epoch milliseconds, 0 unknown), and whether `3/4` is the third of April. */
export interface Reading {
  readonly received: number
  readonly dayFirst: boolean
}

const gap = "[\\s,.•·|]{0,6}"
const dash = "\\s{0,2}(?:-|–|—|to|through|bis|au|al|t/m)\\s{0,2}"
const year = "(?:[\\s,.•·]{1,4}|,?\\s?)((?:19|20)\\d{2})(?![\\d:])"
const weekday = `(?:(?<![\\p{L}])(${anyWeekday})(?![\\p{L}])${gap})?`
const month = `(?<![\\p{L}])(${anyMonth})(?![\\p{L}])\\.?`
const suffix = "(?:st|nd|rd|th|er|º|\\.(?!\\d))?"
const days = `(\\d{1,2})${suffix}(?![\\d:])`
const last = `(?:${dash}(?:(?:${anyWeekday})(?![\\p{L}])${gap})?(?:${month}\\s{0,2})?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:]|\\s?[ap]\\.?m)(?:${year})?)?`

/** `Thu • May 16 2019`, `Aug 7 - 9, 2026`, `August 30, 2026 – Sunday, September 1, 2026`. */
const monthFirst = new RegExp(`${weekday}${month}\\s{0,2}${days}(?:${year})?${last}`, "iu")
/** `Sat 01 Oct`, `7. August 2026`, `7 - 9 August 2026`, `Sat 5 – Sun 6 September`. */
const dayFirst = new RegExp(`${weekday}(?<![\\d:.,$€£])(\\d{1,2})${suffix}(?:${dash}(?:(?:${anyWeekday})(?![\\p{L}])${gap})?(\\d{1,2})${suffix})?\\s{0,2}(?:of |de |d')?${month}(?:(?:\\s?de)?${year})?`, "iu")
/** `Mon, 11/14/2016`, `2/27/26`, `24.12.2026`, `11-14-25`. */
const numeric = new RegExp(`${weekday}(?<![\\d/.:-])(\\d{1,2})([/.-])(\\d{1,2})\\3((?:19|20)?\\d{2})(?![\\d/])`, "iu")
/** `2024-06-23`, `2024/06/23`. */
const iso = new RegExp(`${weekday}(?<!\\d)((?:19|20)\\d{2})[-/](\\d{2})[-/](\\d{2})(?!\\d)`, "iu")

const two = (text: string | number) => String(text).padStart(2, "0")

const dayOf = (year: number, month: number, day: string | number): LocalDate | null => {
  const date = `${year}-${two(month)}-${two(day)}`
  return isLocalDate(date) ? date : null
}

const weekdayAt = (date: LocalDate) => (toOrdinal(date) + 4) % 7

/** The day that comes first on or after the mail was received, and on the weekday that is written, if one is. */
const nearest = (month: number, day: string, weekday: number | null, received: number): LocalDate | null => {
  // Where the mail arrived it may have been tomorrow already.
  const earliest = addDays(new Date(received).toISOString().slice(0, 10), -1)
  const first = Number(earliest.slice(0, 4))
  const days = [0, 1, 2, 3, 4].flatMap((later) => dayOf(first + later, month, day) ?? []).filter((date) => date >= earliest)
  return days.slice(0, 2).find((date) => weekday !== null && weekdayAt(date) === weekday) ?? days[0] ?? null
}

interface Written {
  readonly weekday: string | undefined
  readonly month: number
  readonly day: string
  readonly year: string | undefined
  readonly lastMonth?: string | undefined
  readonly lastDay?: string | undefined
}

type Dated = Pick<Found, "hasYear" | "weekdayFits"> & { readonly date: LocalDate | null; readonly lastDate: LocalDate | null }

const dated = ({ day, lastDay, lastMonth, month, weekday, year }: Written, { received }: Reading): Dated => {
  const hasYear = year !== undefined
  const named = weekday === undefined ? null : weekdayOf(weekday)
  const given = year?.length === 2 ? 2000 + Number(year) : Number(year)
  const date = hasYear ? dayOf(given, month, day) : received === 0 ? null : nearest(month, day, named, received)
  const weekdayFits = date === null || named === null ? null : weekdayAt(date) === named
  if (date === null || lastDay === undefined) return { date, lastDate: null, hasYear, weekdayFits }
  const until = lastMonth === undefined ? month : monthOf(lastMonth)
  const last = dayOf(Number(date.slice(0, 4)) + (until < month ? 1 : 0), until, lastDay)
  // "May 16 - 8" is no range of days.
  return { date, lastDate: last !== null && last > date && toOrdinal(last) - toOrdinal(date) < 32 ? last : null, hasYear, weekdayFits }
}

/** Month and day of two numbers: a dot stands behind days, and no month is beyond 12. */
const inOrder = (one: string, mark: string, other: string, dayFirst: boolean): { readonly month: number; readonly day: string } => {
  const isDayFirst = Number(one) > 12 || (Number(other) <= 12 && (mark === "." || dayFirst))
  return isDayFirst ? { month: Number(other), day: one } : { month: Number(one), day: other }
}

type Reader = readonly [RegExp, (found: RegExpExecArray, by: Reading) => Dated]

const readers: ReadonlyArray<Reader> = [
  [iso, ([, weekday, y, m, d], by) => dated({ weekday, month: Number(m), day: d!, year: y }, by)],
  [numeric, ([, weekday, one, mark, other, y], by) => dated({ weekday, ...inOrder(one!, mark!, other!, by.dayFirst), year: y }, by)],
  [monthFirst, ([, weekday, m, d, y, m2, d2, y2], by) => dated({ weekday, month: monthOf(m!), day: d!, year: y ?? y2, lastMonth: m2, lastDay: d2 }, by)],
  [dayFirst, ([, weekday, d, d2, m, y], by) => dated({ weekday, month: monthOf(m!), day: d!, year: y, lastDay: d2 }, by)]
]

/** Longer lines are no dates. */
const longest = 400

/** The first date in a line, with the time behind it. */
export const dateIn = (line: string, by: Reading): Found | null => {
  const text = line.slice(0, longest)
  if (!/\d/.test(text)) return null
  const found = readers.flatMap(([pattern, read]) => {
    const match = pattern.exec(text)
    if (match === null) return []
    const { date, ...more } = read(match, by)
    return date === null ? [] : [{ from: match.index, to: match.index + match[0].length, date, ...more }]
  }).toSorted((a, b) => a.from - b.from || b.to - a.to)[0]
  if (found === undefined) return null
  const { date, from, hasYear, lastDate, to, weekdayFits } = found
  const after = text.slice(to)
  const time = lastDate === null ? timeIn(after) : null
  return { when: { date, lastDate, time, at: instantIn(after, date, time) }, from, to, hasYear, weekdayFits }
}

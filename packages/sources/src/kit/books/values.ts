import { type Entry, isPartialDay, type PartialDay } from "@daybook/core/books"
import { isInFuture } from "../clockSkew.js"
import type { RowContext } from "../exportFile/csvTables.js"
import { plainText } from "../values.js"

/** Readers of what book services write. Each answers null for what it cannot read. */

const maxTextLength = 200_000

/** The first year in which a reader of today can have read. Typed by hand, 2020 becomes `0202`. */
const firstYear = "1900"

/**
 * `2024/03/14`, `2024-03-14` or with a time after it; a month or a year alone. Null for a day that does not exist, or
 * of an impossible year.
 */
export const partialDayOf = (text: string): PartialDay | null => {
  const [, year = "", month, day] = /^(\d{4})(?:[/-](\d{1,2})(?:[/-](\d{1,2}))?)?(?![\d/-])/.exec(text.trim()) ?? []
  const date = [year, ...[month, day].flatMap((part) => part?.padStart(2, "0") ?? [])].join("-")
  return year >= firstYear && isPartialDay(date) ? date : null
}

/** Two days ahead is the future in every time zone. A month or a year is if its first day is. */
const isAhead = (day: PartialDay, now: number): boolean =>
  isInFuture(Date.parse(day.padEnd(10, "-01-01".slice(day.length - 4))), now + 86_400_000)

/** The day of a cell. One on which nobody can have read is left out, and the report names it. */
export const pastDayOf = (cell: string, { dropDate, now }: RowContext): PartialDay | null => {
  const day = partialDayOf(cell)
  if (day !== null && !isAhead(day, now)) return day
  if (cell.trim() !== "") dropDate(cell.trim())
  return null
}

/** Null for a month or a year alone. */
export const wholeDay = (day: PartialDay | null): string | null => (day?.length === 10 ? day : null)

/** As `partialDayOf`; null for a month or a year alone. */
export const dayOf = (text: string): string | null => wholeDay(partialDayOf(text))

/** Stars in steps of 0.25; null for 0, which services write for no rating. */
export const ratingOf = (value: number | null): number | null => {
  const rating = Math.round((value ?? 0) * 4) / 4
  return rating > 0 && rating <= 5 ? rating : null
}

const maxInteger = 2_147_483_647

/** A whole number above 0. */
export const positiveOf = (value: number | null): number | null =>
  value !== null && Number.isInteger(value) && value > 0 && value <= maxInteger ? value : null

/** A review as plain text. */
export const reviewOf = (html: string): string | null => plainText(html)?.slice(0, maxTextLength).trim() || null

const statuses: Readonly<Record<string, Entry["status"]>> = {
  "to-read": "to_read",
  "want-to-read": "to_read",
  "currently-reading": "reading",
  read: "read",
  paused: "paused",
  "on-hold": "paused",
  "did-not-finish": "did_not_finish",
  dnf: "did_not_finish",
  abandoned: "did_not_finish"
}

/** The status that the name of a shelf means, in whatever spelling: `currently reading`. Null for another shelf. */
export const statusOf = (shelf: string): Entry["status"] | null => {
  const name = shelf
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-")
  return Object.hasOwn(statuses, name) ? statuses[name]! : null
}

const formats: ReadonlyArray<readonly [RegExp, string]> = [
  [/audio|audible/, "audiobook"],
  [/kindle|e-?book|digital|epub|nook/, "ebook"],
  [/hard\s?(?:cover|back)/, "hardcover"],
  [/paper\s?back|soft\s?cover/, "paperback"]
]

/** The format of an edition: the common word for it, else the service's own in lower case. */
export const formatOf = (text: string): string | null => {
  const format = text.trim().toLowerCase().slice(0, 100)
  return formats.find(([pattern]) => pattern.test(format))?.[1] ?? (format || null)
}

/** Names without repetitions and without spaces around them. */
export const namesOf = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(names.flatMap((name) => name.replace(/\s+/g, " ").trim() || [])))

/** The parts of a list with commas. */
export const partsOf = (text: string): ReadonlyArray<string> => namesOf(text.split(","))

/** An entry whose required values may be missing: the writer leaves it out and says what it lacks. */
export type EntryRow = { readonly [Name in keyof Entry]?: Entry[Name] | undefined }

/** An entry in which nothing is known. */
export const emptyEntry = {
  authors: [],
  series: null,
  isbn13: null,
  asin: null,
  pages: null,
  format: null,
  rating: null,
  review: null,
  tags: [],
  times_read: 0,
  reading_time: null,
  added_on: null,
  readings: []
} satisfies Partial<Entry>

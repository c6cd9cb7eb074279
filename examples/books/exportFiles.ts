import { type CsvFormat, plainText } from "@daybook/adapters/source"
import type { Book, Reading, services } from "./books.js"

/** What a service says about a book. `entry` identifies the book at the service. */
export interface Entry extends Partial<Omit<Book, "work" | "title" | "finished_on">> {
  readonly service: (typeof services)[number]
  readonly entry: string
  readonly title: string
  readonly readings: ReadonlyArray<Reading>
}

/** The value in a column; empty if there is no such column. */
type Row = (column: string) => string

const orNull = (text: string) => (text.trim() === "" ? null : text.trim())
const wordsIn = (list: string) => list.split(",").flatMap((word) => orNull(word) ?? [])
const positive = (text: string) => (/^\d+(?:\.\d+)?$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null)

/** `2024/03/14` as a day. A year or a month alone is no day. */
const dayOf = (text: string): string | null => {
  const [, year = NaN, month = NaN, day = NaN] = /^(\d{4})\/(\d\d?)\/(\d\d?)$/.exec(text.trim())?.map(Number) ?? []
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null
}

const sum = (digits: string, weight: (place: number) => number) =>
  Array.from(digits).reduce((total, digit, place) => total + (digit === "X" ? 10 : Number(digit)) * weight(place), 0)
const withCheckDigit = (digits: string) =>
  `${digits}${(10 - (sum(digits, (place) => (place % 2 === 0 ? 1 : 3)) % 10)) % 10}`

/** The ISBN-13 in a cell such as `="0441000010"`; null for an ASIN, a wrong check digit or nothing. */
export const toIsbn13 = (cell: string): string | null => {
  const isbn = cell.toUpperCase().replace(/[="\s-]/g, "")
  if (/^97[89]\d{10}$/.test(isbn)) return withCheckDigit(isbn.slice(0, 12)) === isbn ? isbn : null
  const isTen = /^\d{9}[\dX]$/.test(isbn) && sum(isbn, (place) => 10 - place) % 11 === 0
  return isTen ? withCheckDigit(`978${isbn.slice(0, 9)}`) : null
}

const statuses = new Map<string, Book["status"]>(
  Object.entries({
    ...{ read: "read", "currently-reading": "reading", "to-read": "to_read", paused: "paused" },
    ...{ "did-not-finish": "did_not_finish", dnf: "did_not_finish", abandoned: "did_not_finish" }
  } as const)
)
const statusOf = (shelf: string) => statuses.get(shelf.trim().toLowerCase().replace(/\s+/g, "-"))

const common = (row: Row, shelf: string, review: string, readings: ReadonlyArray<Reading>) => {
  const status = statusOf(row(shelf)) ?? "to_read"
  const times_read = Math.max(positive(row("read count")) ?? 0, status === "read" ? 1 : 0)
  // Daybook stores at most 200,000 characters.
  const text = plainText(row(review))?.slice(0, 100_000) ?? null
  return { status, times_read, added_on: dayOf(row("date added")), review: text, readings }
}

/** Titles end with the series: `The Quiet Harbour (Harbour, #1)`. A shelf of the person's own becomes a tag. */
const ofGoodreads = (row: Row): Entry => {
  const whole = row("title").trim()
  const [, title = whole, series = null] = /^(.*\S)\s+\(([^()]+#[^()]*)\)$/.exec(whole) ?? []
  const finished_on = dayOf(row("date read"))
  return {
    ...common(row, "exclusive shelf", "my review", finished_on === null ? [] : [{ started_on: null, finished_on }]),
    ...{ service: "goodreads", entry: row("book id").trim(), title, series },
    author: orNull(row("author").replace(/\s+/g, " ")),
    isbn13: toIsbn13(row("isbn13")) ?? toIsbn13(row("isbn")),
    pages: positive(row("number of pages")),
    rating: positive(row("my rating")),
    tags: wordsIn(`${row("bookshelves")},${row("exclusive shelf")}`).filter((tag) => statusOf(tag) === undefined)
  }
}

/** `2025/03/01-2025/03/14, 2019/07/02`: from and to, or the last day alone. */
const readingsIn = (list: string): ReadonlyArray<Reading> =>
  wordsIn(list).flatMap((part) => {
    const [first = "", last = first] = part.split("-")
    const finished_on = dayOf(last)
    return finished_on === null ? [] : [{ started_on: first === last ? null : dayOf(first), finished_on }]
  })

const ofStoryGraph = (row: Row): Entry => ({
  ...common(row, "read status", "review", readingsIn(orNull(row("dates read")) ?? row("last date read"))),
  ...{ service: "storygraph", title: row("title").trim(), author: wordsIn(row("authors"))[0] ?? null },
  entry: orNull(row("isbn/uid")) ?? [row("title"), row("authors"), row("format")].join(" / "),
  isbn13: toIsbn13(row("isbn/uid")),
  rating: positive(row("star rating")),
  tags: wordsIn(row("tags"))
})

const withTitle = (read: (row: Row) => Entry) => (row: Row) => {
  const entry = read(row)
  return entry.title === "" || entry.entry === "" ? null : entry
}

export const formats: ReadonlyArray<CsvFormat<Entry>> = [
  { name: "Goodreads", columns: ["book id", "title", "exclusive shelf"], read: withTitle(ofGoodreads) },
  { name: "StoryGraph", columns: ["isbn/uid", "title", "read status"], read: withTitle(ofStoryGraph) }
]

import { bookRank, type Entry, isbn13Of, periodText, readingOf } from "@daybook/core/books"
import { bookTables } from "../kit/books/bookFile.js"
import {
  formatOf,
  partsOf,
  namesOf,
  pastDayOf,
  positiveOf,
  ratingOf,
  reviewOf,
  statusOf,
  wholeDay
} from "../kit/books/values.js"
import { lastBrackets } from "../kit/brackets.js"
import type { Cells, RowContext } from "../kit/exportFile/csvTables.js"
import { numberOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"

/** Goodreads writes ISBNs as formulas, so that spreadsheets keep leading zeros: `="0441000017"`, and `=""` for none. */
const isbnOf = (cell: string) => isbn13Of(cell.replace(/[="\s]/g, ""))

/** A title ends with its series: `The Quiet Harbour (Harbour, #1)`, `Ebb (Tides (Publication Order), #3)`. */
const titleOf = (cell: string): Pick<Entry, "title" | "series"> => {
  const whole = cell.replace(/\s+/g, " ").trim()
  const brackets = lastBrackets(whole)
  return brackets?.inside.includes("#") === true
    ? { title: brackets.before, series: brackets.inside }
    : { title: whole, series: null }
}

/** A shelf of the person's own says nothing that Daybook could know. A book with a day of reading was read. */
const readStatus = (shelved: Entry["status"], hasDay: boolean): Entry["status"] =>
  hasDay && (shelved === null || shelved === "to_read") ? "read" : shelved

/** One row for each book, with its last reading. */
const readRow = (cell: Cells, context: RowContext): Entry | null => {
  const [id, shelf] = [filled(cell("book id")), cell("exclusive shelf")]
  const named = titleOf(cell("title"))
  if (id === null || named.title === "") return null
  const shelved = statusOf(shelf)
  const reading = readingOf(null, pastDayOf(cell("date read"), context))
  const status = readStatus(shelved, reading !== null)
  return {
    service: "goodreads",
    entry: id,
    ...named,
    authors: namesOf([cell("author"), ...cell("additional authors").split(",")]),
    isbn13: isbnOf(cell("isbn13")) ?? isbnOf(cell("isbn")),
    asin: null,
    pages: positiveOf(numberOf(cell("number of pages"))),
    format: formatOf(cell("binding")),
    status,
    rating: ratingOf(numberOf(cell("my rating"))),
    review: reviewOf(cell("my review")),
    // Shelves repeat the exclusive one. Only that one says the status: `dnf` next to it is a tag.
    tags: partsOf(`${cell("bookshelves")},${shelf}`).filter((name) => name !== shelf.trim() || shelved === null),
    // Some exports count 0 for books that were read.
    times_read: Math.max(positiveOf(numberOf(cell("read count"))) ?? 0, status === "read" ? 1 : 0),
    reading_time: null,
    added_on: wholeDay(pastDayOf(cell("date added"), context)),
    readings: reading === null ? [] : [periodText(reading)]
  }
}

/** Books from the library export of Goodreads. Its API gives out no keys. */
export const goodreads = fileSource({
  id: "goodreads",
  about: {
    title: "Goodreads",
    brings: "Your books with shelves, ratings and reviews.",
    exports: "https://www.goodreads.com/review/import"
  },
  // It has one day of reading for a book.
  rank: bookRank({ rank: 30 }),
  ...bookTables({
    name: "Goodreads",
    columns: ["book id", "title", "author", "exclusive shelf"],
    days: ["date read", "date added"],
    read: readRow
  }),
  expected: "give the CSV file of goodreads.com/review/import"
})

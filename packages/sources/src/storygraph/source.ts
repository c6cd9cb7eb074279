import { asinOf, bookRank, type Entry, isbn13Of, periodText, readingOf } from "@daybook/core/books"
import { bookTables } from "../kit/books/bookFile.js"
import {
  emptyEntry,
  formatOf,
  partsOf,
  pastDayOf,
  positiveOf,
  ratingOf,
  reviewOf,
  statusOf,
  wholeDay
} from "../kit/books/values.js"
import type { Cells, RowContext } from "../kit/exportFile/csvTables.js"
import { numberOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { filled } from "../kit/values.js"

/** `2025/03/01-2025/03/14`, or the end alone. Either part may be empty, a month or a year, and days may have dashes. */
const readPeriod = (part: string, context: RowContext): ReadonlyArray<string> => {
  const [first = "", last] = part.replace(/(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/g, "$1/$2/$3").split("-")
  const reading = readingOf(last === undefined ? null : pastDayOf(first, context), pastDayOf(last ?? first, context))
  return reading === null ? [] : [periodText(reading)]
}

/** The readings of `Dates Read`, else the end in `Last Date Read`. */
const readingsOf = (cell: Cells, context: RowContext): ReadonlyArray<string> => {
  const periods = partsOf(cell("dates read")).flatMap((part) => readPeriod(part, context))
  return periods.length > 0 ? periods : readPeriod(cell("last date read"), context)
}

/** The longest id that StoryGraph gives is an ISBN; one of title, authors and format may be longer. */
const maxIdLength = 500

const readRow = (cell: Cells, context: RowContext): Entry | null => {
  const title = cell("title").replace(/\s+/g, " ").trim()
  const status = statusOf(cell("read status"))
  if (title === "" || status === null) return null
  const id = cell("isbn/uid").trim()
  return {
    ...emptyEntry,
    service: "storygraph",
    entry: filled(id) ?? [title, cell("authors"), cell("format")].join(" / ").slice(0, maxIdLength),
    title,
    authors: partsOf(cell("authors")),
    isbn13: isbn13Of(id),
    asin: asinOf(id),
    format: formatOf(cell("format")),
    status,
    rating: ratingOf(numberOf(cell("star rating"))),
    review: reviewOf(cell("review")),
    tags: partsOf(cell("tags")),
    times_read: Math.max(positiveOf(numberOf(cell("read count"))) ?? 0, status === "read" ? 1 : 0),
    added_on: wholeDay(pastDayOf(cell("date added"), context)),
    readings: readingsOf(cell, context)
  }
}

/** Books from the export of StoryGraph. It has no API. */
export const storygraph = fileSource({
  id: "storygraph",
  about: { title: "StoryGraph", brings: "Your books with the start and end of each reading, ratings and reviews." },
  // It has start and end of each reading.
  rank: bookRank({ rank: 10 }),
  ...bookTables({
    name: "StoryGraph",
    columns: ["title", "authors", "isbn/uid", "read status"],
    days: ["date added", "last date read", "dates read"],
    numbers: ["star rating"],
    read: readRow
  }),
  expected: "give the CSV file of Manage Account, Export StoryGraph Library"
})

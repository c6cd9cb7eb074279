import { asinOf, type Entry, isbn13Of, periodText, readingOf } from "@daybook/core/books"
import {
  dayOf,
  emptyEntry,
  type EntryRow,
  formatOf,
  namesOf,
  partialDayOf,
  positiveOf,
  ratingOf,
  reviewOf
} from "../kit/books/values.js"
import { type Fields, fieldsOf, listOf, numberOf, someFieldsOf, textOf, wordOf } from "../kit/jsonValues.js"
import { filled } from "../kit/values.js"

/** The books of the token's account. Private notes are not asked for. */
export const query = `query ($limit: Int!, $offset: Int!) {
  me {
    user_books(limit: $limit, offset: $offset, order_by: {id: asc}) {
      id status_id rating review_html date_added last_read_date
      book { id title pages contributions { author { name } } }
      edition { isbn_13 isbn_10 asin pages edition_format }
      user_book_reads { id started_at finished_at }
    }
  }
}`

/** Statuses by number. The meaning of others, such as 6, is not certain. */
const statuses: Readonly<Record<number, Entry["status"]>> = {
  1: "to_read",
  2: "reading",
  3: "read",
  4: "paused",
  5: "did_not_finish"
}

const word = (value: unknown): string => wordOf(value) ?? ""

const readPeriod = (value: unknown): ReadonlyArray<string> => {
  const { finished_at, started_at } = someFieldsOf(value)
  const reading = readingOf(partialDayOf(word(started_at)), partialDayOf(word(finished_at)))
  return reading === null ? [] : [periodText(reading)]
}

/** The readings; of a book that was read without one, the day on which it was last read. */
const readingsOf = (row: Fields, status: Entry["status"] | undefined): ReadonlyArray<string> => {
  const periods = Array.from(new Set(listOf(row["user_book_reads"]).flatMap(readPeriod)))
  const last = partialDayOf(word(row["last_read_date"]))
  return periods.length > 0 || status !== "read" || last === null
    ? periods
    : [periodText({ started: null, ended: last })]
}

/**
 * A book of the account. A book without an edition has none; ids are numbers:
 *
 *   {"id":501,"status_id":3,"rating":4.5,"date_added":"2023-12-02","last_read_date":"2025-03-14",
 *    "book":{"id":3001,"title":"The Quiet Harbour","contributions":[{"author":{"name":"Ina Vale"}}],"pages":412},
 *    "edition":{"isbn_13":"9780441000012"},
 *    "user_book_reads":[{"id":88,"started_at":"2025-03-01","finished_at":"2025-03-14"}]}
 */
export const readBook = (value: unknown): EntryRow => {
  const row = someFieldsOf(value)
  const [book, edition] = [someFieldsOf(row["book"]), someFieldsOf(row["edition"])]
  const status = statuses[numberOf(row["status_id"]) ?? 0]
  const readings = readingsOf(row, status)
  const authors = listOf(book["contributions"]).map(
    (one) => textOf(fieldsOf(fieldsOf(one)?.["author"])?.["name"]) ?? ""
  )
  return {
    ...emptyEntry,
    service: "hardcover",
    entry: filled(word(row["id"])) ?? undefined,
    title: filled(word(book["title"])) ?? undefined,
    authors: namesOf(authors),
    isbn13: isbn13Of(word(edition["isbn_13"])) ?? isbn13Of(word(edition["isbn_10"])),
    asin: asinOf(word(edition["asin"])),
    pages: positiveOf(numberOf(edition["pages"])) ?? positiveOf(numberOf(book["pages"])),
    format: formatOf(word(edition["edition_format"])),
    // The writer leaves out a book with another status, and names it.
    status: status ?? (word(row["status_id"]) as EntryRow["status"]),
    rating: ratingOf(numberOf(row["rating"])),
    review: reviewOf(word(row["review_html"])),
    times_read: status === "read" ? 1 : 0,
    added_on: dayOf(word(row["date_added"])),
    readings
  }
}

/** The books in an answer; null if it holds no account. `me` is a list of one. */
export const booksIn = (answer: unknown): ReadonlyArray<unknown> | null => {
  const me = fieldsOf(fieldsOf(answer)?.["data"])?.["me"]
  const books = fieldsOf(Array.isArray(me) ? me[0] : me)?.["user_books"]
  return Array.isArray(books) ? books : null
}

/** What an answer with status 200 says went wrong; null if nothing. */
export const errorIn = (answer: unknown): string | null => {
  const { error, errors } = someFieldsOf(answer)
  const [first] = listOf(errors)
  const message = first === undefined ? textOf(error) : (textOf(fieldsOf(first)?.["message"]) ?? "an error")
  return message?.replace(/\s+/g, " ").slice(0, 200) ?? null
}

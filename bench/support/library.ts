import {
  choice,
  date,
  declaredWriter,
  domain,
  integer,
  number,
  record,
  recordPage,
  text,
  texts
} from "@daybook/core/domain"
import { Option, Stream } from "effect"
import { source } from "@daybook/core/sync"

/** A domain as somebody declares it. */
export const library = domain({
  name: "library",
  title: "Library",
  records: {
    book: record({
      key: ["isbn13"],
      fields: {
        isbn13: text(),
        title: text({ search: "title" }),
        author: text({ search: "subtitle", facet: true }),
        shelf: choice(["to_read", "reading", "read"])({ facet: true }),
        tags: texts({ facet: true, default: [] }),
        pages: integer({ nullable: true }),
        rating: number({ nullable: true, min: 0, max: 5 }),
        finished_on: date({ nullable: true, occurs: true })
      },
      feed: { book_finished: { when: "finished_on", title: (book) => `Finished: ${book.title}` } }
    })
  }
})

const books = 100_000
const perPage = 25_000
const dayMs = 86_400_000
const days = 20 * 365
const firstDay = Date.UTC(2006, 0, 1)

/** A number from 0 to below `size`, the same for the same book in every run. */
const pick = (book: number, salt: number, size: number) => {
  let mixed = Math.imul(book + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((mixed ^ (mixed >>> 13)) >>> 0) % size
}

/** Seven of ten books are read. A few authors have most books. */
const bookOf = (book: number) => {
  const isRead = pick(book, 1, 10) < 7
  return {
    isbn13: `978${String(book).padStart(10, "0")}`,
    title: `Volume ${book} of the ${["Harbour", "Winter", "Lantern", "Field"][pick(book, 2, 4)]!}`,
    author: `Author ${Math.floor(pick(book, 3, 5_000) ** 2 / 5_000)}`,
    shelf: isRead ? "read" : pick(book, 4, 10) === 0 ? "reading" : "to_read",
    tags: Array.from({ length: pick(book, 5, 4) }, (_, index) => `tag ${pick(book, 6 + index, 50)}`),
    pages: pick(book, 10, 20) === 0 ? null : 80 + pick(book, 11, 900),
    rating: isRead ? pick(book, 12, 21) / 4 : null,
    finished_on: isRead ? new Date(firstDay + pick(book, 13, days) * dayMs).toISOString().slice(0, 10) : null
  }
}

const pages = Array.from({ length: books / perPage }, (_, page) => page)

/** All books, in pages. */
export const shelves = source({
  id: "shelves",
  writer: declaredWriter(library),
  syncType: "books",
  pull: () =>
    Stream.map(Stream.fromIterable(pages), (page) =>
      recordPage({
        record: "book",
        rows: Array.from({ length: perPage }, (_, index) => bookOf(page * perPage + index))
      })
    ),
  importFile: Option.none()
})

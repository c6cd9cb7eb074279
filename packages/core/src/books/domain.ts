import {
  boolean,
  choice,
  date,
  domain,
  integer,
  number,
  record,
  type RecordOf,
  text,
  texts
} from "../declared/index.js"

const work = text({
  description: "Title and first author: the same for all editions",
  example: "the quiet harbour/vale"
})
const authors = texts({ facet: true, default: [], description: "In the order of the book", example: ["Ina Vale"] })
const pages = integer({ nullable: true, min: 1, description: "Number of pages", example: 412 })

/** What a record of a book and an entry of a service have in common. */
const fields = {
  title: text({ search: "title", example: "The Quiet Harbour" }),
  authors: texts({ search: "subtitle", facet: true, default: [], example: ["Ina Vale"] }),
  series: text({ nullable: true, search: "body", facet: true, example: "Harbour, #1" }),
  isbn13: text({ nullable: true, example: "9780441000012" }),
  asin: text({ nullable: true, description: "Amazon's id of the edition", example: "B00FAKE001" }),
  pages,
  format: text({
    nullable: true,
    facet: true,
    description: "`paperback`, `ebook`, `audiobook`, …",
    example: "paperback"
  }),
  status: choice(["to_read", "reading", "paused", "did_not_finish", "read"])({
    nullable: true,
    facet: true,
    description: "Null where no service says it"
  }),
  rating: number({ nullable: true, min: 0, max: 5, description: "Stars in steps of 0.25", example: 4.25 }),
  review: text({ nullable: true, search: "body", meaning: true, sensitive: true }),
  tags: texts({ facet: true, default: [], description: "Shelves and tags", example: ["sea"] }),
  times_read: integer({ min: 0, default: 0, example: 2 }),
  reading_time: integer({ nullable: true, min: 1, description: "Seconds that a device measured", example: 36000 }),
  added_on: date({ nullable: true, example: "2023-12-02" })
}

const book = record({
  title: "Book",
  key: ["work"],
  fields: {
    work,
    ...fields,
    isbn10: text({ nullable: true, description: "The ISBN-13 in its earlier form", example: "0441000010" }),
    finished_on: date({ nullable: true, description: "The last day on which it was finished", example: "2025-03-14" })
  }
})

const reading = record({
  title: "Reading",
  key: ["work", "ended"],
  fields: {
    work,
    ended: text({
      description: "Day, month or year of the end; `2025-03-01/..` for a reading without an end",
      example: "2025-03-14"
    }),
    started: text({ nullable: true, description: "Day, month or year", example: "2025-03-01" }),
    precision: choice(["day", "month", "year"])({ nullable: true, description: "Of the end; null without an end" }),
    is_finished: boolean({ default: true, facet: true, description: "False for a book that was put down" }),
    finished_on: date({
      nullable: true,
      occurs: true,
      description: "Null without a finish, and where only the month or year is on record",
      example: "2025-03-14"
    }),
    title: text({ example: "The Quiet Harbour" }),
    authors,
    pages
  },
  feed: { book_finished: { when: "finished_on", title: ({ title }) => `Finished ${title}` } }
})

const entry = record({
  title: "Entry",
  key: ["service", "entry"],
  fields: {
    service: text({ facet: true, description: "Source of the entry", example: "goodreads" }),
    entry: text({ description: "Id of the book at the service", example: "90000001" }),
    ...fields,
    title: text({ example: "The Quiet Harbour" }),
    authors,
    series: text({ nullable: true, example: "Harbour, #1" }),
    review: text({ nullable: true, sensitive: true }),
    readings: texts({
      default: [],
      description: "Start and end of each reading: days, months, years, or `..` if not on record",
      example: ["2025-03-01/2025-03-14"]
    })
  }
})

/**
 * Books and readings, from all services that list them. `entry` is what one service says about one book. Books and
 * readings are what the entries of all services make: `booksWriter` writes them.
 */
export const books = domain({ name: "books", title: "Books", records: { book, reading, entry } })

export type Book = RecordOf<typeof book>
export type ReadingRecord = RecordOf<typeof reading>
export type Entry = RecordOf<typeof entry>

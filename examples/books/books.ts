import {
  choice,
  date,
  domain,
  integer,
  number,
  picture,
  record,
  type RecordOf,
  text,
  texts
} from "@daybook/core/domain"

/** What is known about books from: the export files, the most detailed about readings first, then Open Library. */
export const services = ["storygraph", "goodreads", "open_library"] as const

const work = text({ description: "Title and author: the same for all editions", example: "the quiet harbour/vale" })

/** Books and their readings. What each service says is stored too: all entries together make the books. */
export const books = domain({
  name: "books",
  title: "Books",
  records: {
    book: record({
      key: ["work"],
      fields: {
        work,
        title: text({ search: "title", example: "The Quiet Harbour" }),
        author: text({ nullable: true, search: "subtitle", facet: true, example: "Ina Vale" }),
        series: text({ nullable: true, search: "body", facet: true, example: "Harbour, #1" }),
        isbn13: text({ nullable: true, example: "9780441000012" }),
        pages: integer({ nullable: true, min: 1, description: "Number of pages" }),
        cover: picture({ nullable: true }),
        status: choice(["to_read", "reading", "paused", "did_not_finish", "read"])({ facet: true }),
        rating: number({ nullable: true, min: 0, max: 5, description: "Stars" }),
        review: text({ nullable: true, search: "body", meaning: true, sensitive: true }),
        tags: texts({ facet: true, default: [] }),
        times_read: integer({ default: 0, min: 0 }),
        added_on: date({ nullable: true }),
        finished_on: date({ nullable: true, occurs: true, description: "The day on which it was last finished" })
      }
    }),
    reading: record({
      key: ["work", "finished_on"],
      fields: { work, title: text(), started_on: date({ nullable: true }), finished_on: date({ occurs: true }) },
      feed: { book_finished: { when: "finished_on", title: ({ title }) => `Finished: ${title}` } }
    }),
    entry: record({
      key: ["service", "entry"],
      fields: { service: choice(services)({ facet: true }), entry: text(), said: text({ sensitive: true }) }
    })
  }
})

export type Book = RecordOf<typeof books.records.book>
export type Reading = Omit<RecordOf<typeof books.records.reading>, "work" | "title">

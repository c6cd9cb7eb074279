import { Effect, FastCheck as fc, Layer } from "effect"
import {
  DeclaredQueries,
  DeclaredStore,
  type PicturedRow,
  type RecordRef,
  boolean,
  choice,
  date,
  domain,
  instant,
  integer,
  number,
  picture,
  record,
  recordsOf,
  text,
  texts
} from "../../src/declared/index.js"
import { Pictures } from "../../src/images/index.js"
import { Calendar, type LocalDate, fromOrdinal, fromZoneName, toOrdinal } from "../../src/shared/index.js"
import { Either } from "effect"
import { memoryStore } from "./memoryStore.js"

/** A domain with a record of every type of field, one that happens at instants, and one without any time. */
const library = domain({
  name: "library",
  title: "Library",
  records: {
    book: record({
      key: ["isbn"],
      fields: {
        isbn: text(),
        title: text({ search: "title", example: "The Quiet Harbour" }),
        author: text({ search: "subtitle", facet: true, nullable: true }),
        shelf: choice(["read", "unread"])({ facet: true, default: "unread" }),
        tags: texts({ facet: true, default: [] }),
        pages: integer({ nullable: true, min: 1 }),
        rating: number({ nullable: true, min: 0, max: 5 }),
        owned: boolean({ default: false }),
        cover: picture({ nullable: true }),
        added_at: instant({ nullable: true }),
        finished_on: date({ nullable: true, occurs: true })
      },
      feed: { book_finished: { when: "finished_on", title: (book) => `Finished: ${book.title}` } }
    }),
    session: record({
      key: ["number"],
      fields: { number: integer(), started_at: instant({ occurs: true }), place: text({ facet: true, nullable: true }) }
    }),
    shelf_note: record({ key: ["name"], fields: { name: text(), note: text({ nullable: true }) } })
  }
})

const [bookRef, sessionRef, noteRef] = recordsOf(library) as unknown as readonly [RecordRef, RecordRef, RecordRef]
export const refs = { book: bookRef, session: sessionRef, note: noteRef }

export type Rows = ReadonlyMap<string, ReadonlyArray<PicturedRow>>

const near = toOrdinal("2025-01-01")
const someDay = fc.integer({ min: near - 800, max: near + 60 }).map(fromOrdinal)
/** Days close together, so that streaks are long. */
const closeDay = fc.integer({ min: near - 12, max: near + 12 }).map(fromOrdinal)
const orNull = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: null })

const bookValues = fc.record({
  isbn: fc.string({ minLength: 1, maxLength: 8 }),
  title: fc.constantFrom("Harbour", "Winter", "Lantern"),
  author: orNull(fc.constantFrom("Ina Vale", "Bo Tarn", "Mo Ash")),
  shelf: fc.constantFrom("read", "unread"),
  tags: fc.uniqueArray(fc.constantFrom("sea", "snow", "city")),
  pages: orNull(fc.integer({ min: 1, max: 900 })),
  rating: orNull(fc.integer({ min: 0, max: 20 }).map((quarters) => quarters / 4)),
  owned: fc.boolean(),
  cover: fc.constant(null),
  added_at: orNull(fc.integer({ min: 1_600_000_000_000, max: 1_735_000_000_000 })),
  finished_on: orNull(fc.oneof(someDay, closeDay))
})

const sessionValues = fc.record({
  number: fc.integer({ min: 1, max: 1_000_000 }),
  started_at: closeDay.chain((day) =>
    fc.integer({ min: 0, max: 86_399_999 }).map((time) => Date.parse(`${day}T00:00:00Z`) + time)
  ),
  place: orNull(fc.constantFrom("home", "train"))
})

const rowsOf = (values: fc.Arbitrary<PicturedRow["values"]>, key: string) =>
  fc
    .uniqueArray(values, { maxLength: 30, selector: (row) => row[key] })
    .map((all) =>
      all.map((values, index): PicturedRow => ({ id: index + 1, values, sources: ["manual"], picture: null }))
    )

/** Rows of both records with a day. */
export const someRows: fc.Arbitrary<Rows> = fc.tuple(rowsOf(bookValues, "isbn"), rowsOf(sessionValues, "number")).map(
  ([books, sessions]) =>
    new Map([
      ["book", books],
      ["session", sessions]
    ])
)

export const someDays = fc
  .record({ from: someDay, to: someDay }, { requiredKeys: [] })
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to)

export const today = fc.integer({ min: near - 12, max: near + 12 }).map(fromOrdinal)

/** A home time zone far from UTC. */
export const calendarOn = (today: LocalDate): typeof Calendar.Service => ({
  ...Either.getOrThrow(fromZoneName("America/New_York")),
  today: Effect.succeed(today)
})

/** The service over rows in memory. */
export const queriesOver = (rows: Rows, calendar: typeof Calendar.Service) =>
  Effect.runSync(
    Effect.provide(
      DeclaredQueries,
      DeclaredQueries.Default.pipe(
        Layer.provide([
          Layer.succeed(
            DeclaredStore,
            memoryStore(({ record }) => rows.get(record.name) ?? [], calendar)
          ),
          Layer.succeed(Calendar, calendar),
          Layer.succeed(Pictures, { image: () => null, servedAt: () => Effect.void })
        ])
      )
    )
  )

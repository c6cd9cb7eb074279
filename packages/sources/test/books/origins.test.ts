import { booksWriter, books, type Entry, mergeEntries } from "@daybook/core/books"
import {
  DeclaredStore,
  type DeclaredWriteServices,
  recordNamed,
  type RecordBatch,
  recordPage
} from "@daybook/core/domain"
import type { SourceRanks } from "@daybook/core/ranks"
import { type Page, provide, source, type SourceFailure, SyncEngine, syncDefaults } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option, Stream } from "effect"
import { readBook } from "../../src/hardcover/wire.js"
import { goodreads as goodreadsSource } from "../../src/goodreads/source.js"
import { emptyEntry } from "../../src/kit/books/values.js"
import { exportFile as statisticsPages } from "../../src/koreader-statistics/source.js"
import { storygraph as storygraphSource } from "../../src/storygraph/source.js"
import { bookSources } from "../../../core/test/books/sources.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { asProcess } from "../../../adapters/test/support/declared.js"
import { histories } from "../../../adapters/test/support/depth.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import { statisticsFile } from "./statistics.js"
import * as Files from "./support.js"

const { exportFile: goodreadsPages } = filesOf(goodreadsSource)
const { exportFile: storygraphPages } = filesOf(storygraphSource)

/** One run of a source with these pages. */
const sync = (id: string, ...pages: ReadonlyArray<Omit<RecordBatch, "record">>) =>
  Effect.gen(function* () {
    const engine = yield* SyncEngine
    const context = yield* Effect.context<DeclaredWriteServices | SourceRanks>()
    const one = source({
      id,
      writer: booksWriter,
      syncType: "books",
      pull: () => Stream.fromIterable(pages.map((page) => recordPage({ record: "entry", ...page }))),
      importFile: Option.none()
    })
    return yield* engine.sync(provide(one, context), { ...syncDefaults("command"), allowMassDelete: true })
  })

const rowsOf = (name: string) =>
  Effect.flatMap(DeclaredStore, (store) =>
    Effect.map(
      store.list(recordNamed(books, name)!, {
        days: {},
        equals: {},
        sort: "id",
        order: "asc",
        page: { page: 1, limit: 500 }
      }),
      ({ rows }) => rows.map(({ sources, values }) => JSON.stringify([Object.entries(values).sort(), sources])).sort()
    )
  )

/** What the tables, the feed and search hold, without ids. */
const state = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const feed = yield* sql`SELECT event_type, source_id, date::text, title FROM feed_items ORDER BY 1, 2`
  const documents = yield* sql`SELECT entity_type, title, subtitle FROM search_documents ORDER BY 1, 2, 3`
  const rows = yield* Effect.forEach(["book", "reading", "entry"], rowsOf)
  return { rows, feed, documents }
})

const empty = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`TRUNCATE books_book, books_reading, books_entry, domain_facets, domain_deletions, feed_items, search_documents,
      sync_runs, sync_log, sync_cursors, sync_removals CASCADE`
)

/** The rows that the entries make, computed from them alone. */
const expectedRows = (entries: ReadonlyArray<Entry>) => {
  const { books, readings } = mergeEntries(bookSources, entries)
  return [books, readings].map((records) =>
    records.map(({ services, values }) => JSON.stringify([Object.entries(values as object).sort(), services])).sort()
  )
}

const march = Date.parse("2025-03-01T12:00:00Z") / 1_000

/** One book that was read to its end, also with another font, and one that was not. */
const statistics = statisticsFile([
  {
    ...{ title: "The Quiet Harbour", authors: "Ina Vale", md5: "a1", pages: 4 },
    visits: [
      [1, march],
      [2, march + 60],
      [3, march + 12 * 86_400],
      [2, march + 13 * 86_400, 60, 2]
    ]
  },
  { title: "Field Notes", authors: "Ana Ruiz\nBo Tarn", md5: "a2", pages: 100, visits: [[1, march]] }
])

const fileRows = <R>(pages: Stream.Stream<Page<RecordBatch>, SourceFailure, R>) =>
  Effect.map(
    Effect.context<R>().pipe(
      Effect.flatMap((context) => readPages<RecordBatch>(Stream.provideContext(pages, context)))
    ),
    ({ records }) => records.flatMap(({ rows }) => Array.from(rows) as ReadonlyArray<Entry>)
  )

/** Each item first once, and the items backwards. The merge itself is tested with every order. */
const ordersOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => [
  ...items.map((_, at) => [...items.slice(at), ...items.slice(0, at)]),
  items.toReversed()
]

const openLibraryEntry = (entry: string, title: string, added_on: string): Entry => ({
  ...emptyEntry,
  service: "open-library",
  entry,
  title,
  authors: ["Ina Vale"],
  status: "read",
  times_read: 1,
  added_on
})

const title = fc.constantFrom("Harbour", "HARBOUR: A Novel", "Winter", "Lantern")
const randomEntry: fc.Arbitrary<Entry> = fc
  .record({
    service: fc.constantFrom("open-library", "goodreads", "hardcover", "storygraph"),
    entry: fc.integer({ min: 1, max: 4 }).map(String),
    title,
    isbn13: fc.option(fc.constantFrom("9780441000012", "9780441000029"), { nil: null }),
    status: fc.constantFrom<Entry["status"]>("to_read", "read", "did_not_finish"),
    rating: fc.option(fc.constantFrom(1.25, 4), { nil: null }),
    readings: fc.array(fc.constantFrom("../2025-03-13", "2025-03-01/2025-03-14", "../2019"), { maxLength: 2 })
  })
  .map((one) => ({ ...emptyEntry, authors: ["Ina Vale"], ...one }))

interface Run {
  readonly service: string
  readonly rows: ReadonlyArray<Entry>
}

/** Runs of services, each with a full list of its entries. */
const runs: fc.Arbitrary<ReadonlyArray<Run>> = fc.array(
  fc.record({
    service: fc.constantFrom("open-library", "goodreads", "hardcover", "storygraph"),
    rows: fc.uniqueArray(randomEntry, { maxLength: 4, selector: ({ entry }) => entry })
  }),
  { maxLength: 5 }
)

it.live("the same books from five services, in any order, are the same records", () =>
  asProcess(books)(
    Effect.gen(function* () {
      const lists = {
        goodreads: yield* fileRows(goodreadsPages(importFile("a.csv", Files.goodreadsFile()))),
        storygraph: yield* fileRows(storygraphPages(importFile("b.csv", Files.storygraphFile()))),
        hardcover: Files.hardcoverBooks.slice(0, 3).map((one) => readBook(one) as Entry),
        "koreader-statistics": yield* fileRows(statisticsPages(importFile("c.sqlite3", statistics, 4_096))),
        "open-library": [
          openLibraryEntry("OL1W", "The Quiet Harbour", "2023-11-30"),
          openLibraryEntry("OL2W", "Long winter", "2024-01-09")
        ]
      }
      const names = Object.keys(lists) as ReadonlyArray<keyof typeof lists>
      const importing = (order: typeof names) =>
        Effect.forEach(order, (name) => sync(name, { rows: lists[name] }), { discard: true })
      yield* importing(names)
      const first = yield* state
      expect(first.rows.slice(0, 2)).toStrictEqual(expectedRows(Object.values(lists).flat()))
      const [harbour] = first.rows[0]!.filter((row) => row.includes("the quiet harbour/vale"))
      expect(Object.fromEntries((JSON.parse(harbour!) as [[string, unknown][]])[0])).toMatchObject({
        title: "The Quiet Harbour",
        isbn13: "9780441000104",
        rating: 4.25,
        pages: 412,
        reading_time: 240,
        status: "read",
        added_on: "2023-11-30",
        finished_on: "2025-03-14",
        tags: ["favourites", "quiet", "sea"]
      })
      for (const order of histories(ordersOf(names).slice(1))) {
        yield* empty
        yield* importing(order)
        expect(yield* state, order.join(", then ")).toStrictEqual(first)
      }
      for (const name of names)
        expect(yield* sync(name, { rows: lists[name] })).toMatchObject({ added: 0, changed: 0, removed: 0 })
      expect(yield* state).toStrictEqual(first)
    })
  ).pipe(Effect.provide(newDatabase()))
)

it.live("the records are what the entries make, after any runs with additions, changes and removals", () =>
  Effect.gen(function* () {
    const context = yield* Effect.context<SqlClient.SqlClient>()
    const check = (all: ReadonlyArray<Run>) =>
      asProcess(books)(
        Effect.gen(function* () {
          yield* empty
          const lists = new Map<string, ReadonlyArray<Entry>>()
          for (const { rows, service } of all) {
            const own = rows.map((row) => ({ ...row, service }))
            yield* sync(service, { rows: own, complete: own })
            lists.set(service, own)
          }
          const { rows } = yield* state
          expect(rows.slice(0, 2)).toStrictEqual(expectedRows([...lists.values()].flat()))
        })
      )
    yield* Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(runs, (all) => Effect.runPromise(Effect.provide(check(all), context))),
        { numRuns: 8 }
      )
    )
  }).pipe(Effect.provide(newDatabase()))
)

it.live("a finish is in the feed once, and leaves it with its last service", () =>
  asProcess(books)(
    Effect.gen(function* () {
      const read = (service: string, text: string): Entry => ({
        ...openLibraryEntry("1", "Lantern", "2025-01-01"),
        service,
        readings: [text]
      })
      yield* sync("goodreads", { rows: [read("goodreads", "../2025-03-13")] })
      yield* sync("storygraph", { rows: [read("storygraph", "2025-03-01/2025-03-14")] })
      const feed = Effect.map(state, ({ feed }) => feed.map(({ date, title }) => [date, title]))
      expect(yield* feed).toStrictEqual([["2025-03-14", "Finished Lantern"]])
      yield* sync("storygraph", { rows: [], complete: true })
      expect(yield* feed).toStrictEqual([["2025-03-13", "Finished Lantern"]])
      yield* sync("goodreads", { rows: [], complete: true })
      const end = yield* state
      expect([...end.feed, ...end.documents, ...end.rows.flat()]).toStrictEqual([])
    })
  ).pipe(Effect.provide(newDatabase()))
)

import { books } from "@daybook/core/books"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type SourceUnderTest, stage } from "../../../adapters/src/source-testing/stage.js"
import { hardcover } from "../../src/hardcover/source.js"
import { openLibrary } from "../../src/open-library/source.js"
import { checksOf } from "../support/checksOf.js"
import * as Services from "./support.js"

const ofHardcover = (respond = Services.hardcover(), token = "right"): SourceUnderTest => ({
  source: hardcover,
  domains: [books],
  provider: (address) => ({
    respond,
    settings: {
      DAYBOOK_HARDCOVER_BASE_URL: address,
      DAYBOOK_HARDCOVER_TOKEN: token,
      DAYBOOK_HARDCOVER_MIN_INTERVAL_MS: "0"
    }
  })
})

const ofOpenLibrary = (respond = Services.openLibrary(), username = "owner"): SourceUnderTest => ({
  source: openLibrary,
  domains: [books],
  exportFiles: [{ name: "OpenLibrary_ReadingLog.csv", content: Services.openLibraryFile() }],
  provider: (address) => ({
    respond,
    settings: {
      DAYBOOK_OPEN_LIBRARY_BASE_URL: address,
      DAYBOOK_OPEN_LIBRARY_USERNAME: username,
      DAYBOOK_OPEN_LIBRARY_MIN_INTERVAL_MS: "0"
    }
  })
})

describe.each([
  ["hardcover", ofHardcover()],
  ["open-library", ofOpenLibrary()]
] as const)("%s", (_, subject) => {
  it.each(checksOf(subject).map(({ name, run }) => [name, run] as const))("%s", (_name, run) => run())
})

const failureOf = (subject: SourceUnderTest) =>
  Effect.scoped(Effect.flatMap(stage(subject), ({ sync }) => Effect.flip(sync()))).pipe(Effect.orDie)

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** The rows of a table by the names of their columns. */
const rowsIn = (tables: Readonly<Record<string, ReadonlyArray<string>>>, name: string): Rows => {
  const table = Object.keys(tables).find((one) => one.endsWith(name))!
  return tables[table]!.map((row) => Object.fromEntries(JSON.parse(row) as ReadonlyArray<[string, unknown]>))
}

describe("Hardcover", () => {
  it.live("stores books with readings, and leaves out what it cannot read", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { sync, tables } = yield* stage(ofHardcover(undefined, "Bearer right"))
        expect(yield* sync()).toMatchObject({ added: 3 + 120, changed: 0, removed: 0 })
        const result = yield* tables
        const entries = rowsIn(result, "entry").filter(({ entry }) => String(entry).startsWith("50"))
        expect(entries.toSorted((one, other) => Number(one["entry"]) - Number(other["entry"]))).toMatchObject([
          {
            entry: "501",
            isbn13: "9780441000012",
            authors: ["Ina Vale"],
            rating: 4.5,
            review: "Slow.\n\nGood end.",
            pages: 412,
            format: "paperback",
            status: "read",
            added_on: "2023-12-03",
            readings: ["2025-03-02/2025-03-14"]
          },
          { entry: "502", status: "reading", rating: null, added_on: "2026-01-05", readings: ["2026-01-06/.."] },
          {
            entry: "503",
            status: "read",
            rating: 3.5,
            isbn13: "9780441000036",
            asin: "B00FAKE002",
            format: "hardcover",
            readings: ["../2020-06-01"]
          }
        ])
        expect(rowsIn(result, "reading").map(({ ended }) => ended)).toStrictEqual(
          expect.arrayContaining(["2025-03-14", "2026-01-06/..", "2020-06-01"])
        )
      })
    )
  )

  it.live("reads to the end, however few books a page has", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { sync } = yield* stage(ofHardcover(Services.hardcover({ maxRows: 25 })))
        expect(yield* sync()).toMatchObject({ added: 123 })
      })
    )
  )

  it.live("removes what is not listed, and nothing if books moved to other pages meanwhile", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const all = Services.hardcoverBooks.slice(0, 3)
        let books = all
        let onAnswer = () => {}
        const respond = (request: Request) =>
          Services.hardcover({ books, maxRows: 2, onAnswer: () => onAnswer() })(request)
        const { sync } = yield* stage(ofHardcover(respond))
        expect(yield* sync()).toMatchObject({ added: 3 })
        books = all.slice(1)
        expect(yield* sync()).toMatchObject({ added: 0, changed: 0, removed: 1 })
        books = all
        expect(yield* sync()).toMatchObject({ added: 1 })
        // The first book goes while the second page is on its way: the third would be on no page.
        let answers = 0
        onAnswer = () => void (books = ++answers === 1 ? all.slice(1) : books)
        expect(yield* sync()).toMatchObject({ removed: 0 })
      })
    )
  )

  it.live("says what to do about a token, and what the service says went wrong", () =>
    Effect.gen(function* () {
      const refused = yield* failureOf(ofHardcover(undefined, "wrong-token"))
      expect(refused).toMatchObject({ state: "unauthorized", next: expect.stringContaining("DAYBOOK_HARDCOVER_TOKEN") })
      expect(JSON.stringify(refused)).not.toContain("wrong-token")
      const moved = { errors: [{ message: "field 'rating' not found in type: 'user_books'" }] }
      expect(yield* failureOf(ofHardcover(Services.hardcover({ body: moved })))).toMatchObject({
        state: "bad_answer",
        message: expect.stringContaining("field 'rating' not found")
      })
      const expired = { error: "Unable to verify token" }
      expect(yield* failureOf(ofHardcover(Services.hardcover({ body: expired })))).toMatchObject({
        state: "unauthorized"
      })
    })
  )

  it.live("does not take an answer without an account for an empty library", () =>
    Effect.gen(function* () {
      for (const body of [{ data: { me: [] } }, "<html>"])
        expect(yield* failureOf(ofHardcover(Services.hardcover({ body })))).toMatchObject({ state: "bad_answer" })
    })
  )
})

describe("the reading log of Open Library", () => {
  it.live("gives the shelf and its day, and no finish", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { provider, sync, tables } = yield* stage(ofOpenLibrary())
        expect(yield* sync()).toMatchObject({ added: 109, changed: 0, removed: 0 })
        expect(provider.requests()).toBe(2 + 1 + 1 + 1)
        const result = yield* tables
        expect(rowsIn(result, "reading")).toStrictEqual([])
        expect(rowsIn(result, "book").filter(({ title }) => !String(title).startsWith("Sea"))).toMatchObject([
          { title: "Lantern", authors: [], status: "read", times_read: 1, added_on: null, finished_on: null },
          { title: "Long Winter", status: "did_not_finish", times_read: 0, added_on: "2024-01-09" },
          { title: "The Quiet Harbour", status: "read", added_on: "2025-03-20", finished_on: null },
          { title: "Unread Thing", authors: ["Bo Tarn"], status: "to_read", times_read: 0, added_on: null }
        ])
      })
    )
  )

  it.live("keeps the ratings of its file and the days of its shelves, whichever comes last", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { importFile, sync, tables } = yield* stage(ofOpenLibrary())
        const [file] = ofOpenLibrary().exportFiles!
        const harbour = Effect.map(tables, (all) => rowsIn(all, "entry").find(({ entry }) => entry === "OL900001W"))
        yield* importFile(file!)
        expect(yield* harbour).toMatchObject({ rating: 4, added_on: null, status: "read", authors: ["Ina Vale"] })
        expect(yield* sync()).toMatchObject({ added: 0, removed: 0 })
        expect(yield* harbour).toMatchObject({ rating: 4, added_on: "2025-03-20" })
        expect(yield* importFile(file!)).toMatchObject({ added: 0, changed: 0 })
        expect(yield* harbour).toMatchObject({ rating: 4, added_on: "2025-03-20" })
      })
    )
  )

  it.live("removes what is on no shelf, if the shelves are as long as Open Library says", () =>
    Effect.scoped(
      Effect.gen(function* () {
        let options: Parameters<typeof Services.openLibrary>[0] = {}
        const { sync, tables } = yield* stage(ofOpenLibrary((request) => Services.openLibrary(options)(request)))
        yield* sync()
        const without = { ...Services.openLibraryShelves, "want-to-read": [] }
        for (const countOf of [(rows: number) => rows + 1, () => null]) {
          options = { shelves: without, countOf }
          expect(yield* sync()).toMatchObject({ added: 0, changed: 0, removed: 0 })
        }
        options = { shelves: without, ignoresPage: true }
        expect(yield* sync()).toMatchObject({ removed: 0 })
        options = { shelves: without, countOf: String }
        expect(yield* sync()).toMatchObject({ removed: 1 })
        expect(rowsIn(yield* tables, "book")).toHaveLength(108)
      })
    )
  )

  it.live("that is hidden or of nobody names the setting", () =>
    Effect.gen(function* () {
      for (const [username, state] of [
        ["hidden", "forbidden"],
        ["no one", "not_found"]
      ] as const)
        expect(yield* failureOf(ofOpenLibrary(undefined, username))).toMatchObject({
          state,
          next: expect.stringContaining("DAYBOOK_OPEN_LIBRARY_USERNAME")
        })
    })
  )
})

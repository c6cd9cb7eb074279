import type { RecordBatch } from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import type { FileReport, ImportFile } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, Stream } from "effect"
import fc from "fast-check"
import { zipSync } from "fflate"
import { openDatabase } from "../../src/koreader-statistics/database.js"
import { finishOf, type Visit } from "../../src/koreader-statistics/readings.js"
import { exportFile } from "../../src/koreader-statistics/source.js"
import { home } from "../../../adapters/test/support/stores.js"
import { importFile, readPages } from "../support/importFile.js"
import { databaseOf, type StatisticsBook, statisticsFile } from "./statistics.js"

const seconds = (time: string) => Date.parse(time) / 1_000

/** The entries of a file, what it reports, and the failure. */
const read = (content: Uint8Array, zone = "Asia/Tokyo") =>
  Effect.gen(function* () {
    let report: FileReport | null = null
    const file: ImportFile = {
      ...importFile("statistics.sqlite3", content, 4_099),
      onReport: (one) => Effect.sync(() => void (report = one))
    }
    const pages = Stream.provideService(exportFile(file), Calendar, yield* Calendar)
    const { failure, records } = yield* readPages<RecordBatch>(pages)
    const rows = records.flatMap((batch) => Array.from(batch.rows)) as ReadonlyArray<Record<string, unknown>>
    return { rows, failure, report: report as FileReport | null }
  }).pipe(Effect.provide(home(zone, () => "2026-01-01")), Effect.provide(Logger.remove(Logger.defaultLogger)))

/** Each page once, a minute each, from a time on. */
const readThrough = (pages: number, from: string): NonNullable<StatisticsBook["visits"]> =>
  Array.from({ length: pages }, (_, index) => [index + 1, seconds(from) + index * 60] as const)

const books: ReadonlyArray<StatisticsBook> = [
  {
    ...{
      title: "The Quiet  Harbour",
      authors: "Ina Vale\nBo Tarn",
      series: "Harbour #1",
      pages: 40,
      md5: "a1",
      lastOpen: 5
    },
    // The last two pages are never read. In Tokyo the end is on the next day.
    visits: [...readThrough(20, "2025-03-01T10:00:00Z"), ...readThrough(38, "2025-03-13T20:30:00Z")]
  },
  { title: "Long Winter", pages: 40, md5: "a2", visits: readThrough(37, "2024-01-09T10:00:00Z") },
  { title: "Field Notes", pages: 40, md5: "a3", visits: readThrough(3, "2025-03-10T10:00:00Z") },
  { title: "Opened Only", pages: 40, md5: "a4" },
  { title: "Wrong Clock", pages: 2, md5: "a5", visits: readThrough(2, "1970-01-01T01:00:00Z") },
  { title: null, pages: 2, md5: "a6", visits: readThrough(2, "2025-03-10T10:00:00Z") },
  { title: "No Pages", authors: "Mo Ash", visits: [[1, seconds("2025-03-11T10:00:00Z"), 0, 1]] }
]

const unknown = { isbn13: null, asin: null, rating: null, review: null, tags: [], added_on: null, format: "ebook" }

describe("the statistics of KOReader", () => {
  it.effect("give books with their authors, pages, time, and a finish if 95 % was read", () =>
    Effect.gen(function* () {
      const content = statisticsFile(books)
      const { failure, report, rows } = yield* read(content)
      expect(failure).toBeNull()
      expect(rows.toSorted((a, b) => (String(a["entry"]) < String(b["entry"]) ? -1 : 1))).toStrictEqual([
        {
          ...unknown,
          ...{ service: "koreader-statistics", entry: "No Pages / Mo Ash", title: "No Pages", authors: ["Mo Ash"] },
          ...{ series: null, pages: null, status: "reading", times_read: 0, reading_time: null },
          readings: ["2025-03-11/.."]
        },
        {
          ...unknown,
          ...{
            service: "koreader-statistics",
            entry: "a1",
            title: "The Quiet Harbour",
            authors: ["Ina Vale", "Bo Tarn"]
          },
          ...{ series: "Harbour, #1", pages: 40, status: "read", times_read: 1, reading_time: 58 * 60 },
          readings: ["2025-03-01/2025-03-14"]
        },
        {
          ...unknown,
          ...{ service: "koreader-statistics", entry: "a2", title: "Long Winter", authors: [], series: null },
          ...{ pages: 40, status: "paused", times_read: 0, reading_time: 37 * 60, readings: ["2024-01-09/.."] }
        },
        {
          ...unknown,
          ...{ service: "koreader-statistics", entry: "a3", title: "Field Notes", authors: [], series: null },
          ...{ pages: 40, status: "reading", times_read: 0, reading_time: 180, readings: ["2025-03-10/.."] }
        }
      ])
      expect(report).toStrictEqual({
        readable: 4,
        unreadable: 1,
        leftOut: [{ place: "statistics.sqlite3, book 6", reason: "it has no title" }],
        reasons: [
          { reason: "never read", count: 2, first: "statistics.sqlite3, book 4" },
          { reason: "it has no title", count: 1, first: "statistics.sqlite3, book 6" }
        ],
        members: null,
        remarks: ["2 times of pages were left out: the clock of the device was wrong"]
      })
      expect((yield* read(content, "Europe/Berlin")).rows.find(({ entry }) => entry === "a1")).toMatchObject({
        readings: ["2025-03-01/2025-03-13"]
      })
      const archive = zipSync({
        "koreader/settings/statistics.sqlite3": content,
        "koreader/settings.reader.lua": content
      })
      expect((yield* read(archive)).rows).toStrictEqual(rows)
    })
  )

  it.effect("of a file that was renamed are one book with the latest title", () =>
    Effect.gen(function* () {
      const { rows } = yield* read(
        statisticsFile([
          { title: "Quiet", pages: 2, md5: "a1", lastOpen: 9, visits: [[2, seconds("2025-03-02T10:00:00Z")]] },
          { title: "quiet.epub", pages: 2, md5: "a1", lastOpen: 4, visits: [[1, seconds("2025-03-01T10:00:00Z")]] }
        ])
      )
      expect(rows).toMatchObject([{ title: "Quiet", status: "read", readings: ["2025-03-01/2025-03-02"] }])
    })
  )

  it.effect("count pages that cannot be, and read on", () =>
    Effect.gen(function* () {
      const at = seconds("2025-03-01T10:00:00Z")
      const visits: StatisticsBook["visits"] = [
        [0, at],
        [9, at + 1],
        [1, at + 2],
        [1, at + 3, -5, 0],
        [2, at + 4, -60]
      ]
      const { report, rows } = yield* read(statisticsFile([{ title: "Quiet", pages: 2, md5: "a1", visits }]))
      expect(rows).toMatchObject([{ status: "read", reading_time: 60 }])
      expect(report!.remarks).toStrictEqual(["3 pages of statistics.sqlite3, book 1 cannot be read"])
    })
  )

  it.effect("of a file that is no such database are refused, with what to do", () =>
    Effect.gen(function* () {
      const content = statisticsFile(books)
      const damaged = content.slice()
      // The b-trees, not the header and the definitions.
      damaged.fill(0x77, 4_096)
      const old = databaseOf((database) =>
        database.exec(`CREATE TABLE book (id integer, title text, authors text, series text, pages integer, md5 text,
          last_open integer); CREATE TABLE page_stat (id_book integer, page integer, start_time integer, period integer)`)
      )
      const view = databaseOf((database) =>
        database.exec(`CREATE TABLE page_stat_data (id_book, page, start_time, duration, total_pages);
          CREATE VIEW book AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
            SELECT id, '' AS title, '' AS authors, '' AS series, 1 AS pages, '' AS md5, 1 AS last_open FROM n`)
      )
      for (const [bytes, message, next] of [
        [content.slice(0, -1), "is cut short", "copy koreader/settings/statistics.sqlite3"],
        [content.slice(0, 8_192), "is cut short", "again"],
        [content.slice(0, 50), "is cut short", "statistics.sqlite3"],
        [new TextEncoder().encode("a,b\n1,2\n"), "is no SQLite database", "statistics.sqlite3"],
        [damaged, "is damaged", "again"],
        [old, "has no page_stat_data.id_book", "KOReader 2020.11 or later"],
        [view, "has no book.id", "KOReader"]
      ] as const) {
        const { failure, rows } = yield* read(bytes)
        expect([rows.length, failure?.state]).toStrictEqual([0, "bad_file"])
        expect(failure!.message).toContain(message)
        expect(failure!.next).toContain(next)
      }
    })
  )

  it.effect("of a file above the limit are refused before it is unpacked", () =>
    Effect.gen(function* () {
      let parts = 0
      const part = new Uint8Array(1_048_576)
      const bytes = Stream.repeatEffect(Effect.sync(() => (parts++, part)))
      const opened = openDatabase("koreader-statistics", { name: "large.sqlite3", bytes }, 3 * part.length)
      const failure = yield* Effect.flip(Effect.scoped(opened))
      expect([failure.message, parts]).toStrictEqual(["large.sqlite3 has more than 3 MB", 4])
      expect(failure.next).toContain("copy koreader/settings/statistics.sqlite3")
    })
  )
})

describe("the finish of a book", () => {
  const visits = fc
    .array(
      fc
        .integer({ min: 1, max: 40 })
        .chain((of) => fc.record({ page: fc.integer({ min: 1, max: of }), of: fc.constant(of) })),
      { maxLength: 60 }
    )
    .map((all) => all.map((one, at): Visit => ({ ...one, at, seconds: 1 })))

  it("is the first time at which 95 % of its pages were read with any font", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), visits, (pages, all) => {
        const seen = new Set<number>()
        const first = all.find(({ of, page }) => {
          for (let one = 1; one <= pages; one++) {
            // Pages of the two fonts that share a part of the book, as KOReader scales them.
            const begin = Math.floor(((page - 1) * pages) / of) + 1
            if (one >= begin && one <= Math.max(begin, Math.floor((page * pages) / of))) seen.add(one)
          }
          return seen.size * 100 >= pages * 95
        })
        expect(finishOf(pages, all)).toBe(first?.at ?? null)
      }),
      { numRuns: 500 }
    )
  })

  it("takes no time for many visits of a long book, and is unknown without pages", () => {
    const all = Array.from({ length: 20_000 }, (_, at): Visit => ({ at, page: 1, of: 2, seconds: 1 }))
    expect(finishOf(1_000_000, all)).toBeNull()
    expect(
      [0, -1, 1.5, NaN, 2_000_000].map((pages) => finishOf(pages, [{ at: 1, page: 1, of: 1, seconds: 1 }]))
    ).toStrictEqual([null, null, null, null, null])
  })
})

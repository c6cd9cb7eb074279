import type { RecordBatch } from "@daybook/core/domain"
import { periodOf } from "@daybook/core/books"
import type { ImportFile } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import fc from "fast-check"
import { strToU8, zipSync } from "fflate"
import { sampleOf } from "../../src/kit/exportFile/sample.js"
import { goodreads as goodreadsSource } from "../../src/goodreads/source.js"
import { openLibrary as openLibrarySource } from "../../src/open-library/source.js"
import { optionalDomains } from "../../src/optional.js"
import { storygraph as storygraphSource } from "../../src/storygraph/source.js"
import { dayOf, formatOf, partialDayOf, ratingOf, statusOf } from "../../src/kit/books/values.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"
import { statisticsFile } from "./statistics.js"
import * as Files from "./support.js"

const { exportFile: goodreadsPages } = filesOf(goodreadsSource)
const { exportFile: openLibraryPages } = filesOf(openLibrarySource)
const { exportFile: storygraphPages } = filesOf(storygraphSource)

const readers = { goodreads: goodreadsPages, storygraph: storygraphPages, "open-library": openLibraryPages }

/** The entries that a source reads of a file, and what it reports. Fails like the reader. */
const read = (id: keyof typeof readers, content: string | Uint8Array) =>
  Effect.gen(function* () {
    let leftOut: ReadonlyArray<string> = []
    let remarks: ReadonlyArray<string> = []
    const file: ImportFile = {
      ...importFile("books.csv", content, 37),
      onReport: (report) =>
        Effect.sync(() => {
          leftOut = report.leftOut.map(({ place }) => place)
          remarks = report.remarks
        })
    }
    yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
    const { failure, records } = yield* readPages<RecordBatch>(readers[id](file))
    if (failure !== null) return yield* failure
    const rows = records.flatMap(({ rows }) => Array.from(rows)) as ReadonlyArray<Record<string, unknown>>
    return { rows, leftOut, remarks }
  })

const unknown = {
  ...{ series: null, isbn13: null, asin: null, pages: null, format: null, rating: null, review: null },
  reading_time: null
}

describe("the export of Goodreads", () => {
  it.effect("gives books with formulas as ISBN, series in the title, and shelves of the person's own", () =>
    Effect.gen(function* () {
      const content = Files.goodreadsFile()
      const { leftOut, rows } = yield* read("goodreads", content)
      expect(leftOut).toStrictEqual([])
      expect(rows).toStrictEqual([
        {
          service: "goodreads",
          entry: "90000001",
          title: "The Quiet Harbour",
          series: "Harbour, #1",
          authors: ["Ina Vale"],
          isbn13: "9780441000012",
          asin: null,
          pages: 412,
          format: "paperback",
          status: "read",
          rating: 4,
          review: 'Slow, then not.\n\nA "keeper" & her\nstorms.',
          tags: ["favourites", "sea"],
          times_read: 2,
          reading_time: null,
          added_on: "2023-12-02",
          readings: ["../2025-03-13"]
        },
        {
          ...unknown,
          service: "goodreads",
          entry: "90000002",
          title: "Unread Thing",
          authors: ["Bo Tarn"],
          format: "ebook",
          status: "to_read",
          tags: [],
          times_read: 0,
          added_on: "2024-05-01",
          readings: []
        },
        {
          ...unknown,
          service: "goodreads",
          entry: "90000003",
          title: "Long Winter: A Novel",
          authors: ["Mo Ash", "Lee Orr", "Ana Ruiz"],
          isbn13: "9780441000074",
          format: "audiobook",
          status: "did_not_finish",
          rating: 3,
          tags: ["cold"],
          times_read: 0,
          added_on: "2024-01-09",
          readings: ["../2024-03"]
        },
        {
          ...unknown,
          service: "goodreads",
          entry: "90000004",
          title: "Lantern",
          authors: ["Ina Vale"],
          format: "paperback",
          status: null,
          tags: ["lend"],
          times_read: 0,
          added_on: null,
          readings: []
        },
        {
          ...unknown,
          service: "goodreads",
          entry: "90000005",
          title: "Without Dates",
          authors: [],
          status: "read",
          tags: [],
          times_read: 1,
          added_on: null,
          readings: []
        }
      ])
      for (const other of [
        `\ufeff${content}`,
        content.replaceAll("\r\n", "\n"),
        zipSync({ "export/goodreads_library_export.csv": strToU8(content), "__MACOSX/._a.csv": strToU8("x") })
      ]) {
        const { remarks, ...same } = yield* read("goodreads", other)
        expect(same).toStrictEqual({ rows, leftOut })
        expect(remarks).toStrictEqual([
          expect.stringMatching(/\.csv: 1 date cannot be right and was left out \(line 6: 2022\/02\/30\)$/)
        ])
      }
      expect(JSON.stringify(rows)).not.toContain("my own secret")
    })
  )

  it.effect("keeps shelves as tags that are named like a status, next to the exclusive one", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.goodreadsRows
      const { rows } = yield* read("goodreads", Files.goodreadsFile([{ ...first, Bookshelves: "dnf, sea, read" }]))
      expect(rows).toMatchObject([{ status: "read", tags: ["dnf", "sea"] }])
    })
  )

  it.effect("knows no status of a shelf of one's own, and a book with a day of reading was read", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.goodreadsRows
      const shelved = (shelf: string, day: string) => ({ ...first, "Exclusive Shelf": shelf, "Date Read": day })
      const rows = [
        shelved("unfinished", ""),
        shelved("reference", "2018/01/02"),
        shelved("reference", "2019/02/29"),
        shelved("to-read", "2018/01/02"),
        shelved("currently-reading", "2018/01/02"),
        shelved("dnf", "2018/01/02"),
        shelved("read", "")
      ].map((row, index) => ({ ...row, "Book Id": String(index) }))
      const read7 = yield* read("goodreads", Files.goodreadsFile(rows))
      expect(read7.rows.map(({ readings, status }) => [status, String(readings)])).toStrictEqual([
        [null, ""],
        ["read", "../2018-01-02"],
        [null, ""],
        ["read", "../2018-01-02"],
        ["reading", "../2018-01-02"],
        ["did_not_finish", "../2018-01-02"],
        ["read", ""]
      ])
      expect(read7.rows[0]).toMatchObject({ tags: ["favourites", "sea", "unfinished"] })
    })
  )

  it.effect("has series in the last brackets, also with brackets in them", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.goodreadsRows
      const titles = [
        ["Second Base (Base (Publication Order), #3)", "Second Base", "Base (Publication Order), #3"],
        ["Tidefall: Sons of Salt #5 (Sons of Salt, #5)", "Tidefall: Sons of Salt #5", "Sons of Salt, #5"],
        ["Harbour Lights (1)", "Harbour Lights (1)", null],
        ["Ebb (Tides #1-3)", "Ebb", "Tides #1-3"],
        ["#1 (of two)", "#1 (of two)", null],
        ["(Tides, #1)", "(Tides, #1)", null]
      ] as const
      const content = Files.goodreadsFile(
        titles.map(([Title], index) => ({ ...first, "Book Id": String(index), Title }))
      )
      expect((yield* read("goodreads", content)).rows.map(({ series, title }) => [title, series])).toStrictEqual(
        titles.map(([, title, series]) => [title, series])
      )
    })
  )

  it.effect("leaves out days in the future, and keeps their books", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.goodreadsRows
      const days = ["2100/01/05", "2100", "2026/01/02", "2026"]
      const rows = days.map((day, index) => ({ ...first, "Book Id": String(index), "Date Read": day }))
      const { rows: books } = yield* read("goodreads", Files.goodreadsFile(rows))
      expect(books.map(({ readings }) => String(readings))).toStrictEqual(["", "", "../2026-01-02", "../2026"])
      const later = yield* read("goodreads", Files.goodreadsFile([{ ...first, "Date Added": "2100/01/05" }]))
      expect(later.rows).toMatchObject([{ added_on: null, readings: ["../2025-03-13"] }])
    })
  )

  it.effect("leaves out impossible days with a note, and keeps shelf, rating and the count of the book", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.goodreadsRows
      const days = ["0202/05/01", "2024/05/01", "2204/05/01", "2024/02/30", "20224/1/2", ""]
      const rows = days.map((day, index) => ({ ...first, "Book Id": String(index), "Date Read": day }))
      const { leftOut, remarks, rows: books } = yield* read("goodreads", Files.goodreadsFile(rows))
      expect(books.map(({ readings }) => String(readings))).toStrictEqual(["", "../2024-05-01", "", "", "", ""])
      for (const book of books)
        expect(book).toMatchObject({ status: "read", rating: 4, added_on: "2023-12-02", times_read: 2 })
      expect(leftOut).toStrictEqual([])
      const lines = rows.map(
        (_, index) => Files.goodreadsFile(rows.slice(0, index)).split("\r\n").join("\n").split("\n").length + 1
      )
      expect(remarks).toStrictEqual([
        `books.csv: 4 dates cannot be right and were left out (${[0, 2, 3, 4].map((at) => `line ${lines[at]}: ${at === 2 ? "2204-05-01" : days[at]}`).join(", ")})`
      ])
      // A spreadsheet in German, and another column.
      const german =
        "Book Id;Title;Author;Exclusive Shelf;Date Read;Date Added\n1;A;B;read;01.05.0202;31.12.2024\n2;A;B;read;;30.02.2024\n"
      const saved = yield* read("goodreads", german)
      expect(saved.rows).toMatchObject([
        { status: "read", readings: [], added_on: "2024-12-31" },
        { status: "read", readings: [], added_on: null }
      ])
      expect(saved.remarks).toStrictEqual([
        "books.csv: 2 dates cannot be right and were left out (line 2: 01.05.0202, line 3: 30.02.2024)"
      ])
    })
  )

  it.effect("with columns in another order, further ones and formulas without quotes around them gives the same", () =>
    Effect.gen(function* () {
      const content = [
        "BCID,Exclusive Shelf,Author,ISBN13,Title,Recommended By,Book Id",
        ',read,Ina Vale,="9780441000012",The Quiet Harbour,,1'
      ].join("\n")
      expect((yield* read("goodreads", content)).rows).toMatchObject([
        { entry: "1", isbn13: "9780441000012", title: "The Quiet Harbour", status: "read", times_read: 1 }
      ])
    })
  )

  it.effect("counts and names rows without id or title, and refuses files without a needed column", () =>
    Effect.gen(function* () {
      const first = { ...Files.goodreadsRows[0], "My Review": "" }
      const broken = Files.goodreadsFile([{ ...first, "Book Id": "" }, first, { ...first, Title: " " }])
      const { leftOut, rows } = yield* read("goodreads", broken)
      expect(rows).toHaveLength(1)
      expect(leftOut).toStrictEqual(["books.csv line 2", "books.csv line 4"])
      const failure = yield* Effect.flip(read("goodreads", "Book Id,Title,Author\n1,A,B"))
      expect(failure.message).toContain("no column exclusive shelf")
      const cut = yield* Effect.flip(read("goodreads", Files.goodreadsFile([first]).slice(0, -40)))
      expect(cut.state).toBe("bad_file")
    })
  )
})

describe("the export of StoryGraph", () => {
  it.effect("gives every reading with start and end, quarter stars, and ids of three kinds", () =>
    Effect.gen(function* () {
      const { leftOut, rows } = yield* read("storygraph", Files.storygraphFile())
      expect(leftOut).toStrictEqual([])
      expect(rows).toStrictEqual([
        {
          ...unknown,
          service: "storygraph",
          entry: "9780441000104",
          title: "The Quiet Harbour",
          authors: ["Ina Vale"],
          isbn13: "9780441000104",
          format: "paperback",
          status: "read",
          rating: 4.25,
          review: "Slow, then not.",
          tags: ["sea", "quiet"],
          times_read: 2,
          added_on: "2023-12-02",
          readings: ["2025-03-01/2025-03-14", "../2019-07-02", "2010-05/..", "../2012"]
        },
        {
          ...unknown,
          service: "storygraph",
          entry: "B00FAKE001",
          title: "Long Winter",
          authors: ["Mo Ash", "Lee Orr"],
          asin: "B00FAKE001",
          format: "audiobook",
          status: "did_not_finish",
          tags: [],
          times_read: 0,
          added_on: "2024-01-09",
          readings: []
        },
        {
          ...unknown,
          service: "storygraph",
          entry: "Field Notes / Ana Ruiz / digital",
          title: "Field Notes",
          authors: ["Ana Ruiz"],
          format: "ebook",
          status: "reading",
          tags: [],
          times_read: 0,
          added_on: "2026-01-05",
          readings: ["../2025-12-01"]
        }
      ])
    })
  )

  it.effect("reads days with dashes as days", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.storygraphRows
      const content = Files.storygraphFile([
        { ...first, "Dates Read": "2025-03-01-2025-03-14, 2019-07-02, 2010-2011" },
        { ...first, "ISBN/UID": "x", "Dates Read": "", "Last Date Read": "2024-02-15" }
      ])
      const { rows } = yield* read("storygraph", content)
      expect(rows.map(({ readings }) => readings)).toStrictEqual([
        ["2025-03-01/2025-03-14", "../2019-07-02", "2010/2011"],
        ["../2024-02-15"]
      ])
    })
  )

  it.effect("names a row with a status that Daybook does not know", () =>
    Effect.gen(function* () {
      const [first = {}] = Files.storygraphRows
      const content = Files.storygraphFile([first, { ...first, "Read Status": "owned", "ISBN/UID": "x" }])
      const { leftOut, rows } = yield* read("storygraph", content)
      expect([rows.length, leftOut.length]).toStrictEqual([1, 1])
    })
  )
})

describe("the reading log of Open Library", () => {
  it.effect("gives works with their shelf and rating, and no day", () =>
    Effect.gen(function* () {
      const { leftOut, rows } = yield* read("open-library", Files.openLibraryFile())
      expect(leftOut).toStrictEqual([])
      expect(rows.filter(({ title }) => !String(title).startsWith("Sea"))).toStrictEqual(
        (
          [
            ["OL900001W", "The Quiet Harbour", ["Ina Vale"], "read", 4, 1],
            ["OL900002W", "Lantern", [], "read", null, 1],
            ["OL900004W", "Long Winter", ["Mo Ash", "Lee Orr"], "did_not_finish", null, 0],
            ["OL900003W", "Unread Thing", ["Bo Tarn"], "to_read", null, 0]
          ] as const
        ).map(([entry, title, authors, status, rating, times_read]) => ({
          ...{ ...unknown, service: "open-library", entry, title, authors, status, rating, times_read },
          ...{ tags: [], added_on: null, readings: [] }
        }))
      )
    })
  )

  it.effect("names rows of an unknown shelf and without a work, and refuses the layout without titles", () =>
    Effect.gen(function* () {
      const [first] = Files.openLibraryShelves["already-read"]!
      const content = Files.openLibraryFile({ "Lent Out": [first!], "already-read": [first!] })
      const broken = content.replace(/OL900001W(?=.*Already)/, "/works/x")
      expect((yield* Effect.flip(read("open-library", broken))).message).toContain("no row that can be read")
      expect((yield* read("open-library", content)).leftOut).toStrictEqual(["books.csv line 2"])
      const old = yield* Effect.flip(read("open-library", "Work Id,Edition Id,Bookshelf\nOL1W,OL1M,Already Read"))
      expect(old.message).toContain("no column title, authors")
    })
  )
})

describe("export files of books", () => {
  it.effect("are recognised by their content alone, each by one source", () =>
    Effect.gen(function* () {
      for (const [id, content] of [
        ["goodreads", Files.goodreadsFile()],
        ["storygraph", Files.storygraphFile()],
        ["open-library", Files.openLibraryFile()],
        [
          "koreader-statistics",
          statisticsFile([{ title: "The Quiet Harbour", pages: 9, visits: [[1, 1_741_641_000]] }])
        ]
      ] as const) {
        const sources = optionalDomains.flatMap((one) => one.sources)
        for (const file of [
          content,
          zipSync({ "a folder/books": typeof content === "string" ? strToU8(content) : content })
        ]) {
          const sample = yield* sampleOf(importFile("download", file))
          const ids = sources.flatMap((one) => (one.archive.recognise?.(sample) === true ? [one.id] : []))
          expect(ids).toStrictEqual([id])
        }
      }
    })
  )
})

describe("values of books", () => {
  it("read each day as it is, and no day that does not exist or that nobody remembers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33), (year, month, day) => {
        const parts = [String(year).padStart(4, "0"), String(month), String(day)]
        const date = new Date(Date.UTC(2000, month - 1, day))
        date.setUTCFullYear(year, month - 1, day)
        const exists = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        expect(dayOf(parts.join("/"))).toBe(exists ? date.toISOString().slice(0, 10) : null)
        expect(dayOf(`${parts.join("-")}T01:02:03`)).toBe(exists ? date.toISOString().slice(0, 10) : null)
      })
    )
    expect(
      ["2024/03", "2024", "2024/3/9, 20:11:09", "2024/13", "0000/00/00", "03/14/2024", "yesterday", ""].map(
        partialDayOf
      )
    ).toStrictEqual(["2024-03", "2024", "2024-03-09", null, null, null, null, null])
  })

  it("have ratings from a quarter star to five, and no others", () => {
    fc.assert(
      fc.property(fc.integer({ min: -40, max: 40 }), (quarters) => {
        expect(ratingOf(quarters / 4)).toBe(quarters > 0 && quarters <= 20 ? quarters / 4 : null)
      })
    )
    expect(ratingOf(null)).toBeNull()
  })

  it("have statuses in any spelling, and formats by the common word", () => {
    expect(
      ["Currently Reading", "to-read", "did_not_finish", "On hold", "constructor", ""].map(statusOf)
    ).toStrictEqual(["reading", "to_read", "did_not_finish", "paused", null, null])
    expect(["Kindle Edition", "Hardback", "Board Book", " "].map(formatOf)).toStrictEqual([
      "ebook",
      "hardcover",
      "board book",
      null
    ])
    expect(periodOf("../2012")).toStrictEqual({ started: null, ended: "2012" })
  })
})

import { type Entry, groupEntries, mergeEntries, workOf } from "@daybook/core/books"
import { FastCheck as fc } from "effect"
import { bookSources } from "./sources.js"
import { describe, expect, it } from "vitest"

const nothing: Entry = {
  service: "goodreads",
  entry: "1",
  title: "The Quiet Harbour",
  authors: ["Ina Vale"],
  series: null,
  isbn13: null,
  asin: null,
  pages: null,
  format: null,
  status: "to_read",
  rating: null,
  review: null,
  tags: [],
  times_read: 0,
  reading_time: null,
  added_on: null,
  readings: []
}
const entryOf = (values: Partial<Entry>): Entry => ({ ...nothing, ...values })

const orNull = <A>(of: fc.Arbitrary<A>) => fc.option(of, { nil: null })
const services = ["open-library", "koreader-statistics", "goodreads", "hardcover", "storygraph", "elsewhere"]
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2025-03-${String(date).padStart(2, "0")}`)
const entry: fc.Arbitrary<Entry> = fc.record({
  service: fc.constantFrom(...services),
  entry: fc.integer({ min: 1, max: 9 }).map(String),
  // No service lists a title with two subtitles or series here: the groups can be computed pair by pair.
  title: fc.constantFrom("Harbour", "HARBOUR: A Novel", "Winter", "winter!", "Winter & Sea", "Winter and Sea", "1917"),
  authors: fc.constantFrom([], ["Ina Vale"], ["I. Vale", "Bo Tarn"], ["Vale, Ina"], ["Bo Tarn"]),
  series: orNull(fc.constant("Harbour, #1")),
  isbn13: orNull(fc.constantFrom("9780441000012", "9780441000029", "9780441000036")),
  asin: orNull(fc.constantFrom("B00FAKE001", "B00FAKE002")),
  pages: orNull(fc.integer({ min: 1, max: 900 })),
  format: orNull(fc.constantFrom("paperback", "ebook")),
  status: fc.constantFrom("to_read", "reading", "paused", "did_not_finish", "read", null),
  rating: orNull(fc.integer({ min: 1, max: 20 }).map((quarters) => quarters / 4)),
  review: orNull(fc.string({ minLength: 1, maxLength: 5 })),
  tags: fc.array(fc.constantFrom("sea", "lend", "dusk"), { maxLength: 3 }),
  times_read: fc.integer({ min: 0, max: 3 }),
  reading_time: orNull(fc.integer({ min: 1, max: 90_000 })),
  added_on: orNull(day),
  readings: fc.array(
    day.map((end) => `../${end}`),
    { maxLength: 3 }
  )
})
const entries = fc.uniqueArray(entry, { maxLength: 9, selector: (one) => JSON.stringify([one.service, one.entry]) })

const plainWork = ({ authors, title }: Entry) => {
  const name = title.split(":")[0]!.toLowerCase().replace("!", "").replace("&", "and")
  const author = (authors[0] ?? "").toLowerCase()
  return `${name}/${author.includes("vale") ? "vale" : author.includes("tarn") ? "tarn" : ""}`
}
const isSameBook = (one: Entry, other: Entry) =>
  plainWork(one) === plainWork(other) ||
  (one.isbn13 !== null && one.isbn13 === other.isbn13) ||
  (one.asin !== null && one.asin === other.asin)

/** The books by comparing every pair until nothing changes. */
const componentsOf = (all: ReadonlyArray<Entry>) => {
  const labels = all.map((_, index) => index)
  for (let round = 0; round < all.length; round++)
    all.forEach((one, a) =>
      all.forEach((other, b) => {
        if (isSameBook(one, other)) labels[a] = labels[b] = Math.min(labels[a]!, labels[b]!)
      })
    )
  return Array.from(new Set(labels), (label) => all.filter((_, index) => labels[index] === label))
}
const namesOf = (groups: ReadonlyArray<ReadonlyArray<Entry>>) =>
  groups.map((group) => group.map((one) => `${one.service} ${one.entry}`).sort()).sort()

const inOrder = <A>(items: ReadonlyArray<A>) =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

describe("books of several services", () => {
  it("are the connected entries", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const groups = groupEntries(bookSources, all)
        expect(namesOf(groups.map((group) => group.entries))).toStrictEqual(namesOf(componentsOf(all)))
        expect(new Set(groups.map(({ work }) => work)).size).toBe(groups.length)
      }),
      { numRuns: 500 }
    )
  })

  it("do not depend on the order of the entries", () => {
    fc.assert(
      fc.property(
        entries.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const [one, other] = [mergeEntries(bookSources, all), mergeEntries(bookSources, shuffled)]
          expect(inOrder(other.books)).toStrictEqual(inOrder(one.books))
          expect(inOrder(other.readings)).toStrictEqual(inOrder(one.readings))
        }
      ),
      { numRuns: 500 }
    )
  })

  it("take each value from the first service that knows it, and lose no tag, reading or count", () => {
    const ranks = ["storygraph", "hardcover", "goodreads", "koreader-statistics", "open-library", "elsewhere"]
    const rank = (one: Entry) => `${ranks.indexOf(one.service)} ${one.entry}`
    fc.assert(
      fc.property(entries, (all) => {
        const { books, readings } = mergeEntries(bookSources, all)
        for (const group of componentsOf(all)) {
          const sorted = group.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
          const book = books.find(({ values }) => sorted.some((one) => workOf(one) === values.work))!
          const first = <A>(of: (one: Entry) => A | null) => sorted.map(of).find((value) => value !== null) ?? null
          expect(book.services).toStrictEqual(Array.from(new Set(group.map((one) => one.service))).sort())
          expect(book.values).toMatchObject({
            title: sorted[0]!.title,
            isbn13: first((one) => one.isbn13),
            rating: first((one) => one.rating),
            review: first((one) => one.review),
            pages: first((one) => one.pages),
            reading_time: first((one) => one.reading_time),
            tags: Array.from(new Set(group.flatMap((one) => one.tags))).sort(),
            status:
              first((one) => (one.status === "to_read" ? null : one.status)) ??
              (sorted.some(({ status }) => status === "to_read") ? "to_read" : null)
          })
          const own = readings.filter(({ values }) => values.work === book.values.work)
          expect(book.values.times_read).toBeGreaterThanOrEqual(Math.max(...group.map((one) => one.times_read)))
          expect(book.values.times_read).toBeGreaterThanOrEqual(own.filter(({ values }) => values.is_finished).length)
          for (const end of group.flatMap((one) => one.readings.map((text) => text.slice(3))))
            expect(
              own.some(({ values }) => Math.abs(Date.parse(values.ended) - Date.parse(end)) <= 2 * 86_400_000)
            ).toBe(true)
        }
      })
    )
  })

  it("are volumes where one service lists a title with several subtitles", () => {
    const volumes = [
      entryOf({ entry: "1", title: "Tides: Ebb" }),
      entryOf({ entry: "2", title: "Tides: Flood" }),
      entryOf({ service: "storygraph", entry: "3", title: "Tides: Flood" })
    ]
    expect(
      mergeEntries(bookSources, volumes).books.map(({ services, values }) => [values.work, services])
    ).toStrictEqual([
      ["tides flood/vale", ["goodreads", "storygraph"]],
      ["tides ebb/vale", ["goodreads"]]
    ])
    const editions = [volumes[0]!, entryOf({ service: "storygraph", entry: "3", title: "Tides (Anniversary Edition)" })]
    expect(mergeEntries(bookSources, editions).books).toHaveLength(1)
  })

  it("are several where one service lists a title with several series or authors", () => {
    const tidefall = [
      entryOf({ entry: "1", title: "Tidefall", series: "Tidefall Saga, #1" }),
      entryOf({ entry: "2", title: "Tidefall: Sons of Salt #5", series: "Sons of Salt, #5" }),
      entryOf({ service: "storygraph", entry: "3", title: "Tidefall" })
    ]
    const twins = [
      entryOf({ entry: "1", title: "Harbour Lights", series: "Yu, #1" }),
      entryOf({ entry: "2", title: "Harbour Lights", series: "Yu, #2" })
    ]
    const poems = [
      entryOf({ entry: "1", title: "Poems", authors: ["Ann Lee"] }),
      entryOf({ entry: "2", title: "Poems", authors: ["Bo Lee"] }),
      entryOf({ service: "storygraph", entry: "3", title: "Poems", authors: ["Lee, A. M."] })
    ]
    for (const [all, expected] of [
      [tidefall, ["tidefall sons of salt 5/vale 2", "tidefall/vale 1 3"]],
      [twins, ["harbour lights yu 1/vale 1", "harbour lights yu 2/vale 2"]],
      [poems, ["poems/lee a 1 3", "poems/lee b 2"]]
    ] as const)
      expect(
        groupEntries(bookSources, all)
          .map(({ entries: some, work }) => [work, ...some.map((one) => one.entry).sort()].join(" "))
          .sort()
      ).toStrictEqual(expected)
    const editions = [
      entryOf({ entry: "1", title: "Tidefall", series: "Tidefall Saga, #1", authors: ["I. Vale"] }),
      entryOf({ entry: "2", title: "Tidefall", authors: ["Ina Vale"] })
    ]
    expect(groupEntries(bookSources, editions)).toHaveLength(1)
  })

  it("are named without accents and punctuation, also in other scripts", () => {
    expect(workOf({ title: "Émile & Co.: A Life", authors: ["Zoë  Ångström"] })).toBe("emile and co/angstrom")
    expect(workOf({ title: "雨の町", authors: [] })).toBe("雨の町/")
    expect(workOf({ title: "?!", authors: ["Bo"] })).not.toBe(workOf({ title: "...", authors: ["Bo"] }))
  })

  it("that were put down have no finish on the last day", () => {
    const { books, readings } = mergeEntries(bookSources, [
      entryOf({ status: "did_not_finish", readings: ["2020-01-01/2020-01-09", "2025-03-01/2025-03-14"] })
    ])
    expect(books[0]!.values).toMatchObject({ finished_on: "2020-01-09", times_read: 1, status: "did_not_finish" })
    expect(readings.map(({ values }) => [values.ended, values.is_finished, values.finished_on])).toStrictEqual([
      ["2020-01-09", true, "2020-01-09"],
      ["2025-03-14", false, null]
    ])
  })

  it("have an ISBN-10 that belongs to their ISBN-13", () => {
    const isbns = ["9780441000074", null].map(
      (isbn13) => mergeEntries(bookSources, [entryOf({ isbn13 })]).books[0]!.values.isbn10
    )
    expect(isbns).toStrictEqual(["044100007X", null])
  })
})

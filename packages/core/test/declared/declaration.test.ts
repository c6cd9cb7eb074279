import {
  type DomainOptions,
  type UnnamedRecord,
  choice,
  clashIn,
  date,
  domain,
  instant,
  integer,
  mergeReports,
  picture,
  readRow,
  record,
  recordNamed,
  text,
  texts
} from "@daybook/core/domain"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const fields = { code: text(), day: date({ nullable: true, occurs: true }), tags: texts({ facet: true, default: [] }) }

const of =
  (records: object, more: object = {}) =>
  () =>
    domain({ name: "books", title: "Books", records, ...more } as DomainOptions<string, Record<string, UnnamedRecord>>)

const withFields = (other: object, more: object = {}) =>
  of({ book: { title: undefined, key: ["code"], feed: {}, fields: { ...fields, ...other }, ...more } })

const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]))

const mistakes: ReadonlyArray<readonly [place: string, why: string, declare: () => unknown]> = [
  ["reading", "Daybook has a domain", of({}, { name: "reading" })],
  ["select", "PostgreSQL reserves", of({}, { name: "select" })],
  ["feed", "address", of({}, { name: "feed" })],
  ["Books", "a name is", of({}, { name: "Books" })],
  ["books", "at least one record", of({})],
  ["books", "has 17 records", of(many(17, record({ key: ["code"], fields })))],
  ["books.recent", "address", of({ recent: record({ key: ["code"], fields }) })],
  ["books.book", "has 67 fields", withFields(many(64, text()))],
  ["books.book.id", "every table", withFields({ id: text() })],
  ["books.book.user", "PostgreSQL reserves", withFields({ user: text() })],
  [
    "books.book.__proto__",
    "a name is",
    of({ book: { key: ["code"], feed: {}, fields: JSON.parse('{"__proto__":{}}') } })
  ],
  ["books.book.pages", "field function", withFields({ pages: { storedAs: "bigint" } })],
  ["books.book.pages", "no option serch", withFields({ pages: text({ serch: "title" } as never) })],
  ["books.book.cover", "no option facet", withFields({ cover: picture({ facet: true } as never) })],
  ["books.book.read", "only one field", withFields({ read: date({ occurs: true }) })],
  ["books.book.title", "meaning needs search", withFields({ title: text({ meaning: true }) })],
  ["books.book.pages", "its default must be a whole number", withFields({ pages: integer({ default: 0.5 }) })],
  ["books.book.pages", "min must not", withFields({ pages: integer({ min: 2, max: 1 }) })],
  ["books.book.kind", "values", withFields({ kind: choice([])() })],
  ["books.book.kind", "values", withFields({ kind: choice("abc" as never)() })],
  ["books.book.pages", "min must be a number", withFields({ pages: integer({ min: "1" as never }) })],
  ["books.book.pages", "nullable must be true", withFields({ pages: integer({ nullable: "yes" as never }) })],
  ["books", "a domain has no migration;", of({ book: record({ key: ["code"], fields }) }, { migration: [] })],
  ["books.book", "declare it with record", of({ book: { key: ["code"], fields } })],
  ["books.book", "its key has 33 fields", withFields(many(33, text()), { key: Object.keys(many(33, text())) })],
  ["books.book.feed.read", "give it when", withFields({}, { feed: { read: null } })],
  ["books.book.day", "cannot be nullable", withFields({}, { key: ["day"] })],
  ["books.book.isbn", "no field", withFields({}, { key: ["isbn"] })],
  ["books.book", "names a field twice", withFields({}, { key: ["code", "code"] })],
  ["books.book.feed.read", "when must name", withFields({}, { feed: { read: { when: "code", title: () => "" } } })],
  ["books.book.feed.read", "title must be", withFields({}, { feed: { read: { when: "day", title: "Read" } } })]
]

const book = recordNamed(
  domain({ name: "books", title: "Books", records: { book: record({ key: ["code"], fields }) } }),
  "book"
)!.record

describe("domain", () => {
  it.each(mistakes)("refuses a mistake in one line that starts with %s and says %s", (place, why, declare) => {
    const message = (() => {
      try {
        declare()
        return "no mistake"
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(message.startsWith(`${place}:`) && message.includes(why) && !message.includes("\n"), message).toBe(true)
  })

  it("refuses a member that no record has", () => {
    expect(() => record({ key: ["code"], fields, feeds: {} } as never)).toThrow("a record has no feeds")
  })

  it("stores a default as it stores any value: a time that is a text becomes milliseconds", () => {
    const at = instant({ default: "2026-03-14T20:15:00Z" as never })
    const timed = domain({
      name: "books",
      title: "Books",
      records: { book: record({ key: ["code"], fields: { code: text(), at } }) }
    })
    expect(readRow(timed.records.book, { code: "1" })).toMatchObject({ value: { at: 1_773_519_300_000 } })
  })

  it("limits the values of a facet by their bytes, as the index does", () => {
    const reading = readRow(book, { code: "1", tags: ["書".repeat(1_000)] })
    expect(reading).toMatchObject({ field: "tags", why: "has an element that must have at most 2000 bytes" })
  })

  it("finds records of two domains that would have one table", () => {
    const one = { name: "a_b", records: { c: {} } }
    expect(clashIn([one, { name: "a", records: { b_c: {} } }])).toBe(
      "a.b_c: has the same table as a_b.c: choose another name"
    )
    expect(clashIn([one, one])).toBe("a_b: is declared twice")
    expect(clashIn([one])).toBe(null)
  })

  it("reads any value as a row of exactly the declared fields, or names what is wrong", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.record({ code: fc.string(), tags: fc.anything() })), (row) => {
        const reading = readRow(book, row)
        if (reading._tag === "Unreadable") expect(reading.why).not.toBe("")
        else expect(Object.keys(reading.value).sort()).toStrictEqual(["code", "day", "tags"])
      })
    )
  })

  it("merges reports to the same record in any order, with values by hand first", () => {
    const report = fc.record({
      code: fc.constant("x"),
      day: fc.option(fc.constantFrom("2024-02-29", "2024-03-01")),
      tags: fc.constant([])
    })
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("a", "b", "c", "manual"), report, { minKeys: 1 }), (reports) => {
        const merged = mergeReports(book, reports)
        expect(mergeReports(book, Object.fromEntries(Object.entries(reports).reverse()))).toStrictEqual(merged)
        const [first] = Object.keys(reports)
          .filter((source) => source !== "manual")
          .sort()
          .map((source) => reports[source]!.day)
          .filter((day) => day !== null)
        expect(merged?.["day"]).toBe(reports["manual"] === undefined ? (first ?? null) : reports["manual"].day)
      })
    )
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Schema } from "effect"
import { type PicturedRow, type RecordRef, pascalCase, recordSchema, recordView } from "../../src/declared/index.js"
import { type LocalDate, isoWeek } from "../../src/shared/index.js"
import { type Rows, calendarOn, queriesOver, refs, someDays, someRows, today } from "./library.js"

const all = { page: 1, limit: 1000 }
const dated = fc.constantFrom(refs.book, refs.session)
const newYork = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" })

/** The day of a record, computed by the platform. */
const dayOf = ({ record }: RecordRef, { values }: PicturedRow): LocalDate | null =>
  record.name === "book"
    ? (values["finished_on"] as LocalDate | null)
    : newYork.format(new Date(values["started_at"] as number))

const daysOf = (rows: Rows, of: RecordRef) =>
  (rows.get(of.record.name) ?? []).flatMap((row) => dayOf(of, row) ?? []).toSorted()

interface Bounds {
  readonly from?: LocalDate
  readonly to?: LocalDate
}

const isIn =
  ({ from, to }: Bounds) =>
  (day: LocalDate) =>
    (from === undefined || day >= from) && (to === undefined || day <= to)

const countsBy = (days: ReadonlyArray<LocalDate>, period: (day: LocalDate) => string) =>
  Array.from(new Set(days.map(period)), (name) => ({
    period: name,
    count: days.filter((day) => period(day) === name).length
  }))

const run = Effect.runSync
const queriesOn = (rows: Rows, day: LocalDate) => queriesOver(rows, calendarOn(day))

describe("queries of a declared domain", () => {
  it("list recent records with a day, latest first, within the dates", () => {
    fc.assert(
      fc.property(someRows, dated, someDays, today, (rows, of, filters, now) => {
        const { data, pagination } = run(queriesOn(rows, now).recent(of, all, filters))
        const byId = new Map((rows.get(of.record.name) ?? []).map((row) => [row.id, dayOf(of, row)]))
        const expected = daysOf(rows, of).filter(isIn(filters))
        expect(data.map(({ id }) => byId.get(id))).toEqual(expected.toReversed())
        expect(pagination.total).toBe(expected.length)
      })
    )
  })

  it("list what the filters select, each record on one page, unknown values last", () => {
    const filters = fc.record(
      {
        author: fc.constantFrom("Ina Vale", "Bo Tarn"),
        shelf: fc.constantFrom("read", "unread"),
        tags: fc.constantFrom("sea", "snow"),
        owned: fc.boolean()
      },
      { requiredKeys: [] }
    )
    const sorting = fc.record({
      sort: fc.constantFrom("pages", "rating", "author", "finished_on", "id"),
      order: fc.constantFrom("asc" as const, "desc" as const),
      limit: fc.integer({ min: 1, max: 12 })
    })
    fc.assert(
      fc.property(someRows, filters, sorting, today, (rows, equals, { limit, order, sort }, now) => {
        const queries = queriesOn(rows, now)
        const pageOf = (page: number) =>
          run(queries.list(refs.book, { equals, sort, order, page: { page, limit } }, {}))
        const { pagination } = pageOf(1)
        const listed = Array.from({ length: pagination.total_pages }, (_, index) => pageOf(index + 1).data).flat()
        const expected = (rows.get("book") ?? []).filter(({ values }) =>
          Object.entries(equals).every(([name, value]) =>
            name === "tags" ? (values["tags"] as ReadonlyArray<string>).includes(String(value)) : values[name] === value
          )
        )
        expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
        const sorted = listed.map((view) => view[sort] as string | number | null)
        const values = sorted.filter((value) => value !== null)
        expect(sorted.slice(values.length).every((value) => value === null)).toBe(true)
        for (const [index, value] of values.slice(1).entries())
          expect(order === "asc" ? values[index]! <= value : values[index]! >= value).toBe(true)
      })
    )
  })

  it("count the same records by week, month and year, and in the statistics", () => {
    fc.assert(
      fc.property(someRows, dated, someDays, today, (rows, of, filters, now) => {
        const queries = queriesOn(rows, now)
        const days = daysOf(rows, of).filter(isIn(filters))
        const trend = (period: "monthly" | "weekly" | "yearly") => run(queries.trends(of, period, filters)).data
        expect(trend("weekly")).toEqual(countsBy(days, isoWeek))
        expect(trend("monthly")).toEqual(countsBy(days, (day) => day.slice(0, 7)))
        expect(trend("yearly")).toEqual(countsBy(days, (day) => day.slice(0, 4)))
        const undated = (rows.get(of.record.name) ?? []).filter((row) => dayOf(of, row) === null).length
        const isOpen = filters.from === undefined && filters.to === undefined
        expect(run(queries.stats(of, filters)).data).toMatchObject({
          record: of.record.name,
          total: days.length + (isOpen ? undated : 0),
          this_year: days.filter((day) => day.startsWith(now.slice(0, 4))).length,
          first_date: days[0] ?? null,
          last_date: days.at(-1) ?? null
        })
      })
    )
  })

  it("sum and average known numbers only", () => {
    fc.assert(
      fc.property(someRows, today, (rows, now) => {
        const pages = (rows.get("book") ?? []).flatMap(({ values }) => (values["pages"] as number | null) ?? [])
        const { distinct, numbers } = run(queriesOn(rows, now).stats(refs.book, {})).data
        const sum = pages.reduce((total, one) => total + one, 0)
        expect(numbers["pages"]).toEqual({
          sum: pages.length === 0 ? null : sum,
          min: pages.length === 0 ? null : Math.min(...pages),
          max: pages.length === 0 ? null : Math.max(...pages),
          mean: pages.length === 0 ? null : Math.round((sum / pages.length) * 100) / 100,
          known: pages.length
        })
        const authors = (rows.get("book") ?? []).flatMap(({ values }) => (values["author"] as string | null) ?? [])
        expect(distinct["author"]).toBe(new Set(authors).size)
      })
    )
  })

  it("give the calendar and the review of a year, and nothing for an empty or impossible year", () => {
    const years = fc.oneof(fc.integer({ min: 2022, max: 2026 }), fc.constantFrom(1899, 1900, 9998))
    fc.assert(
      fc.property(someRows, dated, today, years, (rows, of, now, year) => {
        const queries = queriesOn(rows, now)
        const days = daysOf(rows, of).filter((day) => day.startsWith(`${year}-`))
        const review = run(Effect.either(queries.year(of, year)))
        const calendar = run(Effect.either(queries.calendar(of, year)))
        if (year < 1900 || year > Number(now.slice(0, 4)) + 1) {
          expect(review).toMatchObject({ left: { _tag: "BadInput" } })
          expect(calendar).toMatchObject({ left: { _tag: "BadInput" } })
          return
        }
        expect(calendar).toMatchObject({ right: { year, total: days.length } })
        if (days.length === 0) expect(review).toMatchObject({ left: { _tag: "NoData" } })
        else
          expect(review).toMatchObject({
            right: {
              year,
              total: days.length,
              monthly: countsBy(days, (day) => day.slice(0, 7)).map(({ count, period }) => ({ month: period, count }))
            }
          })
      })
    )
  })

  it("count streaks up to today: one that ended yesterday goes on, later days do not count", () => {
    fc.assert(
      fc.property(someRows, dated, today, (rows, of, now) => {
        const days = new Set(daysOf(rows, of).filter((day) => day <= now))
        const before = (day: LocalDate, by: number) =>
          new Date(Date.parse(day) - by * 86_400_000).toISOString().slice(0, 10)
        const lengthUntil = (day: LocalDate): number => {
          let length = 0
          while (days.has(before(day, length))) length++
          return length
        }
        const { current, longest } = run(queriesOn(rows, now).streaks(of))
        const ends = [now, before(now, 1)].map(lengthUntil)
        expect(current.days).toBe(ends.find((length) => length > 0) ?? 0)
        expect(longest.days).toBe(Math.max(0, ...Array.from(days, lengthUntil)))
        expect(longest.end_date === null || lengthUntil(longest.end_date) === longest.days).toBe(true)
      })
    )
  })

  it("rank the values of a facet, also of lists", () => {
    fc.assert(
      fc.property(someRows, someDays, fc.constantFrom("author", "tags"), today, (rows, filters, facet, now) => {
        const within = (rows.get("book") ?? []).filter((row) => {
          const day = dayOf(refs.book, row)
          return day === null ? filters.from === undefined && filters.to === undefined : isIn(filters)(day)
        })
        const values = within.flatMap(({ values }) => [values[facet] ?? []].flat() as ReadonlyArray<string>)
        const { data } = run(queriesOn(rows, now).top(refs.book, facet, all, filters))
        expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
        expect(new Set(data.map(({ value }) => value))).toEqual(new Set(values))
        for (const { count, value } of data) expect(count).toBe(values.filter((one) => one === value).length)
        expect(data.map(({ count }) => count)).toEqual(data.map(({ count }) => count).toSorted((a, b) => b - a))
      })
    )
  })

  it("fail with NoData for an unknown id", () => {
    fc.assert(
      fc.property(someRows, today, fc.integer({ min: 0, max: 60 }), (rows, now, id) => {
        const row = (rows.get("book") ?? []).find((one) => one.id === id)
        const result = run(Effect.either(queriesOn(rows, now).record(refs.book, id)))
        if (row === undefined) expect(result).toMatchObject({ left: { _tag: "NoData" } })
        else expect(result).toMatchObject({ right: { id, title: row.values["title"] } })
      })
    )
  })
})

describe("a declared record in answers", () => {
  it("conforms to its schema, with instants as ISO 8601", () => {
    fc.assert(
      fc.property(someRows, fc.constantFrom(refs.book, refs.session), (rows, of) => {
        const isView = Schema.is(recordSchema(of))
        for (const row of rows.get(of.record.name) ?? []) {
          const view = recordView(of, () => null)(row)
          expect(isView(view)).toBe(true)
          const added = row.values["added_at"] as number | null | undefined
          if (added !== undefined) expect(view["added_at"]).toBe(added === null ? null : new Date(added).toISOString())
        }
      })
    )
  })

  it("has the stored picture in place of its address", () => {
    const url = "http://127.0.0.1:8787/images/library/book/1"
    const image = { url, thumbhash: null, dominant_color: null, accent_color: null }
    const picture = {
      domain: "library",
      type: "book",
      id: 1,
      version: 1,
      thumbhash: null,
      dominantColor: null,
      accentColor: null
    }
    const values = { isbn: "1", title: "Harbour", cover: "https://covers.example/1.jpg" }
    const view = recordView(refs.book, (of) => (of === null ? null : image))
    expect(view({ id: 1, values, sources: [], picture })["cover"]).toEqual(image)
    expect(view({ id: 1, values, sources: [], picture: null })["cover"]).toBeNull()
  })

  it("is named so that distinct names stay distinct", () => {
    const names = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(pascalCase(one) === pascalCase(other)).toBe(one === other)
      })
    )
    expect(pascalCase("library_copy")).toBe("LibraryCopy")
  })
})

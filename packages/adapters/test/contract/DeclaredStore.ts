import {
  type CountedValue,
  DeclaredRecords,
  DeclaredStore,
  DeclaredWrites,
  type FieldValue,
  type RecordRef,
  type RecordRow,
  type Values,
  declaredWriter,
  recordPage,
  recordsOf
} from "@daybook/core/domain"
import { depth } from "../support/depth.js"
import type { Days, LocalDate } from "@daybook/core/shared"
import { addDays, Calendar, daysIn } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { forEvery } from "../support/property.js"
import { openedDomains } from "../support/declared.js"
import type { newDatabase } from "../support/database.js"
import { type Step, refOf, sample, steps } from "./model/declared.js"

const codePoints = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

const keyOf = ({ record }: RecordRef, values: Values) => JSON.stringify(record.key.map((name) => values[name]))

/** The record that reports make: by hand first, else the first known value of the sources by name. */
const merged = ({ record }: RecordRef, reports: ReadonlyMap<string, Values>): Values | null => {
  const others = [...reports.keys()].filter((source) => source !== "manual").sort()
  const byHand = reports.get("manual") ?? {}
  if (others.length === 0 && !record.key.every((name) => Object.hasOwn(byHand, name))) return null
  const entries = Object.keys(record.fields).map((name): [string, FieldValue] => {
    if (Object.hasOwn(byHand, name)) return [name, byHand[name]!]
    const first = others.map((source) => reports.get(source)![name]!).find((value) => value !== null)
    return [name, first ?? null]
  })
  return Object.fromEntries(entries)
}

/** What each source says of each record, by type and key, and which records were deleted by hand. */
class State {
  readonly records = new Map<string, Map<string, Map<string, Values>>>()
  readonly deleted = new Set<string>()

  of(ref: RecordRef) {
    const all = this.records.get(ref.record.name) ?? new Map<string, Map<string, Values>>()
    this.records.set(ref.record.name, all)
    return all
  }

  put(ref: RecordRef, source: string, rows: ReadonlyArray<Values>) {
    for (const values of rows) {
      const key = keyOf(ref, values)
      const name = `${ref.record.name} ${key}`
      if (source === "manual") this.deleted.delete(name)
      if (this.deleted.has(name)) continue
      const reports = this.of(ref).get(key) ?? new Map<string, Values>()
      this.of(ref).set(key, reports.set(source, values))
    }
  }

  retract(ref: RecordRef, source: string, keys: ReadonlyArray<string>) {
    for (const key of keys) {
      const reports = this.of(ref).get(key)
      reports?.delete(source)
      if (reports !== undefined && merged(ref, reports) === null) this.of(ref).delete(key)
    }
  }

  /** Records by the text of their key. */
  rows(ref: RecordRef) {
    return new Map([...this.of(ref)].map(([key, reports]) => [key, { values: merged(ref, reports)!, reports }]))
  }
}

/** All stored records of a type. */
const storedRows = (of: RecordRef) =>
  Effect.flatMap(DeclaredStore, (store) =>
    store.list(of, { days: {}, equals: {}, sort: "id", order: "asc", page: { page: 1, limit: 1_000 } })
  )

const perform = (state: State, step: Step) =>
  Effect.gen(function* () {
    const writes = yield* DeclaredWrites
    const writer = declaredWriter(sample)
    const nth = (of: RecordRef, at: number) => Effect.map(storedRows(of), ({ rows }) => rows[at])
    switch (step._tag) {
      case "Put":
      case "All": {
        const { batch, source } = step
        const of = refOf(batch.name)
        const before = new Set([...state.of(of)].flatMap(([key, reports]) => (reports.has(source) ? [key] : [])))
        const complete = step._tag === "All"
        const page = recordPage({ record: batch.name, rows: batch.rows, ...(complete ? { complete: true } : {}) })
        const result = yield* writer.apply(source, page)
        const keys = new Set(batch.rows.map((row) => keyOf(of, row)))
        const removedKeys = complete ? [...before].filter((key) => !keys.has(key)) : []
        state.put(of, source, batch.rows)
        expect(new Set(result.missing)).toStrictEqual(new Set(removedKeys.map((key) => `${batch.name}:${key}`)))
        expect(new Set(result.present)).toStrictEqual(
          new Set([...keys].filter((key) => before.has(key)).map((key) => `${batch.name}:${key}`))
        )
        expect(yield* writer.remove(source, result.missing)).toBe(removedKeys.length)
        state.retract(of, source, removedKeys)
        // A page that arrives again changes nothing.
        const again = yield* writer.apply(source, page)
        const isChanged = new Set(batch.rows.map((row) => keyOf(of, row))).size < batch.rows.length
        if (!isChanged) expect([again.added, again.changed]).toStrictEqual([0, 0])
        return
      }
      case "Create":
        state.put(refOf(step.batch.name), "manual", step.batch.rows)
        return yield* writes.put(refOf(step.batch.name), step.batch.rows)
      case "Change": {
        const of = refOf("item")
        const row = yield* nth(of, step.at)
        if (row === undefined) return
        yield* writes.change(of, row.id, step.values)
        const reports = state.of(of).get(keyOf(of, row.values))!
        reports.set("manual", { ...reports.get("manual"), ...step.values })
        return
      }
      case "Delete": {
        const of = refOf(step.name)
        const row = yield* nth(of, step.at)
        if (row === undefined) return
        expect((yield* writes.remove(of, [row.id])).deleted).toStrictEqual([row.id])
        state.of(of).delete(keyOf(of, row.values))
        state.deleted.add(`${step.name} ${keyOf(of, row.values)}`)
        return
      }
    }
  })

const dayOf = (calendar: typeof Calendar.Service, { record }: RecordRef, values: Values): LocalDate | null => {
  const [name] = Object.keys(record.fields).filter((field) => record.fields[field]!.options.occurs === true)
  const at = name === undefined ? null : values[name]
  return typeof at === "number" ? calendar.dateOf(at) : ((at ?? null) as LocalDate | null)
}

const compare = (one: FieldValue, other: FieldValue): number =>
  typeof one === "string" && typeof other === "string" ? codePoints(one, other) : Number(one) - Number(other)

const within = ({ from = null, to = null }: Partial<Days>, day: LocalDate | null) =>
  (from === null && to === null) || (day !== null && (from === null || day >= from) && (to === null || day <= to))

const equalsValue = (value: FieldValue, sought: FieldValue) =>
  typeof value === "object" && value !== null ? value.includes(sought as string) : value === sought

/** Compares every answer about one type of records with the plain rows. */
const agree = Effect.fn(function* (of: RecordRef, rows: ReadonlyArray<RecordRow>) {
  const store = yield* DeclaredStore
  const calendar = yield* Calendar
  const day = ({ values }: RecordRow) => dayOf(calendar, of, values)
  for (const days of [{}, { from: "2024-02-28", to: "2024-03-02" }, { to: "2024-02-29" }, { from: "2024-03-01" }]) {
    const inside = rows.filter((row) => within(days, day(row)))
    const say = `${of.record.name} in ${JSON.stringify(days)}`
    for (const sort of ["id", ...Object.keys(of.record.fields).filter((name) => name !== "tags")]) {
      for (const order of ["asc", "desc"] as const) {
        const sign = order === "asc" ? 1 : -1
        const valueOf = ({ id, values }: RecordRow) => (sort === "id" ? id : values[sort]!)
        const sorted = [...inside].sort((one, other) => {
          const [a, b] = [valueOf(one), valueOf(other)]
          if (a === null || b === null) return a === b ? sign * (one.id - other.id) : a === null ? 1 : -1
          return sign * (compare(a, b) || one.id - other.id)
        })
        const page = { page: sort.length % 2 === 0 ? 1 : 2, limit: 3 }
        const start = (page.page - 1) * page.limit
        expect(yield* store.list(of, { days, equals: {}, sort, order, page }), `${say} by ${sort}`).toStrictEqual({
          rows: sorted.slice(start, start + page.limit),
          total: inside.length
        })
      }
    }
    const example = rows[0]
    for (const name of Object.keys(of.record.fields)) {
      const value = example?.values[name] ?? null
      const sought = typeof value === "object" && value !== null ? (value[0] ?? "a") : value
      const query = {
        days,
        equals: { [name]: sought },
        sort: "id",
        order: "asc" as const,
        page: { page: 1, limit: 99 }
      }
      expect((yield* store.list(of, query)).rows, `${say}: ${name} is ${String(sought)}`).toStrictEqual(
        inside.filter(({ values }) => equalsValue(values[name]!, sought)).sort((one, other) => one.id - other.id)
      )
    }
    yield* agreeOnCounts(of, inside, days, day, say)
  }
  for (const row of rows) expect(yield* store.find(of, row.id)).toStrictEqual(Option.some(row))
  expect(yield* store.find(of, 2_147_483_647)).toStrictEqual(Option.none())
})

const tally = <A>(values: ReadonlyArray<A>) =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<A, number>())

const agreeOnCounts = Effect.fn(function* (
  of: RecordRef,
  inside: ReadonlyArray<RecordRow>,
  days: Partial<Days>,
  day: (row: RecordRow) => LocalDate | null,
  say: string
) {
  const store = yield* DeclaredStore
  const dates = inside.flatMap((row) => day(row) ?? []).sort()
  const totals = yield* store.totals(of, days)
  expect([totals.count, totals.first, totals.last], say).toStrictEqual([
    inside.length,
    dates[0] ?? null,
    dates.at(-1) ?? null
  ])
  for (const [name, { known, max, mean, min, sum }] of Object.entries(totals.numbers)) {
    const all = inside.flatMap(({ values }) => (values[name] === null ? [] : [values[name] as number]))
    expect([known, min, max], `${say}: ${name}`).toStrictEqual([
      all.length,
      all.length === 0 ? null : Math.min(...all),
      all.length === 0 ? null : Math.max(...all)
    ])
    const expected = all.reduce((total, value) => total + value, 0)
    if (all.length > 0)
      expect([sum, mean]).toStrictEqual([expect.closeTo(expected, 0), expect.closeTo(expected / all.length, 0)])
  }
  for (const [facet, distinct] of Object.entries(totals.facets)) {
    const pairs = inside.flatMap((row) => {
      const value = row.values[facet]!
      const all = typeof value === "object" ? (value === null ? [] : [...new Set(value)]) : [String(value)]
      return all.map((one) => ({ value: one, day: day(row) }))
    })
    const countedValues = [...tally(pairs.map(({ value }) => value))]
      .sort(([one, a], [other, b]) => b - a || codePoints(one, other))
      .map(([value, count]): CountedValue => {
        const last = pairs.flatMap((pair) => (pair.value === value && pair.day !== null ? [pair.day] : [])).sort()
        return { value, count, last: last.at(-1) ?? null }
      })
    expect(distinct, `${say}: ${facet}`).toBe(countedValues.length)
    for (const page of [1, 2])
      expect(yield* store.top(of, facet, days, { page, limit: 2 }), `${say}: top ${facet}`).toStrictEqual({
        rows: countedValues.slice((page - 1) * 2, page * 2),
        total: countedValues.length
      })
  }
  const months = [...tally(dates.map((date) => date.slice(0, 7)))].map(([month, count]) => ({ month, count }))
  expect(yield* store.months(of, days), say).toStrictEqual(months)
  if (Object.keys(days).length > 0) return
  const perDay = [...tally(dates)].map(([date, count]) => ({ date, count }))
  expect(yield* store.days(of, "2024-01-01", "2025-01-01")).toStrictEqual(perDay)
  expect(yield* store.days(of, "2024-02-28", "2024-03-01")).toStrictEqual(
    perDay.filter(({ date }) => date >= "2024-02-28" && date < "2024-03-01")
  )
  expect(yield* store.years(of)).toStrictEqual(
    [...tally(dates.map((date) => Number(date.slice(0, 4))))].map(([year, count]) => ({ year, count })).reverse()
  )
  const active = new Set(dates.filter((date) => date <= "2024-03-04"))
  const spans = [...active]
    .filter((date) => !active.has(addDays(date, -1)))
    .map((start) => {
      const end = daysIn(start, "2024-04-01").find((date) => !active.has(addDays(date, 1)))!
      return { start, end }
    })
  expect(yield* store.spans(of, "2024-03-04")).toStrictEqual(spans)
})

/** Feed entries, search documents and sought pictures agree with the records. */
const agreeOnPublished = Effect.fn(function* (of: RecordRef, rows: ReadonlyArray<RecordRow>) {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  const own = sql`domain = 'samples' AND entity_type = ${of.record.name}`
  const feed = yield* sql<{ id: number; date: string; type: string; title: string }>`
    SELECT entity_id AS id, date, event_type AS type, title FROM feed_items WHERE ${own} ORDER BY entity_id`
  const expected = rows.flatMap(({ id, values }) => {
    const date = dayOf(calendar, of, values)
    if (date === null) return []
    return of.record.name === "item"
      ? [{ id, date, type: "item_day", title: `Item ${String(values["code"])}` }]
      : [{ id, date, type: "visited", title: `At ${String(values["place"])}` }]
  })
  expect(feed).toStrictEqual(expected)
  const documents = yield* sql<{ id: number; title: string }>`
    SELECT entity_id AS id, title FROM search_documents WHERE ${own} ORDER BY entity_id`
  expect(documents).toStrictEqual(
    of.record.name === "item" ? rows.map(({ id, values }) => ({ id, title: values["code"] })) : []
  )
  const pictures = yield* sql<{ id: number }>`
    SELECT entity_id AS id FROM images WHERE ${own} AND NOT gone AND cardinality(urls) > 0 ORDER BY entity_id`
  expect(pictures).toStrictEqual(rows.flatMap(({ id, values }) => (values["cover"] == null ? [] : [{ id }])))
})

const empty = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    TRUNCATE samples_item, samples_visit, samples_word, domain_deletions, domain_facets, feed_items, search_documents, search_ranks,
      images, versions, changes CASCADE`
)

const live = (history: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    yield* empty
    const state = new State()
    for (const step of history) yield* perform(state, step)
    for (const of of recordsOf(sample)) {
      const { rows } = yield* storedRows(of)
      const expected = state.rows(of)
      expect(rows.length).toBe(expected.size)
      for (const row of rows) {
        const { reports, values } = expected.get(keyOf(of, row.values))!
        expect(row.values).toStrictEqual(values)
        expect(row.sources).toStrictEqual([...reports.keys()].sort())
      }
      yield* agree(of, rows)
      yield* agreeOnPublished(of, rows)
    }
  })

/** The store must answer the same about declared records as plain lists of what the sources said. */
export const declaredStoreContract = (database: ReturnType<typeof newDatabase>) =>
  layer(Layer.provideMerge(openedDomains([sample]), database), { excludeTestServices: true, timeout: "5 minutes" })(
    "DeclaredStore",
    (it) => {
      it.effect("creates a record once, however many clients create it at the same time", () =>
        Effect.gen(function* () {
          yield* empty
          const writes = yield* DeclaredWrites
          const of = refOf("visit")
          const at = (place: string) => ({ place, at: Date.UTC(2024, 1, 28), minutes: 1 })
          for (const place of ["Sea", "Hill", "Wood"]) {
            const created = yield* Effect.all(
              Array.from({ length: 6 }, () => writes.create(of, at(place))),
              { concurrency: "unbounded" }
            )
            expect(created.filter(Option.isSome)).toHaveLength(1)
          }
          const { rows } = yield* storedRows(of)
          expect(rows.map(({ sources, values }) => [values["place"], sources])).toStrictEqual([
            ["Sea", ["manual"]],
            ["Hill", ["manual"]],
            ["Wood", ["manual"]]
          ])
          yield* agreeOnPublished(of, rows)
        })
      )
      it.effect("takes what a record created by hand leaves out from a source, and keeps what it says", () =>
        Effect.gen(function* () {
          yield* empty
          const [writes, records] = [yield* DeclaredWrites, yield* DeclaredRecords]
          const of = refOf("visit")
          const visit = { place: "Sea", at: Date.UTC(2024, 1, 28), minutes: 9 }
          yield* writes.create(of, { place: visit.place, at: visit.at })
          yield* records.put(of, "first", [visit])
          const [stored] = (yield* storedRows(of)).rows
          expect(stored?.values).toStrictEqual(visit)
          yield* writes.change(of, stored!.id, { minutes: 3 })
          yield* records.put(of, "second", [visit])
          expect((yield* storedRows(of)).rows[0]?.values).toStrictEqual({ ...visit, minutes: 3 })
        })
      )
      it.effect(
        "answers like the plain rows after any history of pages, deletions and changes by hand",
        () => forEvery(steps, live, { numRuns: depth(15) }),
        600_000
      )
    }
  )

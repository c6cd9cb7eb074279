import {
  type DeclaredDomain,
  type DeclaredFields,
  DeclaredStore,
  DeclaredWrites,
  type RecordOptions,
  boolean,
  date,
  domain,
  facetsOf,
  integer,
  number,
  record,
  recordsOf,
  text,
  texts
} from "@daybook/core/domain"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { newDatabase } from "../support/database.js"
import { asProcess } from "../support/declared.js"

const longest = (begin: string) => begin.padEnd(31, "x")
const page = { page: 1, limit: 9 }

const named = (count: number, field: DeclaredFields[string], begin = "n"): DeclaredFields =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [longest(`${begin}${index}_`), field]))

/** The largest declaration with the longest names. */
const largest = (facet?: true): DeclaredDomain => {
  const numbers = named(61, integer({ nullable: true }))
  const options: RecordOptions<DeclaredFields> = {
    key: [longest("code"), longest("part")],
    fields: {
      [longest("code")]: text({ search: "title", ...(facet && { facet }) }),
      [longest("part")]: number(),
      [longest("day")]: date({ nullable: true, occurs: true }),
      ...numbers
    }
  }
  const other = record({ key: ["code"], fields: { code: text() } })
  const others = Array.from({ length: 15 }, (_, index) => [longest(`other${index}_`), other] as const)
  return domain({
    name: longest("wide"),
    title: "Wide",
    records: { [longest("record")]: record(options), ...Object.fromEntries(others) }
  })
}

const values = {
  [longest("code")]: "a",
  [longest("part")]: 0.1,
  [longest("day")]: "2024-02-29",
  ...Object.fromEntries(Object.keys(named(61, integer())).map((name, index) => [name, index]))
}

/** Asks for what a declaration offers: each field as a filter and as the order, totals, and each facet. */
const answersOf = (of: DeclaredDomain, row: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const store = yield* DeclaredStore
    const writes = yield* DeclaredWrites
    const ref = recordsOf(of)[0]!
    yield* writes.put(ref, [row])
    yield* writes.put(ref, [row])
    for (const name of Object.keys(row)) {
      const equals = {
        [name]: Array.isArray(row[name]) ? (row[name] as ReadonlyArray<string>)[0]! : row[name]
      } as never
      const sort = Array.isArray(row[name]) ? "id" : name
      const { rows } = yield* store.list(ref, { days: {}, equals, sort, order: "asc", page })
      expect({ name, found: rows.length }).toEqual({ name, found: 1 })
    }
    for (const facet of facetsOf(ref.record))
      expect((yield* store.top(ref, facet, {}, page)).rows.map(({ count }) => count)).toEqual([1])
    const free = Object.keys(row).find((name) => !ref.record.key.includes(name))!
    yield* writes.change(ref, 1, { [free]: row[free] })
    return yield* store.totals(ref, {})
  })

it.live("the largest declaration with the longest names has its totals, and loses the index of a facet", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const faceted = largest(true)
    const { count, numbers } = yield* asProcess(faceted)(answersOf(faceted, values))
    expect(count).toBe(1)
    expect(Object.values(numbers).map(({ sum }) => sum)).toEqual([0.1, ...Array.from({ length: 61 }, (_, at) => at)])
    const indexes = Effect.map(
      sql<{ name: string }>`SELECT indexname AS name FROM pg_indexes WHERE tablename LIKE 'widex%'`,
      (rows) => rows.length
    )
    const before = yield* indexes
    yield* asProcess(largest())(Effect.void)
    expect(yield* indexes).toBe(before - 1)
  }).pipe(Effect.provide(newDatabase()))
)

it.live("fields may have any name that PostgreSQL does not reserve", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const words = yield* sql<{ word: string }>`
      SELECT word FROM pg_get_keywords() WHERE catcode IN ('C', 'U') AND word ~ '^[a-z][a-z0-9_]*$' ORDER BY word`
    const types = [text({ facet: true }), integer({ facet: true }), boolean({ facet: true }), texts({ facet: true })]
    const samples = ["a", 1, true, ["a"]]
    for (let from = 0; from < words.length; from += 40) {
      const names = words.slice(from, from + 40).map(({ word }) => word)
      const fields = Object.fromEntries(names.map((name, index) => [name, types[index % 4]!]))
      const key = names.filter((_, index) => index % 4 < 3).slice(0, 30)
      const of = domain({ name: `words${from}`, title: "Words", records: { one: record({ key, fields }) } })
      const row = Object.fromEntries(names.map((name, index) => [name, samples[index % 4]]))
      expect((yield* asProcess(of)(answersOf(of, row))).count).toBe(1)
    }
  }).pipe(Effect.provide(newDatabase()))
)

import type { Domain } from "@daybook/core"
import { Exports } from "@daybook/core/export"
import { SqlClient } from "@effect/sql"
import { Chunk, Effect, Stream } from "effect"

type Row = Readonly<Record<string, unknown>>

/** The rows of a domain's tables by table, sorted, without what only the order of writing decides. */
export type Tables = Readonly<Record<string, ReadonlyArray<string>>>

const foreignKeys = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly child: string; readonly field: string; readonly parent: string }>`
    SELECT one.conrelid::regclass::text AS child, attribute.attname::text AS field,
      one.confrelid::regclass::text AS parent
    FROM pg_constraint AS one
    JOIN pg_attribute AS attribute ON attribute.attrelid = one.conrelid AND attribute.attnum = one.conkey[1]
    WHERE one.contype = 'f' AND cardinality(one.conkey) = 1`
)

const isMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/

/** References to rows are followed to this depth. */
const deepest = 4

/**
 * What the tables of a domain hold. Ids depend on the order of writing, so a reference is written as the row that it
 * refers to. A time since `startedAt` is that of this test: it is written as `now`.
 */
export const tablesOf = (domain: Domain, startedAt: number) =>
  Effect.gen(function* () {
    const exports = yield* Exports
    const keys = yield* foreignKeys
    const tables = new Map<string, ReadonlyArray<Row>>()
    for (const { name, rows } of exports.tables(domain)) {
      const lines = Chunk.toReadonlyArray(yield* Stream.runCollect(rows))
      tables.set(
        name,
        lines.map((line) => JSON.parse(line) as Row)
      )
    }
    const byId = new Map(
      Array.from(tables, ([name, rows]) => [name, new Map(rows.map((row) => [row["id"], row]))] as const)
    )
    const declared = new Map(keys.map(({ child, field, parent }) => [`${child}.${field}`, parent]))
    /** Some references have no constraint: `artist_id` is a row of `listening_artists`. */
    const parentOf = (table: string, field: string) => {
      const [, name] = /^(?:reported_)?(\w+)_id$/.exec(field) ?? []
      const named = name === undefined ? "" : `${domain}_${name}s`
      return declared.get(`${table}.${field}`) ?? (byId.has(named) ? named : undefined)
    }
    const valueOf = (value: unknown): unknown => {
      if (typeof value === "number" && value >= startedAt) return "now"
      if (typeof value === "string" && isMoment.test(value) && Date.parse(value) >= startedAt) return "now"
      return value
    }
    const textOf = (table: string, row: Row, depth: number): string =>
      JSON.stringify(
        Object.entries(row).flatMap(([field, value]) => {
          if (field === "id") return []
          const parent = parentOf(table, field)
          const referred = parent === undefined ? undefined : byId.get(parent)?.get(value)
          if (parent === undefined || value === null) return [[field, valueOf(value)]]
          return [[field, referred === undefined || depth === deepest ? "a row" : textOf(parent, referred, depth + 1)]]
        })
      )
    return Object.fromEntries(
      Array.from(tables, ([name, rows]) => [name, rows.map((row) => textOf(name, row, 0)).sort()] as const)
    ) satisfies Tables
  })

/** The rows of one list that the other has not, each as often as it is missing there. */
const without = (rows: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1)
  return rows.filter((row) => {
    const count = counts.get(row) ?? 0
    counts.set(row, count - 1)
    return count <= 0
  })
}

/** The first difference between tables, in words; null if they are equal. */
export const differenceOf = (expected: Tables, actual: Tables): string | null => {
  for (const [name, rows] of Object.entries(expected)) {
    const others = actual[name] ?? []
    const [missing, further] = [without(rows, others), without(others, rows)]
    if (missing.length > 0 || further.length > 0)
      return (
        `${name} has ${others.length} rows instead of ${rows.length}; ` +
        `expected ${missing[0] ?? "no more"}, got ${further[0] ?? "no more"}`
      )
  }
  return null
}

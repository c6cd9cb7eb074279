import { type RecordRef, type RecordRow, facetsOf } from "@daybook/core/domain"
import { Effect } from "effect"
import { bigint, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { tableFor } from "./compile.js"

/** How many records have a value of a facet. Counting them for each request takes too long with 100,000 records. */
const counts = table("domain_facets", { domain: text, record: text, facet: text, value: text, count: bigint })

/** The values of a facet in a row, as texts. */
const valuesOf = ({ values }: RecordRow, facet: string): ReadonlyArray<string> => {
  const value = values[facet]
  return value === null || value === undefined ? [] : typeof value === "object" ? value : [String(value)]
}

const isOf = ({ domain, record }: RecordRef) => sql`domain = ${domain.name} AND record = ${record.name}`

/** Brings the counts from rows as they were to the same rows as they are. In the transaction that changes the rows. */
export const recount = (of: RecordRef, before: ReadonlyArray<RecordRow>, after: ReadonlyArray<RecordRow>) =>
  Effect.gen(function* () {
    const changes = new Map<string, { readonly facet: string; readonly value: string; readonly count: number }>()
    const add = (rows: ReadonlyArray<RecordRow>, facet: string, sign: number) => {
      for (const row of rows)
        for (const value of valuesOf(row, facet)) {
          const key = `${facet} ${value}`
          changes.set(key, { facet, value, count: (changes.get(key)?.count ?? 0) + sign })
        }
    }
    for (const facet of facetsOf(of.record)) {
      add(before, facet, -1)
      add(after, facet, 1)
    }
    const rows = Array.from(changes.values())
      .filter(({ count }) => count !== 0)
      .map((change) => ({ ...change, domain: of.domain.name, record: of.record.name }))
    if (rows.length === 0) return
    yield* counts.upsert(rows, {
      key: ["domain", "record", "facet", "value"],
      set: { count: sql`stored.count + excluded.count` },
      returning: {}
    })
    yield* sql`
      DELETE FROM domain_facets WHERE ${isOf(of)} AND count = 0
        AND value = ANY(${rows.map(({ value }) => value)}::text[])`
  })

/** Counts all records of a type again. */
export const recountAll = (of: RecordRef) =>
  Effect.gen(function* () {
    const { shown } = tableFor(of)
    yield* sql`DELETE FROM domain_facets WHERE ${isOf(of)}`
    for (const facet of facetsOf(of.record)) {
      const value =
        of.record.fields[facet]!.storedAs === "texts"
          ? sql.literal(`unnest(item.${facet})`)
          : sql.literal(`item.${facet}::text`)
      yield* sql`
        INSERT INTO domain_facets (domain, record, facet, value, count)
        SELECT ${of.domain.name}, ${of.record.name}, ${facet}, value, count(*)
        FROM (SELECT ${value} AS value FROM ${shown} AS item) AS part WHERE value IS NOT NULL GROUP BY value`
    }
  })

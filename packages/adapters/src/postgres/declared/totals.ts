import { type RecordRef, type RecordTotals, numbersOf } from "@daybook/core/domain"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { type ColumnsOf, date, nullable, number, object } from "../kit/columns.js"
import type { DomainCounts } from "../kit/counts.js"
import { sql } from "../kit/sql.js"
import { jsonObject } from "../kit/table.js"
import { tableFor } from "./compile.js"

/** How many records there are, their first and last day, and the aggregates of each number. */
interface TotalsRow {
  readonly count: number
  readonly first: string | null
  readonly last: string | null
  readonly [aggregate: string]: number | string | null
}

const aggregates = ["sum", "min", "max", "known"] as const

/** The name of an aggregate. Fields are numbered, because names of fields may be long. */
const aggregateOf = (index: number, name: (typeof aggregates)[number]) => `n${index}${name}`

const totalsColumns = ({ record }: RecordRef) =>
  ({
    count: number,
    first: nullable(date),
    last: nullable(date),
    ...Object.fromEntries(
      numbersOf(record).flatMap((_, index) => aggregates.map((name) => [aggregateOf(index, name), nullable(number)]))
    )
  }) as unknown as ColumnsOf<TotalsRow>

/** The aggregates of one number. Each costs a tenth of the whole query. */
const selectNumber = ({ record }: RecordRef, name: string, index: number) => {
  const column = `item.${name}`
  const count = record.fields[name]!.options.nullable === true ? `count(${column})` : "count(*)"
  return `sum(${column})::float8 AS n${index}sum, min(${column})::float8 AS n${index}min,
    max(${column})::float8 AS n${index}max, ${count} AS n${index}known`
}

const selectTotals = (of: RecordRef): Statement.Fragment => {
  const { day, shown } = tableFor(of)
  const column = day === null ? "NULL::date" : `item.${day}`
  const selected = [
    `count(*) AS count, min(${column}) AS first, max(${column}) AS last`,
    ...numbersOf(of.record).map((one, index) => selectNumber(of, one, index))
  ]
  return sql`SELECT ${sql.literal(selected.join(", "))} FROM ${shown} AS item`
}

export const totalsWhere = (of: RecordRef, condition: Statement.Fragment) =>
  Effect.map(sql(totalsColumns(of))`${selectTotals(of)} WHERE ${condition}`, ([row]) => row!)

/** The totals over all records. The name holds the numbers, because a declaration may gain some. */
export const totalCounts = (of: RecordRef): DomainCounts<TotalsRow> => {
  const columns = totalsColumns(of)
  return {
    domain: of.domain.name,
    name: ["totals", of.record.name, ...numbersOf(of.record)].join(" "),
    body: object<TotalsRow>(columns),
    query: sql`SELECT ${jsonObject(columns, "one")} FROM (${selectTotals(of)}) AS one`
  }
}

export const totalsOf = ({ record }: RecordRef, row: TotalsRow): Omit<RecordTotals, "facets"> => ({
  count: row.count,
  first: row.first,
  last: row.last,
  numbers: Object.fromEntries(
    numbersOf(record).map((name, index) => {
      const [sum = null, min = null, max = null, count] = aggregates.map(
        (one) => row[aggregateOf(index, one)] as number | null
      )
      const mean = sum === null ? null : sum / (count ?? 1)
      return [name, { sum, min, max, mean, known: count ?? 0 }]
    })
  )
})

import type { RecordRef } from "@daybook/core/domain"
import type { Days } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { date, list, number, object, text } from "../kit/columns.js"
import { type DomainCounts, readCounts } from "../kit/counts.js"
import { onDays } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { jsonObject } from "../kit/table.js"
import { type CompiledTable, tableFor } from "./compile.js"

export const isEver = ({ from = null, to = null }: Partial<Days>) => from === null && to === null

export const inDays = ({ day }: CompiledTable, { from = null, to = null }: Partial<Days>): Statement.Fragment =>
  day === null ? sql.literal(from === null && to === null ? "true" : "false") : onDays(`item.${day}`, { from, to })

/** The days with records and how many; no rows for a type of records that never happen. */
const countedDays = (of: RecordRef, days: Partial<Days>): Statement.Fragment => {
  const compiled = tableFor(of)
  const day = sql.literal(compiled.day === null ? "NULL::date" : `item.${compiled.day}`)
  return sql`
    SELECT ${day} AS date, count(*) AS count FROM ${compiled.shown} AS item
    WHERE ${day} IS NOT NULL AND ${inDays(compiled, days)} GROUP BY 1`
}

/** The days from `from` to before `to`, ascending. */
export const days = (of: RecordRef, from: string, to: string) => sql({ date, count: number })`
  SELECT date, count FROM (${countedDays(of, { from, to })}) AS counted WHERE date < ${to}::date ORDER BY date`

const monthColumns = { month: text, count: number }

const selectMonths = (of: RecordRef, within: Partial<Days>) => sql`
  SELECT to_char(date, 'YYYY-MM') AS month, sum(count) AS count FROM (${countedDays(of, within)}) AS counted GROUP BY 1`

const spanColumns = { start: date, end: date }

const listOf = (rows: Statement.Fragment, columns: typeof monthColumns | typeof spanColumns) => sql`
  SELECT coalesce(jsonb_agg(${jsonObject(columns, "one")} ORDER BY one), '[]') FROM (${rows}) AS one`

/** The records of each month, over all days. */
export const monthCounts = (of: RecordRef): DomainCounts<ReadonlyArray<{ month: string; count: number }>> => ({
  domain: of.domain.name,
  name: `months ${of.record.name}`,
  body: list(object(monthColumns)),
  query: listOf(selectMonths(of, {}), monthColumns)
})

/** The runs of days with records, over all days. */
export const spanCounts = (of: RecordRef): DomainCounts<ReadonlyArray<{ start: string; end: string }>> => ({
  domain: of.domain.name,
  name: `spans ${of.record.name}`,
  body: list(object(spanColumns)),
  query: listOf(
    sql`
      SELECT min(date) AS start, max(date) AS "end" FROM (
        SELECT date, date - (row_number() OVER (ORDER BY date))::int AS run FROM (${countedDays(of, {})}) AS counted
      ) AS numbered GROUP BY run`,
    spanColumns
  )
})

/** The runs of days until a day. */
export const spans = (of: RecordRef, until: string) =>
  Effect.map(readCounts(spanCounts(of)), (all) =>
    all.flatMap(({ end, start }) => (start > until ? [] : [{ start, end: end < until ? end : until }]))
  )

export const months = (of: RecordRef, within: Partial<Days>) =>
  isEver(within) ? readCounts(monthCounts(of)) : sql(monthColumns)`${selectMonths(of, within)} ORDER BY 1`

/** Latest first. */
export const years = (of: RecordRef) =>
  Effect.map(readCounts(monthCounts(of)), (all) => {
    const counts = new Map<number, number>()
    for (const { count, month } of all) {
      const year = Number(month.slice(0, -3))
      counts.set(year, (counts.get(year) ?? 0) + count)
    }
    return Array.from(counts, ([year, count]) => ({ year, count })).reverse()
  })

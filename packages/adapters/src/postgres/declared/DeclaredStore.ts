import {
  type CountedValue,
  DeclaredStore,
  type FieldValue,
  type PicturedRow,
  type RecordQuery,
  type RecordRef,
  type RecordTotals,
  facetsOf
} from "@daybook/core/domain"
import type { Days } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { type AnyColumn, date, nullable, number, text } from "../kit/columns.js"
import { type PictureColumn, pictureColumn, pictureOf, toPicture } from "../entities.js"
import { readCounts } from "../kit/counts.js"
import { columnsOf } from "../kit/record.js"
import { countOf, every, orderBy, pageOf, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"
import { type CompiledTable, recordColumns, selectRecord, tableFor, toRecord } from "./compile.js"
import { days, inDays, isEver, months, spans, years } from "./dayCounts.js"
import { totalCounts, totalsOf, totalsWhere } from "./totals.js"

/** The column of a field. Names arrive from queries, so they are checked: they become SQL. */
const columnOf = ({ domain, record }: RecordRef, name: string): string => {
  if (!Object.hasOwn(record.fields, name)) throw new Error(`${domain.name}.${record.name} has no field ${name}`)
  return `item.${name}`
}

/** A value as a parameter of its column's type. */
const parameter = (of: RecordRef, name: string, value: FieldValue): Statement.Fragment => {
  const column: AnyColumn = columnsOf({ [name]: of.record.fields[name]! })[name]!
  const type = sql.literal(column.array.slice(0, -2))
  const encoded = (column.encode as (value: unknown) => unknown)(value)
  return sql`(SELECT ${sql.literal(column.cast("given.value"))} FROM (SELECT ${encoded}::${type} AS value) AS given)`
}

const hasValue = (of: RecordRef, name: string, value: FieldValue): Statement.Fragment => {
  const column = sql.literal(columnOf(of, name))
  if (value === null) return sql`${column} IS NULL`
  if (of.record.fields[name]!.storedAs === "texts")
    return sql`${column} @> ${(typeof value === "object" ? value : [String(value)]) as ReadonlyArray<string>}::text[]`
  return sql`${column} = ${parameter(of, name, value)}`
}

/** The picture of `item`, for types of records that have one. */
const selectPicture = ({ domain, record }: RecordRef): Statement.Fragment =>
  domain.entities[record.name]?.pictures === undefined
    ? sql.literal("NULL::jsonb AS picture")
    : sql`${pictureOf(domain.name, record.name, "item.id")} AS picture`

const pictured =
  ({ domain, record }: RecordRef, compiled: CompiledTable) =>
  ({
    picture,
    ...row
  }: Parameters<ReturnType<typeof toRecord>>[0] & { readonly picture: PictureColumn }): PicturedRow => ({
    ...toRecord(compiled)(row),
    picture: toPicture(domain.name, record.name, row.id, picture)
  })

const list = (of: RecordRef, { days, equals, order, page, sort }: RecordQuery) => {
  const compiled = tableFor(of)
  const conditions = every([
    inDays(compiled, days),
    ...Object.entries(equals).map(([name, value]) => hasValue(of, name, value))
  ])
  const count = sql`SELECT count(*) FROM ${compiled.shown} AS item WHERE ${conditions}`
  const sorted =
    sort === "id"
      ? sql.literal(`item.id ${order === "asc" ? "asc" : "desc"}`)
      : orderBy(columnOf(of, sort), order, "item.id")
  return paged(
    page,
    sql({ ...recordColumns(compiled), picture: pictureColumn, total: number })`
      SELECT ${selectRecord(compiled)}, ${selectPicture(of)}, (${count})::float8 AS total
      FROM (SELECT * FROM ${compiled.shown} AS item WHERE ${conditions} ORDER BY ${sorted} ${pageOf(page)}) AS item
      ORDER BY ${sorted}`,
    pictured(of, compiled),
    countOf(count)
  )
}

const find = (of: RecordRef, id: number) => {
  const compiled = tableFor(of)
  return Effect.map(
    sql({ ...recordColumns(compiled), picture: pictureColumn })`
      SELECT ${selectRecord(compiled)}, ${selectPicture(of)} FROM ${compiled.shown} AS item WHERE item.id = ${id}::int`,
    ([row]) => Option.map(Option.fromNullable(row), pictured(of, compiled))
  )
}

/** The values of a facet, one row for each record and value. */
const facetValues = (of: RecordRef, facet: string, days: Partial<Days>): Statement.Fragment => {
  const compiled = tableFor(of)
  const column = sql.literal(columnOf(of, facet))
  const day = sql.literal(compiled.day === null ? "NULL::date" : `item.${compiled.day}`)
  return of.record.fields[facet]!.storedAs === "texts"
    ? sql`
        SELECT part.value COLLATE "C" AS value, ${day} AS day
        FROM ${compiled.shown} AS item, unnest(${column}) AS part (value) WHERE ${inDays(compiled, days)}`
    : sql`
        SELECT ${column} AS value, ${day} AS day FROM ${compiled.shown} AS item
        WHERE ${column} IS NOT NULL AND ${inDays(compiled, days)}`
}

const storedCounts = ({ domain, record }: RecordRef, facet: string): Statement.Fragment => sql`
  (SELECT value, count FROM domain_facets
    WHERE domain = ${domain.name} AND record = ${record.name} AND facet = ${facet}) AS stored_counts`

const distinctValues = (of: RecordRef, facet: string, days: Partial<Days>): Statement.Fragment =>
  isEver(days)
    ? sql`SELECT count(*) FROM ${storedCounts(of, facet)}`
    : sql`
        SELECT count(*) FROM (
          SELECT value FROM (${facetValues(of, facet, days)}) AS one GROUP BY value
        ) AS all_values`

const totals = (of: RecordRef, days: Partial<Days>) =>
  Effect.gen(function* () {
    const row = yield* isEver(days) ? readCounts(totalCounts(of)) : totalsWhere(of, inDays(tableFor(of), days))
    const distinct = yield* Effect.forEach(facetsOf(of.record), (facet) =>
      Effect.map(countOf(distinctValues(of, facet, days)), (count) => [facet, count] as const)
    )
    return { ...totalsOf(of, row), facets: Object.fromEntries(distinct) } satisfies RecordTotals
  })

const topColumns = { value: text, count: number, last: nullable(date) }

/** The last day of the records with a value: by the index of the facet, or of the days. */
const lastDay = (of: RecordRef, facet: string): Statement.Fragment => {
  const { day, shown } = tableFor(of)
  if (day === null) return sql.literal("NULL::date")
  const column = columnOf(of, facet)
  const type = columnsOf({ value: of.record.fields[facet]! }).value.array.slice(0, -2)
  const has =
    of.record.fields[facet]!.storedAs === "texts"
      ? `${column} @> ARRAY[counted.value]`
      : `${column} = counted.value::${type}`
  return sql`(
    SELECT item.${sql.literal(day)} FROM ${shown} AS item WHERE ${sql.literal(has)} AND item.${sql.literal(day)} IS NOT NULL
    ORDER BY item.${sql.literal(day)} DESC LIMIT 1
  )`
}

/** Over all days the counts are stored. */
const topOfAll = (of: RecordRef, facet: string, page: RecordQuery["page"]) =>
  paged(
    page,
    sql({ ...topColumns, total: number })`
      SELECT counted.value, counted.count, ${lastDay(of, facet)} AS last, counted.total FROM (
        SELECT value, count, (count(*) OVER ())::float8 AS total FROM ${storedCounts(of, facet)}
        ORDER BY count DESC, value ${pageOf(page)}
      ) AS counted ORDER BY counted.count DESC, counted.value`,
    ({ count, last, value }): CountedValue => ({ value, count, last }),
    countOf(sql`SELECT count(*) FROM ${storedCounts(of, facet)}`)
  )

const topOfDays = (of: RecordRef, facet: string, days: Partial<Days>, page: RecordQuery["page"]) => {
  const values = facetValues(of, facet, days)
  const grouped = sql`SELECT value, count(*) AS count, max(day) AS last FROM (${values}) AS one GROUP BY value`
  return paged(
    page,
    sql({ ...topColumns, total: number })`
      SELECT value::text AS value, count, last, (count(*) OVER ())::float8 AS total FROM (${grouped}) AS counted
      ORDER BY count DESC, counted.value::text COLLATE "C" ${pageOf(page)}`,
    ({ count, last, value }): CountedValue => ({ value, count, last }),
    countOf(sql`SELECT count(*) FROM (${grouped}) AS counted`)
  )
}

export const layer = storeLayer(DeclaredStore, {
  list,
  find,
  days,
  spans,
  months,
  years,
  totals,
  top: (of, facet, days, page) => (isEver(days) ? topOfAll(of, facet, page) : topOfDays(of, facet, days, page))
})

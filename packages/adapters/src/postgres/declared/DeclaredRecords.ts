import {
  type Completeness,
  DeclaredRecords,
  type FieldValue,
  type RecordChanges,
  type RecordRef,
  type RecordRow,
  type Reports,
  type Values,
  keyText,
  manualSource,
  mergeReports,
  recordsOf
} from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Layer, Option } from "effect"
import { lastOfEachKey } from "../entities.js"
import { json, number, text } from "../kit/columns.js"
import { recount } from "./counts.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import {
  type CompiledTable,
  keyTextOf,
  keyValues,
  recordColumns,
  rowToWrite,
  selectRecord,
  tableFor,
  toRecord
} from "./compile.js"

type HomeCalendar = Context.Tag.Service<Calendar>

/** A stored record with what its sources say. */
interface ReportedRecord {
  readonly id: number
  readonly reports: Reports
}

const rowsWithIds = (compiled: CompiledTable, ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql(recordColumns(compiled))`
          SELECT ${selectRecord(compiled)} FROM ${compiled.name} AS item
          WHERE item.id = ANY(${ids}::int[]) ORDER BY item.id`,
        (rows) => rows.map(toRecord(compiled))
      )

const reportColumns = { id: number, reports: json<Reports>() }

/** The stored records with these keys, by the text of the key. */
const withKeys = (of: RecordRef, compiled: CompiledTable, keys: ReadonlyArray<Values>) =>
  keys.length === 0
    ? Effect.succeed(new Map<string, ReportedRecord>())
    : Effect.map(
        sql({ ...reportColumns, ...compiled.key.columns })`
          SELECT item.id, item._reports AS reports, ${compiled.key.select}
          FROM ${compiled.name} AS item JOIN ${compiled.keys.valuesOf(keys)} ON ${compiled.isSameKey}`,
        (rows) =>
          new Map(
            rows.map((row): [string, ReportedRecord] => [
              keyTextOf(of, compiled, row),
              { id: row.id, reports: row.reports }
            ])
          )
      )

const deletions = ({ domain, record }: RecordRef, keys: ReadonlyArray<string>) =>
  sql`domain = ${domain.name} AND record = ${record.name} AND key = ANY(${keys}::text[])`

/** The keys among these whose records were deleted by hand. */
const deletedKeys = (of: RecordRef, keys: ReadonlyArray<string>) =>
  keys.length === 0
    ? Effect.succeed([])
    : Effect.map(sql({ key: text })`SELECT key FROM domain_deletions WHERE ${deletions(of, keys)}`, (rows) =>
        rows.map(({ key }) => key)
      )

/** The deleted keys that a source may not bring back. By hand they can be created again. */
const closedKeys = (of: RecordRef, source: string, keys: ReadonlyArray<string>) =>
  source === manualSource
    ? Effect.as(sql`DELETE FROM domain_deletions WHERE ${deletions(of, keys)}`, new Set<string>())
    : Effect.map(deletedKeys(of, keys), (deleted) => new Set(deleted))

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether a source said the same before. */
const isReported = ({ record }: RecordRef, before: Values | undefined, values: Values): boolean =>
  before !== undefined && Object.keys(record.fields).every((name) => isSame(before[name], values[name]))

const plain = ({ record }: RecordRef, values: Values): Values =>
  Object.fromEntries(
    Object.keys(record.fields).flatMap((name): ReadonlyArray<[string, FieldValue]> => {
      const value = values[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

/** All that is reported of a record. The id is null for a new one. */
interface WrittenReports {
  readonly id: number | null
  readonly reports: Reports
}

const valuesById = (rows: ReadonlyArray<RecordRow>): ReadonlyMap<number | null, Values> =>
  new Map(rows.map(({ id, values }) => [id, values]))

/** Writes records with all that is reported of them, and answers those that changed. `before` are those stored. */
const write = (
  of: RecordRef,
  calendar: HomeCalendar,
  all: ReadonlyArray<WrittenReports>,
  before: ReadonlyArray<RecordRow>
) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const storedValues = valuesById(before)
    const rows = all.flatMap(({ id, reports }) => {
      const values = mergeReports(of.record, reports, storedValues.get(id))
      return values === null ? [] : [rowToWrite(of, compiled, calendar, values, reports)]
    })
    const changedRows = yield* compiled.rows.upsert(rows, { key: of.record.key, returning: { id: number } })
    const changedIds = new Set(changedRows.map(({ id }) => id))
    const upserted = yield* rowsWithIds(compiled, [...changedIds])
    yield* recount(
      of,
      before.filter(({ id }) => changedIds.has(id)),
      upserted
    )
    return { added: changedRows.filter(({ isNew }) => isNew).length, upserted }
  })

const put = (of: RecordRef, calendar: HomeCalendar, source: string, rows: ReadonlyArray<Values>) =>
  Effect.gen(function* () {
    const last = lastOfEachKey(rows, (row) => keyText(of.record, row))
    const keys = last.map((row) => keyText(of.record, row))
    const existing = yield* withKeys(of, tableFor(of), last)
    const deleted = yield* closedKeys(of, source, keys)
    const reports = last.flatMap((row, index): ReadonlyArray<WrittenReports> => {
      const before = existing.get(keys[index]!)
      if (deleted.has(keys[index]!) || isReported(of, before?.reports[source], row)) return []
      return [{ id: before?.id ?? null, reports: { ...before?.reports, [source]: plain(of, row) } }]
    })
    const ids = Array.from(existing.values(), ({ id }) => id)
    const { added, upserted } = yield* write(of, calendar, reports, yield* rowsWithIds(tableFor(of), ids))
    return {
      added,
      changed: upserted.length - added,
      present: keys.filter((key) => existing.get(key)?.reports[source] !== undefined),
      changes: { upserted, deleted: [] }
    }
  })

/** The lock of the domain makes the check and the row one step for all processes. */
const create = (of: RecordRef, calendar: HomeCalendar, values: Values) =>
  Effect.flatMap(withKeys(of, tableFor(of), [values]), (existing) =>
    existing.size > 0
      ? Effect.succeedNone
      : Effect.map(put(of, calendar, manualSource, [values]), ({ changes }) => Option.some<RecordChanges>(changes))
  )

/** Deletes records, and answers those that there were. */
const deleteRecords = (of: RecordRef, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const rows = yield* rowsWithIds(compiled, ids)
    if (rows.length === 0) return rows
    yield* sql`DELETE FROM ${compiled.name} WHERE id = ANY(${rows.map(({ id }) => id)}::int[])`
    yield* recount(of, rows, [])
    return rows
  })

const keysIn = (of: RecordRef, keys: ReadonlyArray<string>): ReadonlyArray<Values> =>
  Array.from(new Set(keys)).flatMap((key) => {
    const values = keyValues(of.record, key)
    return values === null ? [] : [values]
  })

const retract = (of: RecordRef, calendar: HomeCalendar, source: string, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const records = yield* withKeys(of, compiled, keysIn(of, keys))
    const before = yield* rowsWithIds(
      compiled,
      Array.from(records.values(), ({ id }) => id)
    )
    const storedValues = valuesById(before)
    const remaining: Array<WrittenReports> = []
    const deleted: Array<number> = []
    let removed = 0
    for (const { id, reports } of records.values()) {
      if (!Object.hasOwn(reports, source)) continue
      const { [source]: _, ...others } = reports
      removed += 1
      if (mergeReports(of.record, others, storedValues.get(id)) === null) deleted.push(id)
      else remaining.push({ id, reports: others })
    }
    yield* deleteRecords(of, deleted)
    const left = before.filter(({ id }) => !deleted.includes(id))
    const { upserted } = yield* write(of, calendar, remaining, left)
    return { removed, changes: { upserted, deleted } }
  })

const change = (of: RecordRef, calendar: HomeCalendar, id: number, values: Values) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const [row] = yield* sql(reportColumns)`
      SELECT item.id, item._reports AS reports FROM ${compiled.name} AS item WHERE item.id = ${id}::int`
    if (row === undefined) return Option.none<RecordChanges>()
    const reports = { ...row.reports, [manualSource]: { ...row.reports[manualSource], ...values } }
    const { upserted } = yield* write(of, calendar, [{ id, reports }], yield* rowsWithIds(compiled, [id]))
    return Option.some<RecordChanges>({ upserted, deleted: [] })
  })

const remove = (of: RecordRef, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const rows = yield* deleteRecords(of, ids)
    yield* sql`
      INSERT INTO domain_deletions (domain, record, key)
      SELECT ${of.domain.name}, ${of.record.name}, key
      FROM unnest(${rows.map(({ values }) => keyText(of.record, values))}::text[]) AS deleted (key)
      ON CONFLICT DO NOTHING`
    return { upserted: [], deleted: rows.map(({ id }) => id) } satisfies RecordChanges
  })

const isWithin = ({ day }: CompiledTable, occurs: string | undefined, within: Completeness) => {
  if (within._tag === "All") return sql`true`
  if (within._tag === "Days")
    return sql`item.${sql.literal(day ?? "id")} >= ${within.from}::date AND item.${sql.literal(day ?? "id")} < ${within.to}::date`
  const column = sql.literal(`item.${occurs ?? "id"}`)
  return sql`${column} >= to_timestamp(${within.from}::float8 / 1000) AND ${column} < to_timestamp(${within.to}::float8 / 1000)`
}

const missing = (of: RecordRef, source: string, within: Completeness, present: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const occurs = Object.keys(of.record.fields).find((name) => of.record.fields[name]!.options.occurs === true)
    const rows = yield* sql(compiled.key.columns)`
      SELECT ${compiled.key.select} FROM ${compiled.name} AS item
      WHERE item._reports ? ${source} AND ${isWithin(compiled, occurs, within)}`
    const listed = new Set(present)
    return rows.map((row) => keyTextOf(of, compiled, row)).filter((key) => !listed.has(key))
  })

const existing = (of: RecordRef, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const records = yield* withKeys(of, compiled, keysIn(of, keys))
    return yield* rowsWithIds(
      compiled,
      Array.from(records.values(), ({ id }) => id)
    )
  })

const after = (of: RecordRef, id: number, limit: number) => {
  const compiled = tableFor(of)
  return Effect.map(
    sql(recordColumns(compiled))`
      SELECT ${selectRecord(compiled)} FROM ${compiled.name} AS item WHERE item.id > ${id}::int
      ORDER BY item.id LIMIT ${limit}`,
    (rows): ReadonlyArray<RecordRow> => rows.map(toRecord(compiled))
  )
}

export const layer = Layer.effect(
  DeclaredRecords,
  Effect.flatMap(Calendar, (calendar) =>
    implement(DeclaredRecords, {
      put: (of, source, rows) => domainLock(of.domain.name)(put(of, calendar, source, rows)),
      create: (of, values) => domainLock(of.domain.name)(create(of, calendar, values)),
      missing,
      reported: (of, source, keys) =>
        Effect.map(withKeys(of, tableFor(of), keysIn(of, keys)), (records) =>
          Array.from(records).flatMap(([key, { reports }]) => (Object.hasOwn(reports, source) ? [key] : []))
        ),
      retract: (of, source, keys) => domainLock(of.domain.name)(retract(of, calendar, source, keys)),
      change: (of, id, values) => domainLock(of.domain.name)(change(of, calendar, id, values)),
      remove: (of, ids) => domainLock(of.domain.name)(remove(of, ids)),
      existing,
      deletedKeys,
      after,
      counts: (domain, source) =>
        Effect.map(
          Effect.forEach(recordsOf(domain), (of) =>
            Effect.map(
              countOf(sql`SELECT count(*) FROM ${tableFor(of).name} AS item WHERE item._reports ? ${source}`),
              (count) => [of.record.name, count] as const
            )
          ),
          (counts) => new Map(counts)
        )
    })
  )
)

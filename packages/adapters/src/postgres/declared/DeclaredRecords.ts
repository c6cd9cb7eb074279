import {
  type Completeness,
  DeclaredRecords,
  type FieldValue,
  type RecordChanges,
  type RecordRef,
  type RecordRow,
  type Values,
  keyText,
  manualSource,
  mergeReports,
  namesApart,
  occursOf,
  recordsOf
} from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import { Array as Arrays, type Context, Effect, Layer, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { lastOfEachKey } from "../entities.js"
import { text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { keyTextOf, recordColumns, selectRecord, tableFor, toRecord } from "./compile.js"
import { recount } from "./counts.js"
import { keysOfNames, namedByValues } from "./names.js"
import { type StoredRow, keysIn, shownAmong, storedRows, withKeys } from "./rows.js"
import { type WrittenReports, write } from "./write.js"

type HomeCalendar = Context.Tag.Service<Calendar>

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

const unwritten = { added: 0, changed: 0, changes: { upserted: [], deleted: [] } }

const put = (of: RecordRef, calendar: HomeCalendar, source: string, rows: ReadonlyArray<Values>) =>
  Effect.gen(function* () {
    const last = lastOfEachKey(rows, (row) => keyText(of.record, row))
    const keys = last.map((row) => keyText(of.record, row))
    const existing = yield* withKeys(of, tableFor(of), last)
    const deleted = yield* closedKeys(of, source, keys)
    const reports = last.flatMap((row, index): ReadonlyArray<WrittenReports> => {
      const key = keys[index]!
      const before = existing.get(key)
      if (deleted.has(key) || isReported(of, before?.reports[source], row)) return []
      return [{ key, id: before?.id ?? null, reports: { ...before?.reports, [source]: plain(of, row) } }]
    })
    const outcome = reports.length === 0 ? unwritten : yield* write(of, calendar, reports)
    return { ...outcome, present: keys.filter((key) => existing.get(key)?.reports[source] !== undefined) }
  })

/** The lock of the domain makes the check and the row one step for all processes. */
const create = (of: RecordRef, calendar: HomeCalendar, values: Values) =>
  Effect.flatMap(withKeys(of, tableFor(of), [values]), (existing) =>
    existing.size > 0
      ? Effect.succeedNone
      : Effect.map(put(of, calendar, manualSource, [values]), ({ changes }) => Option.some<RecordChanges>(changes))
  )

const deleteRows = (of: RecordRef, rows: ReadonlyArray<StoredRow>) =>
  Effect.gen(function* () {
    if (rows.length === 0) return
    yield* sql`DELETE FROM ${tableFor(of).name} WHERE id = ANY(${rows.map(({ id }) => id)}::int[])`
    yield* recount(of, shownAmong(rows), [])
  })

const retract = (of: RecordRef, calendar: HomeCalendar, source: string, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const records = yield* withKeys(of, compiled, keysIn(of, keys))
    const before = yield* storedRows(
      compiled,
      Array.from(records.values(), ({ id }) => id)
    )
    const storedValues = new Map(before.map(({ id, values }) => [id, values]))
    const retracted = Array.from(records).flatMap(([key, { id, reports }]) => {
      const { [source]: _, ...others } = reports
      return Object.hasOwn(reports, source) ? [{ key, id, reports: others }] : []
    })
    const [remaining, left] = Arrays.partition(
      retracted,
      ({ id, reports }) => mergeReports(of.record, reports, storedValues.get(id)) === null
    )
    const deletedIds = new Set(left.map(({ id }) => id))
    yield* deleteRows(
      of,
      before.filter(({ id }) => deletedIds.has(id))
    )
    const { changes } = yield* write(
      of,
      calendar,
      remaining,
      before.flatMap(({ id, values }) => (deletedIds.has(id) ? namedByValues(of, values).names : []))
    )
    return { removed: retracted.length, changes: { ...changes, deleted: [...deletedIds] } }
  })

const change = (of: RecordRef, calendar: HomeCalendar, id: number, values: Values) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const [shown] = shownAmong(yield* storedRows(compiled, [id]))
    if (shown === undefined) return Option.none<RecordChanges>()
    const key = keyText(of.record, shown.values)
    const before = (yield* withKeys(of, compiled, [shown.values])).get(key)!.reports
    const reports = { ...before, [manualSource]: { ...before[manualSource], ...values } }
    const { changes } = yield* write(of, calendar, [{ key, id, reports }])
    return Option.some<RecordChanges>(changes)
  })

const remove = (of: RecordRef, calendar: HomeCalendar, ids: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const rows = (yield* storedRows(tableFor(of), ids)).filter(({ isHidden }) => !isHidden)
    const keys = rows.map(({ values }) => keyText(of.record, values))
    const names = rows.flatMap(({ values }) => namedByValues(of, values).names)
    yield* deleteRows(of, rows)
    yield* sql`
      INSERT INTO domain_deletions (domain, record, key)
      SELECT ${of.domain.name}, ${of.record.name}, key FROM unnest(${keys}::text[]) AS deleted (key)
      ON CONFLICT DO NOTHING`
    const { changes } = yield* write(of, calendar, [], names)
    return { ...changes, deleted: rows.map(({ id }) => id) } satisfies RecordChanges
  })

/** Whether a source dates a record within these bounds. What it says decides: the owner may have given another day. */
const isWithin = (source: string, occurs: string, within: Completeness) => {
  if (within._tag === "All") return sql`true`
  const day = sql`item._reports -> ${source}::text -> ${occurs}::text`
  return within._tag === "Days"
    ? sql`(${day} #>> '{}') COLLATE "C" >= ${within.from} AND (${day} #>> '{}') COLLATE "C" < ${within.to}`
    : sql`CASE WHEN jsonb_typeof(${day}) = 'number'
        THEN (${day})::float8 >= ${within.from}::float8 AND (${day})::float8 < ${within.to}::float8 END`
}

const missing = (of: RecordRef, source: string, within: Completeness, present: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const rows = yield* sql(compiled.key.columns)`
      SELECT ${compiled.key.select} FROM ${compiled.name} AS item
      WHERE item._reports ? ${source} AND ${isWithin(source, occursOf(of.record) ?? "", within)}`
    const listed = new Set(present)
    return rows.map((row) => keyTextOf(of, compiled, row)).filter((key) => !listed.has(key))
  })

const existing = (of: RecordRef, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const records = yield* withKeys(of, compiled, keysIn(of, keys))
    const rows = yield* storedRows(
      compiled,
      Array.from(records.values(), ({ id }) => id)
    )
    return rows.map(({ isHidden: _, ...row }): RecordRow => row)
  })

const named = (of: RecordRef, names: ReadonlyArray<string>) =>
  Effect.flatMap(keysOfNames(of, names), ({ after }) => existing(of, [...names, ...names.map(after)]))

const after = (of: RecordRef, id: number, limit: number) => {
  const compiled = tableFor(of)
  return Effect.map(
    sql(recordColumns(compiled))`
      SELECT ${selectRecord(compiled)} FROM ${compiled.shown} AS item WHERE item.id > ${id}::int
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
      remove: (of, ids) => domainLock(of.domain.name)(remove(of, calendar, ids)),
      existing,
      named,
      apart: (of) => Effect.map(correctionsOf(of.domain.name), (corrections) => namesApart(of, corrections)),
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

import { Effect, Number as Numbers, Option } from "effect"
import { type Publisher, publishCorrectedOf, publishOf } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import type { StorageFailure } from "../shared/errors.js"
import {
  type DomainWriter,
  type Page,
  type PageResult,
  type RowTally,
  type Span,
  addRows,
  noRows
} from "../sync/Source.js"
import { type DeclaredDomain, type DeclaredRecord, type RecordRef, occursOf, recordNamed } from "./declaration.js"
import { type Completeness, DeclaredRecords, type RecordChanges } from "./DeclaredRecords.js"
import { publishedChanges, recordEntity } from "./publishable.js"
import { type Values, keyText, readRow, readValue } from "./values.js"

/** Rows of one type of records in a page of a source. */
export interface RecordBatch {
  /** The name of the record type. */
  readonly record: string
  /** Objects with the declared fields. Rows that cannot be read are left out and reported. */
  readonly rows: Iterable<unknown>
  /** The source has no other records in this span of the `occurs` field. Epoch milliseconds, `to` exclusive. */
  readonly cover?: Span
  /** True if the source has no other records; or the keys of all its records, when they come in several pages. */
  readonly complete?: true | ReadonlyArray<unknown>
  /** Keys, as objects with the key's fields, of records that the source reports as deleted. */
  readonly removed?: ReadonlyArray<unknown>
}

/** A page of a source for a declared domain. `total` is the number of rows in the whole run, where it is known. */
export const recordPage = (
  batches: RecordBatch | ReadonlyArray<RecordBatch>,
  { cursor, total }: { readonly cursor?: string | undefined; readonly total?: number | undefined } = {}
): Page<RecordBatch> => {
  const records = "record" in batches ? [batches] : batches
  return {
    records,
    deleted: [],
    covers: Option.none(),
    cursor: Option.fromNullable(cursor),
    total: Option.fromNullable(total),
    seen: records.reduce((sum, { rows }) => sum + (Array.isArray(rows) ? rows.length : 0), 0)
  }
}

/** The services that writes of declared records need. */
export type DeclaredWriteServices = DeclaredRecords | Publisher | Calendar

/** Publishes what a write changed, in the caller's transaction. */
export const publishRecords = (of: RecordRef, changes: RecordChanges) =>
  Effect.flatMap(Calendar, (calendar) =>
    publishOf(of.domain.name, recordEntity(of, calendar))(publishedChanges(of, changes))
  )

/** Publishes what corrections changed: entries of the feed that leave return with their ids. */
export const publishCorrectedRecords = (of: RecordRef, changes: RecordChanges) =>
  Effect.flatMap(Calendar, (calendar) =>
    publishCorrectedOf(of.domain.name, recordEntity(of, calendar))(publishedChanges(of, changes))
  )

/** Rows per statement. */
const portion = 500

/** A key in staged removals: the type of record and its key. */
const stagedKey = ({ name }: DeclaredRecord, key: string) => `${name}:${key}`

/** The key of an object with the key's fields; none if it is no such object. */
const keyOf = (record: DeclaredRecord, object: unknown): Option.Option<string> => {
  if (typeof object !== "object" || object === null) return Option.none()
  const values: Record<string, Values[string]> = {}
  for (const name of record.key) {
    const value = readValue(name, record.fields[name]!, (object as Readonly<Record<string, unknown>>)[name] ?? null)
    if (value._tag === "Unreadable") return Option.none()
    values[name] = value.value
  }
  return Option.some(keyText(record, values))
}

const keysOf = (record: DeclaredRecord, objects: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  objects.flatMap((one) => Option.toArray(keyOf(record, one)))

/** The bounds of a span in the type of the field that says when a record happened. */
const boundsOf = (
  record: DeclaredRecord,
  { from, to }: Span,
  calendar: typeof Calendar.Service
): Completeness | null => {
  const occurs = occursOf(record)
  if (occurs === null) return null
  return record.fields[occurs]!.storedAs === "instant"
    ? { _tag: "Instants", from, to }
    : { _tag: "Days", from: calendar.dateOf(from), to: calendar.dateOf(to) }
}

const nothing: PageResult = { added: 0, changed: 0, present: [], missing: [], rows: noRows }

const joined = (one: PageResult, other: Partial<PageResult>): PageResult => ({
  added: one.added + (other.added ?? 0),
  changed: one.changed + (other.changed ?? 0),
  present: [...one.present, ...(other.present ?? [])],
  missing: [...one.missing, ...(other.missing ?? [])],
  rows: addRows(one.rows ?? noRows, other.rows ?? noRows)
})

const unreadable = (why: string): RowTally => ({ readable: 0, unreadable: 1, examples: [why] })

/** More rows than this in one page would take too much memory. */
const maxRows = 50_000

/** The rows in portions. What cannot be read is counted, and the first of it named. */
const portionsOf = function* (of: RecordRef, rows: Iterable<unknown>) {
  const place = `${of.domain.name}.${of.record.name}`
  let readable: Array<Values> = []
  let tally = noRows
  let count = 0
  const portionNow = () => {
    const one = { readable, tally: addRows(tally, { ...noRows, readable: readable.length }) }
    readable = []
    tally = noRows
    return one
  }
  try {
    for (const row of rows) {
      count += 1
      if (count > maxRows) {
        tally = addRows(tally, unreadable(`${place}: a page has more than ${maxRows} rows: send them in several pages`))
        break
      }
      const values = readRow(of.record, row)
      if (values._tag === "Read") readable.push(values.value)
      else {
        const field = values.field === null ? "" : `${values.field} `
        tally = addRows(tally, unreadable(`${place}, row ${count}: ${field}${values.why}`))
      }
      if (readable.length >= portion) yield portionNow()
    }
  } catch (cause) {
    // Somebody else's iterator: what it gave so far is good.
    tally = addRows(tally, unreadable(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`))
  }
  yield portionNow()
}

const putRows = (of: RecordRef, source: string, rows: Iterable<unknown>) =>
  Effect.gen(function* () {
    const records = yield* DeclaredRecords
    let sum = nothing
    const listed: Array<string> = []
    for (const { readable, tally } of portionsOf(of, rows)) {
      if (readable.length > 0) {
        const { changes, ...written } = yield* records.put(of, source, readable)
        yield* publishRecords(of, changes)
        sum = joined(sum, written)
      }
      for (const values of readable) listed.push(keyText(of.record, values))
      sum = joined(sum, { rows: tally })
    }
    return { sum, listed }
  })

const missingOf = (of: RecordRef, source: string, batch: RecordBatch, listed: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const records = yield* DeclaredRecords
    const { complete, cover, removed = [] } = batch
    const all = complete === undefined || complete === true ? [] : keysOf(of.record, complete)
    const within: Completeness | null =
      complete !== undefined
        ? { _tag: "All" }
        : cover === undefined
          ? null
          : boundsOf(of.record, cover, yield* Calendar)
    return [
      ...(yield* records.reported(of, source, keysOf(of.record, removed))),
      ...(within === null ? [] : yield* records.missing(of, source, within, [...listed, ...all]))
    ]
  })

const applyBatch = (domain: DeclaredDomain, source: string, batch: RecordBatch) =>
  Effect.gen(function* () {
    const of = recordNamed(domain, batch.record)
    if (of === undefined) return joined(nothing, { rows: unreadable(`${domain.name} has no record ${batch.record}`) })
    const { listed, sum } = yield* putRows(of, source, batch.rows)
    const named = (keys: ReadonlyArray<string>) => keys.map((key) => stagedKey(of.record, key))
    // A row that cannot be read may be any record: nothing is concluded from its absence.
    const isWhole = sum.rows?.unreadable === 0 || (batch.complete !== undefined && batch.complete !== true)
    const missing = yield* missingOf(
      of,
      source,
      isWhole ? batch : { record: batch.record, rows: [], ...(batch.removed && { removed: batch.removed }) },
      listed
    )
    return { ...sum, present: named(sum.present), missing: named(missing) }
  })

const removeKeys = (domain: DeclaredDomain, source: string, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const records = yield* DeclaredRecords
    let sum = 0
    for (const name of new Set(keys.map((key) => key.slice(0, key.indexOf(":"))))) {
      const of = recordNamed(domain, name)
      if (of === undefined) continue
      const own = keys.flatMap((key) => (key.startsWith(`${name}:`) ? [key.slice(name.length + 1)] : []))
      const { changes, removed } = yield* records.retract(of, source, own)
      yield* publishRecords(of, changes)
      sum += removed
    }
    return sum
  })

/** Writes the pages of sources into a declared domain. */
export const declaredWriter = (domain: DeclaredDomain): DomainWriter<RecordBatch, DeclaredWriteServices> => {
  const counts = (source: string): Effect.Effect<ReadonlyMap<string, number>, StorageFailure, DeclaredRecords> =>
    Effect.flatMap(DeclaredRecords, (records) => records.counts(domain, source))
  return {
    domain: domain.name,
    apply: (source, page) =>
      Effect.reduce(page.records, nothing, (sum, batch) =>
        Effect.map(applyBatch(domain, source, batch), (one) => joined(sum, one))
      ),
    remove: (source, keys) => removeKeys(domain, source, keys),
    count: (source) => Effect.map(counts(source), (all) => Numbers.sumAll(all.values())),
    lists: { of: (key) => key.slice(0, key.indexOf(":")), counts },
    recount: Effect.void
  }
}

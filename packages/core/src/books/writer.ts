import { Chunk, Effect, Option, Stream } from "effect"
import {
  declaredWriter,
  DeclaredRecords,
  type DeclaredWriteServices,
  keyText,
  publishRecords,
  type RecordBatch,
  recordNamed,
  type RecordRef,
  type RecordRow,
  type Values
} from "../declared/index.js"
import type { SourceRanks } from "../ranks/index.js"
import type { StorageFailure } from "../shared/errors.js"
import type { DomainWriter } from "../sync/Source.js"
import { books, type Entry } from "./domain.js"
import { mergeEntries, type Merged } from "./merge.js"
import { bookSources } from "./sources.js"

const inner = declaredWriter(books)
const entryRecord = recordNamed(books, "entry")!
const bookRecord = recordNamed(books, "book")!
const readingRecord = recordNamed(books, "reading")!

/** Rows per statement. */
const portion = 500

const rowsOf = (of: RecordRef): Effect.Effect<ReadonlyArray<RecordRow>, StorageFailure, DeclaredRecords> =>
  Effect.flatMap(DeclaredRecords, (records) =>
    Effect.map(
      Stream.runCollect(
        Stream.paginateChunkEffect(0, (last) =>
          Effect.map(records.after(of, last, portion), (rows) => [
            Chunk.unsafeFromArray(rows),
            rows.length < portion ? Option.none() : Option.some(rows.at(-1)!.id)
          ])
        )
      ),
      Chunk.toReadonlyArray
    )
  )

const inPortions = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / portion) }, (_, at) => items.slice(at * portion, (at + 1) * portion))

const listed = <A>(lists: Map<string, Array<A>>, name: string): Array<A> => {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}

const hasValues = ({ values }: RecordRow, others: Values) =>
  Object.entries(others).every(([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value))

/**
 * Makes the records of a type those that the entries make. Every service that contributes reports the whole record, so
 * its values do not depend on the names of the services. Reports of other sources stay.
 */
const replace = (of: RecordRef, records: ReadonlyArray<Merged<Values>>, services: ReadonlySet<string>) =>
  Effect.gen(function* () {
    const store = yield* DeclaredRecords
    const existing = new Map((yield* rowsOf(of)).map((row) => [keyText(of.record, row.values), row]))
    const expected = new Map(records.map((one) => [keyText(of.record, one.values), one]))
    const reports = new Map<string, Array<Values>>()
    for (const [key, one] of expected) {
      const row = existing.get(key)
      const isEqual = row !== undefined && hasValues(row, one.values)
      for (const service of one.services)
        if (!isEqual || !row.sources.includes(service)) listed(reports, service).push(one.values)
    }
    const retractions = new Map<string, Array<string>>()
    for (const [key, { sources }] of existing)
      for (const source of sources)
        if (services.has(source) && expected.get(key)?.services.includes(source) !== true)
          listed(retractions, source).push(key)
    for (const [service, rows] of reports)
      for (const some of inPortions(rows)) yield* publishRecords(of, (yield* store.put(of, service, some)).changes)
    for (const [service, keys] of retractions)
      for (const some of inPortions(keys)) yield* publishRecords(of, (yield* store.retract(of, service, some)).changes)
  })

/** Writes the books and readings that all stored entries make. */
const rewrite = (source: string): Effect.Effect<void, StorageFailure, DeclaredWriteServices | SourceRanks> =>
  Effect.gen(function* () {
    const entries = (yield* rowsOf(entryRecord)).map(({ values }) => values as unknown as Entry)
    const library = mergeEntries(yield* bookSources, entries)
    const services = new Set([source, ...entries.map(({ service }) => service)])
    yield* replace(bookRecord, library.books, services)
    yield* replace(readingRecord, library.readings, services)
  })

const entryCounts = (source: string) =>
  Effect.flatMap(DeclaredRecords, (records) =>
    Effect.map(records.counts(books, source), (counts) => new Map([["entry", counts.get("entry") ?? 0]]))
  )

/**
 * Writes entries, and after each page the books and readings that the entries of all services make. Runs count entries.
 * A page in which nothing changed costs no more than its entries.
 */
export const booksWriter: DomainWriter<RecordBatch, DeclaredWriteServices | SourceRanks> = {
  ...inner,
  apply: (source, page) =>
    Effect.tap(inner.apply(source, page), ({ added, changed }) =>
      added + changed > 0 ? rewrite(source) : Effect.void
    ),
  remove: (source, keys) =>
    Effect.tap(inner.remove(source, keys), (removed) => (removed > 0 ? rewrite(source) : Effect.void)),
  count: (source) => Effect.map(entryCounts(source), (counts) => counts.get("entry") ?? 0),
  lists: { of: (key) => key.slice(0, key.indexOf(":")), counts: entryCounts }
}

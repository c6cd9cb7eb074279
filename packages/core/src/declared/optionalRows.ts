import { Array, Effect } from "effect"
import { DataVersions } from "../sync/SyncStore.js"
import { type DomainWriter, type Page, type PageResult, addRows, noRows } from "../sync/Source.js"
import type { StorageFailure } from "../shared/errors.js"
import type { DeclaredDomain } from "./declaration.js"
import { DeclaredDomains } from "./DeclaredDomains.js"
import { type DeclaredWriteServices, declaredWriter, type RecordBatch } from "./writer.js"

/** A row for an optional domain, in a page of a source of another domain. */
export interface OptionalRow {
  readonly _tag: "OptionalRow"
  /** The name of the record type. */
  readonly record: string
  readonly row: object
}

export const optionalRow = (record: string, row: object): OptionalRow => ({ _tag: "OptionalRow", record, row })

export const isOptionalRow = (record: object): record is OptionalRow =>
  "_tag" in record && record._tag === "OptionalRow"

/** Whether this process has the domain. */
export const hasDomain = ({ name }: DeclaredDomain): Effect.Effect<boolean> =>
  Effect.map(DeclaredDomains, (declared) => declared.some((one) => one.name === name))

/** The optional rows of a page, by type of record. */
export const optionalBatches = (records: ReadonlyArray<object>): ReadonlyArray<RecordBatch> =>
  Object.entries(Array.groupBy(records.filter(isOptionalRow), ({ record }) => record)).map(([record, own]) => ({
    record,
    rows: own.map(({ row }) => row)
  }))

/** How the rows of an optional domain are written. */
interface OptionalWriting<Record, R> {
  readonly writer: DomainWriter<RecordBatch, R>
  /** What a page says about the optional domain: its rows, and what it says by their absence. */
  readonly batchesOf: (
    source: string,
    page: Page<Record | OptionalRow>
  ) => Effect.Effect<ReadonlyArray<RecordBatch>, StorageFailure, R>
}

/** Keys of the optional domain in staged removals begin with its name. */
const prefixOf = ({ name }: DeclaredDomain) => `${name}/`

/** The key in the optional domain; null for a key of the main domain. */
export const optionalKeyOf = (domain: DeclaredDomain, key: string): string | null =>
  key.startsWith(prefixOf(domain)) ? key.slice(prefixOf(domain).length) : null

/**
 * Writes what belongs to an optional domain there, and all else as `main` does, in one transaction. Without the domain
 * such rows are left out, and nothing is removed from it.
 */
export const withOptionalWriter = <Record extends object, R, O>(
  main: DomainWriter<Record, R>,
  domain: DeclaredDomain,
  { batchesOf, writer }: OptionalWriting<Record, O>
): DomainWriter<Record | OptionalRow, R | O | DataVersions> => {
  const { lists, timeOf, ...members } = main
  const own = (key: string) => optionalKeyOf(domain, key)
  const bump = Effect.flatMap(DataVersions, (versions) => versions.bump(domain.name))
  const named = (keys: ReadonlyArray<string>) => keys.map((key) => `${prefixOf(domain)}${key}`)
  const mainCounts = (source: string): Effect.Effect<ReadonlyMap<string, number>, StorageFailure, R> =>
    lists === undefined
      ? Effect.map(main.count(source), (count) => new Map([[main.domain, count]]))
      : lists.counts(source)
  return {
    ...members,
    apply: (source, page) =>
      Effect.gen(function* () {
        const records = page.records.filter((record): record is Record => !isOptionalRow(record))
        const result: PageResult = yield* main.apply(source, { ...page, records })
        if (!(yield* hasDomain(domain))) return result
        const batches = yield* batchesOf(source, page)
        if (batches.length === 0) return result
        const optional = yield* writer.apply(source, { ...page, records: batches })
        if (optional.added + optional.changed > 0) yield* bump
        return {
          ...result,
          added: result.added + optional.added,
          changed: result.changed + optional.changed,
          present: [...result.present, ...named(optional.present)],
          missing: [...result.missing, ...named(optional.missing)],
          rows: addRows(result.rows ?? noRows, optional.rows ?? noRows)
        }
      }),
    remove: (source, keys) =>
      Effect.gen(function* () {
        const optional = keys.flatMap((key) => own(key) ?? [])
        const removed = yield* main.remove(
          source,
          keys.filter((key) => own(key) === null)
        )
        if (optional.length === 0 || !(yield* hasDomain(domain))) return removed
        const others = yield* writer.remove(source, optional)
        if (others > 0) yield* bump
        return removed + others
      }),
    lists: {
      of: (key) => (own(key) !== null ? domain.name : lists === undefined ? main.domain : lists.of(key)),
      counts: (source) =>
        Effect.gen(function* () {
          const counts = yield* mainCounts(source)
          return (yield* hasDomain(domain)) ? new Map([...counts, [domain.name, yield* writer.count(source)]]) : counts
        })
    },
    ...(timeOf === undefined ? {} : { timeOf: (record) => (isOptionalRow(record) ? null : timeOf(record)) })
  }
}

/** The same for a domain whose rows are stored as they come. Only `main` concludes anything from what a page lacks. */
export const withOptionalRows = <Record extends object, R>(
  main: DomainWriter<Record, R>,
  domain: DeclaredDomain
): DomainWriter<Record | OptionalRow, R | DeclaredWriteServices | DataVersions> =>
  withOptionalWriter(main, domain, {
    writer: declaredWriter(domain),
    batchesOf: (_, { records }) => Effect.succeed(optionalBatches(records))
  })

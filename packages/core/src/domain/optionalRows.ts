import { Array, Effect } from "effect"
import { DataVersions } from "../sync/SyncStore.js"
import { type DomainWriter, type PageResult, addRows, noRows } from "../sync/Source.js"
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

const isOptional = (record: object): record is OptionalRow => "_tag" in record && record._tag === "OptionalRow"

/** Whether this process has the domain. */
export const hasDomain = ({ name }: DeclaredDomain): Effect.Effect<boolean> =>
  Effect.map(DeclaredDomains, (declared) => declared.some((one) => one.name === name))

const batchesOf = (rows: ReadonlyArray<OptionalRow>): ReadonlyArray<RecordBatch> =>
  Object.entries(Array.groupBy(rows, ({ record }) => record)).map(([record, own]) => ({
    record,
    rows: own.map(({ row }) => row)
  }))

/**
 * Writes what belongs to an optional domain there, and all else as `main` does, in one transaction. Without the domain
 * such rows are left out. Only `main` concludes anything from what a page lacks.
 */
export const withOptionalRows = <Record extends object, R>(
  main: DomainWriter<Record, R>,
  domain: DeclaredDomain
): DomainWriter<Record | OptionalRow, R | DeclaredWriteServices | DataVersions> => {
  const { timeOf, ...members } = main
  const writer = declaredWriter(domain)
  return {
    ...members,
    apply: (source, page) =>
      Effect.gen(function* () {
        const rows = page.records.filter(isOptional)
        const own = page.records.filter((record): record is Record => !isOptional(record))
        const result: PageResult = yield* main.apply(source, { ...page, records: own })
        if (rows.length === 0 || !(yield* hasDomain(domain))) return result
        const optional = yield* writer.apply(source, { ...page, records: batchesOf(rows) })
        if (optional.added + optional.changed > 0) yield* Effect.flatMap(DataVersions, ({ bump }) => bump(domain.name))
        return {
          ...result,
          added: result.added + optional.added,
          changed: result.changed + optional.changed,
          present: [...result.present, ...optional.present],
          rows: addRows(result.rows ?? noRows, optional.rows ?? noRows)
        }
      }),
    ...(timeOf === undefined ? {} : { timeOf: (record) => (isOptional(record) ? null : timeOf(record)) })
  }
}

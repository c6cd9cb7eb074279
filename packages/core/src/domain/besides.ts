import { Array, Effect } from "effect"
import { DataVersions } from "../sync/SyncStore.js"
import { type DomainWriter, type PageResult, addRows, noRows } from "../sync/Source.js"
import type { DeclaredDomain } from "./declaration.js"
import { DeclaredDomains } from "./DeclaredDomains.js"
import { type DeclaredWriteServices, declaredWriter, type RecordBatch } from "./writer.js"

/** A row for an optional domain, in a page of a source of another domain. */
export interface BesideRow {
  readonly _tag: "Beside"
  /** The name of the record type. */
  readonly record: string
  readonly row: object
}

export const besideRow = (record: string, row: object): BesideRow => ({ _tag: "Beside", record, row })

const isBeside = (record: object): record is BesideRow => "_tag" in record && record._tag === "Beside"

/** Whether this process has the domain. */
export const hasDomain = ({ name }: DeclaredDomain): Effect.Effect<boolean> =>
  Effect.map(DeclaredDomains, (declared) => declared.some((one) => one.name === name))

const batchesOf = (rows: ReadonlyArray<BesideRow>): ReadonlyArray<RecordBatch> =>
  Object.entries(Array.groupBy(rows, ({ record }) => record)).map(([record, own]) => ({
    record,
    rows: own.map(({ row }) => row)
  }))

/**
 * Writes what belongs to an optional domain there, and all else as `main` does, in one transaction. Without the domain
 * such rows are not stored. Only `main` concludes anything from what a page lacks.
 */
export const withBesides = <Record extends object, R>(
  main: DomainWriter<Record, R>,
  domain: DeclaredDomain
): DomainWriter<Record | BesideRow, R | DeclaredWriteServices | DataVersions> => {
  const { timeOf, ...members } = main
  const writer = declaredWriter(domain)
  return {
    ...members,
    apply: (source, page) =>
      Effect.gen(function* () {
        const rows = page.records.filter(isBeside)
        const own = page.records.filter((record): record is Record => !isBeside(record))
        const stored: PageResult = yield* main.apply(source, { ...page, records: own })
        if (rows.length === 0 || !(yield* hasDomain(domain))) return stored
        const beside = yield* writer.apply(source, { ...page, records: batchesOf(rows) })
        if (beside.added + beside.changed > 0) yield* Effect.flatMap(DataVersions, ({ bump }) => bump(domain.name))
        return {
          ...stored,
          added: stored.added + beside.added,
          changed: stored.changed + beside.changed,
          present: [...stored.present, ...beside.present],
          rows: addRows(stored.rows ?? noRows, beside.rows ?? noRows)
        }
      }),
    ...(timeOf === undefined ? {} : { timeOf: (record) => (isBeside(record) ? null : timeOf(record)) })
  }
}

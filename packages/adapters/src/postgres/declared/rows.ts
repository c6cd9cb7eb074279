import { type RecordRef, type RecordRow, type Reports, type Values } from "@daybook/core/domain"
import { Effect } from "effect"
import { boolean, json, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type CompiledTable, keyTextOf, keyValues, recordColumns, selectRecord, toRecord } from "./compile.js"

/** A record with what its sources say. */
export interface ReportedRecord {
  readonly id: number
  readonly reports: Reports
}

/** A row of the table. Reads answer the rows that are not hidden. */
export interface StoredRow extends RecordRow {
  readonly isHidden: boolean
}

/** The rows with these ids, also hidden ones, by id. */
export const storedRows = (compiled: CompiledTable, ids: ReadonlyArray<number>) =>
  ids.length === 0
    ? Effect.succeed<ReadonlyArray<StoredRow>>([])
    : Effect.map(
        sql({ ...recordColumns(compiled), isHidden: boolean })`
          SELECT ${selectRecord(compiled)}, item._hidden AS is_hidden FROM ${compiled.name} AS item
          WHERE item.id = ANY(${ids}::int[]) ORDER BY item.id`,
        (rows): ReadonlyArray<StoredRow> =>
          rows.map(({ isHidden, ...row }) => ({ ...toRecord(compiled)(row), isHidden }))
      )

export const shownAmong = (rows: ReadonlyArray<StoredRow>): ReadonlyArray<RecordRow> =>
  rows.flatMap(({ isHidden, ...row }) => (isHidden ? [] : [row]))

/** The records with these keys, also hidden ones, by the text of the key. */
export const withKeys = (of: RecordRef, compiled: CompiledTable, keys: ReadonlyArray<Values>) =>
  keys.length === 0
    ? Effect.succeed(new Map<string, ReportedRecord>())
    : Effect.map(
        sql({ id: number, reports: json<Reports>(), ...compiled.key.columns })`
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

/** The values of keys, each once. */
export const keysIn = (of: RecordRef, keys: Iterable<string>): ReadonlyArray<Values> =>
  Array.from(new Set(keys)).flatMap((key) => {
    const values = keyValues(of.record, key)
    return values === null ? [] : [values]
  })

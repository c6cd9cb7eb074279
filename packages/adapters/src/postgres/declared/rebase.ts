import {
  type DeclaredRecord,
  type FieldValue,
  type RecordRef,
  type Reports,
  type Values,
  manualSource,
  readValue
} from "@daybook/core/domain"
import { Effect } from "effect"
import { json, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { tableFor } from "./compile.js"
import { tableOf } from "./shape.js"

const portion = 500

/** A report whose fields are those of the declaration. What it does not say, or says in another type, the row says. */
const rebased = ({ fields, key }: DeclaredRecord, source: string, report: Values, row: Values): Values => {
  const isManual = source === manualSource
  // Only some values may be set by hand.
  const isPart = isManual && !key.every((name) => Object.hasOwn(report, name))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): ReadonlyArray<[string, FieldValue]> => {
      const reading = Object.hasOwn(report, name) ? readValue(name, field, report[name]) : undefined
      if (reading?._tag === "Read") return [[name, reading.value]]
      const isUnsaid = reading === undefined && (isPart || (isManual && row[name] === null))
      return isUnsaid ? [] : [[name, row[name]!]]
    })
  )
}

/** After migrations, the reports of a record type have the fields of its rows: nothing that they stored is lost. */
export const rebaseReports = (of: RecordRef) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const { columns, select, toValues } = compiled.values
    const reportsTable = table(tableOf(of.domain.name, of.record.name), { id: number, _reports: json<Reports>() })
    for (let last = 0; ;) {
      const rows = yield* sql({ id: number, reports: json<Reports>(), ...columns })`
        SELECT item.id, item._reports AS reports, ${select} FROM ${compiled.name} AS item
        WHERE item.id > ${last}::int ORDER BY item.id LIMIT ${portion}`
      if (rows.length === 0) return
      const next = rows.map(({ id, reports, ...row }) => {
        const values = toValues(row)
        const all = Object.entries(reports).map(([source, report]): [string, Values] => [
          source,
          rebased(of.record, source, report, values)
        ])
        return { id, _reports: Object.fromEntries(all) }
      })
      yield* reportsTable.update(next, { key: ["id"], returning: {} })
      last = rows.at(-1)!.id
    }
  })

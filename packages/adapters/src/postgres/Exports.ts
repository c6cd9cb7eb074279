import type { Domain } from "@daybook/core"
import { Exports } from "@daybook/core/export"
import { SqlClient } from "@effect/sql"
import { Chunk, Effect, Layer, Option, Stream } from "effect"
import { attendingTables } from "./attending/tables.js"
import { collectingTables } from "./collecting/tables.js"
import type { ExportTable } from "./ExportTable.js"
import { listeningTables } from "./listening/tables.js"
import { runningTables } from "./running/tables.js"
import { readingTables } from "./reading/tables.js"
import { storage } from "./storage.js"
import { watchingTables } from "./watching/tables.js"

/** What is exported of each domain. */
const tablesOf: Readonly<Record<Domain, ReadonlyArray<ExportTable>>> = {
  listening: listeningTables,
  running: runningTables,
  watching: watchingTables,
  collecting: collectingTables,
  reading: readingTables,
  attending: attendingTables
}

const pageSize = 2_000

export const layer = Layer.effect(Exports, Effect.map(SqlClient.SqlClient, (sql) => {
  /** Page by page in the order of the key: whoever reads slowly keeps nobody waiting. */
  const rowsOf = ({ key, name }: ExportTable) => {
    const columns = sql.literal(key.map((column) => `item.${column}`).join(", "))
    const last = sql.literal(key.map((column) => `last.${column}`).join(", "))
    const page = (after: string | null) =>
      sql<{ row: string }>`
        SELECT to_jsonb(item)::text AS row FROM ${sql(name)} AS item
        WHERE ${after === null ? sql`true` : sql`(${columns}) > (SELECT ${last} FROM jsonb_populate_record(NULL::${sql(name)}, ${after}::jsonb) AS last)`}
        ORDER BY ${columns} LIMIT ${pageSize}`
    return Stream.paginateChunkEffect(null as string | null, (after) =>
      Effect.map(storage("Exports.rows")(page(after)), (rows) => [
        Chunk.fromIterable(rows.map(({ row }) => row)),
        rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1)?.row)
      ]))
  }
  return { tables: (domain) => tablesOf[domain].map((table) => ({ name: table.name, rows: rowsOf(table) })) }
}))

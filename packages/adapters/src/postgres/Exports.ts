import { sql } from "./kit/sql.js"
import { Exports } from "@daybook/core/export"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Stream } from "effect"
import { allTables } from "./domains.js"
import type { ExportTable } from "./kit/domain.js"
import { rowStream } from "./kit/rowStream.js"
import { text } from "./kit/columns.js"

export const layer = Layer.effect(
  Exports,
  Effect.map(Effect.all([SqlClient.SqlClient, allTables]), ([client, domainTables]) => {
    const stream = rowStream("Exports.rows", client)
    const rowsOf = ({ key, name }: ExportTable) => {
      const columns = sql.literal(key.map((column) => `item.${column}`).join(", "))
      const last = sql.literal(key.map((column) => `last.${column}`).join(", "))
      const rows = stream<{ readonly row: string }>(
        (after, limit) => sql({ row: text })`
          SELECT to_jsonb(item)::text AS row FROM ${sql(name)} AS item
          WHERE ${after === null ? sql`true` : sql`(${columns}) > (SELECT ${last} FROM jsonb_populate_record(NULL::${sql(name)}, ${after.row}::jsonb) AS last)`}
          ORDER BY ${columns} LIMIT ${limit}`
      )
      return Stream.map(rows, ({ row }) => row)
    }
    return {
      tables: (domain) =>
        domainTables
          .filter((tables) => tables.domain === domain)
          .flatMap(({ exported }) => exported.map((table) => ({ name: table.name, rows: rowsOf(table) })))
    }
  })
)

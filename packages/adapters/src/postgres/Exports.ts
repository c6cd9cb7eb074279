import { sql } from "./kit/sql.js"
import { Exports } from "@daybook/core/export"
import { type SqlClient } from "@effect/sql"
import { Chunk, Effect, Layer, Option, Stream } from "effect"
import { allTables } from "./domains.js"
import type { ExportTable } from "./kit/domain.js"
import { storage } from "./storage.js"
import { text } from "./kit/columns.js"

const pageSize = 2_000

export const layer = Layer.effect(
  Exports,
  Effect.map(Effect.all([Effect.context<SqlClient.SqlClient>(), allTables]), ([context, domainTables]) => {
    /** Reads page by page in key order, so that a slow reader does not block other work. */
    const rowsOf = ({ key, name }: ExportTable) => {
      const columns = sql.literal(key.map((column) => `item.${column}`).join(", "))
      const last = sql.literal(key.map((column) => `last.${column}`).join(", "))
      const page = (after: string | null) =>
        sql({ row: text })`
        SELECT to_jsonb(item)::text AS row FROM ${sql(name)} AS item
        WHERE ${after === null ? sql`true` : sql`(${columns}) > (SELECT ${last} FROM jsonb_populate_record(NULL::${sql(name)}, ${after}::jsonb) AS last)`}
        ORDER BY ${columns} LIMIT ${pageSize}`
      return Stream.paginateChunkEffect(null as string | null, (after) =>
        Effect.map(storage("Exports.rows")(Effect.provide(page(after), context)), (rows) => [
          Chunk.fromIterable(rows.map(({ row }) => row)),
          rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1)?.row)
        ])
      )
    }
    return {
      tables: (domain) =>
        domainTables
          .filter((tables) => tables.domain === domain)
          .flatMap(({ exported }) => exported.map((table) => ({ name: table.name, rows: rowsOf(table) })))
    }
  })
)

import type { ReadingStore } from "@daybook/core/reading"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { within } from "./articles.js"
import { type PlacedRow, placedColumns, toPlaced } from "../columns.js"

/** Highlights across all articles. */
export const highlights = (sql: SqlClient.SqlClient): Pick<ReadingStore["Type"], "highlights" | "highlight" | "highlightCount" | "highlightAt"> => {
  const count = (where: Statement.Fragment) => Effect.map(sql<{ count: number }>`SELECT count(*) AS count FROM reading_highlights WHERE ${where}`, ([row]) => row?.count ?? 0)
  const one = ([row]: ReadonlyArray<PlacedRow>) => Option.map(Option.fromNullable(row), toPlaced)
  return {
    highlights: (page, marked) =>
      storage("ReadingStore.highlights")(Effect.gen(function*() {
        const where = sql.and([sql`true`, ...within(sql, "created_at", marked)])
        const total = yield* count(where)
        const rows = yield* sql<PlacedRow>`
          SELECT ${placedColumns(sql)}
          FROM (SELECT * FROM reading_highlights WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${offsetOf(page)}) AS highlight
          JOIN reading_articles AS article ON article.id = highlight.article_id
          ORDER BY highlight.created_at DESC, highlight.id DESC`
        return { rows: rows.map(toPlaced), total }
      })),
    highlight: (id) =>
      storage("ReadingStore.highlight")(Effect.map(
        sql<PlacedRow>`
          SELECT ${placedColumns(sql)} FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
          WHERE highlight.id = ${id}`,
        one
      )),
    highlightCount: storage("ReadingStore.highlightCount")(count(sql`true`)),
    highlightAt: (place) =>
      storage("ReadingStore.highlightAt")(Effect.map(
        sql<PlacedRow>`
          SELECT ${placedColumns(sql)} FROM reading_highlights AS highlight JOIN reading_articles AS article ON article.id = highlight.article_id
          WHERE highlight.id = (SELECT id FROM reading_highlights ORDER BY id LIMIT 1 OFFSET ${place})`,
        one
      ))
  }
}

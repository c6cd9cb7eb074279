import type { ExportTable } from "../ExportTable.js"

/** What reading stores; when look-ups come due is no part of it. */
export const readingTables: ReadonlyArray<ExportTable> = [
  { name: "reading_articles", key: ["id"] },
  { name: "reading_texts", key: ["article_id"] },
  { name: "reading_highlights", key: ["id"] }
]

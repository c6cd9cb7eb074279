import type { ExportTable } from "../ExportTable.js"

/** What watching stores: what each source reported, and the viewings that were made of it. */
export const watchingTables: ReadonlyArray<ExportTable> = [
  { name: "watching_titles", key: ["id"] },
  { name: "watching_ids", key: ["kind", "scheme", "value"] },
  { name: "watching_episodes", key: ["id"] },
  { name: "watching_reports", key: ["id"] },
  { name: "watching_watches", key: ["id"] },
  { name: "watching_apart", key: ["first_id", "second_id"] },
  { name: "watching_ratings", key: ["title_id", "source"] }
]

import type { ExportTable } from "../ExportTable.js"

/** What watching stores; viewings are found anew from the reports. */
export const watchingTables: ReadonlyArray<ExportTable> = [
  { name: "watching_titles", key: ["id"] },
  { name: "watching_ids", key: ["kind", "scheme", "value"] },
  { name: "watching_episodes", key: ["id"] },
  { name: "watching_reports", key: ["id"] },
  { name: "watching_apart", key: ["first_id", "second_id"] },
  { name: "watching_ratings", key: ["title_id", "source"] }
]

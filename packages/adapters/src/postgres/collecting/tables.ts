import type { ExportTable } from "../ExportTable.js"

/** What collecting stores. */
export const collectingTables: ReadonlyArray<ExportTable> = [
  { name: "collecting_releases", key: ["id"] },
  { name: "collecting_credits", key: ["release_id", "place"] },
  { name: "collecting_copies", key: ["id"] },
  { name: "collecting_wants", key: ["id"] },
  { name: "collecting_films", key: ["id"] },
  { name: "collecting_discs", key: ["id"] },
  { name: "collecting_values", key: ["source"] }
]

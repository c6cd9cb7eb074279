import type { ExportTable } from "../ExportTable.js"

/** What running stores; sums are made anew from it. */
export const runningTables: ReadonlyArray<ExportTable> = [
  { name: "running_activities", key: ["id"] },
  { name: "running_courses", key: ["activity_id"] },
  { name: "running_reports", key: ["activity_id", "road"] },
  { name: "running_splits", key: ["activity_id", "number"] },
  { name: "running_efforts", key: ["activity_id", "distance"] },
  { name: "running_gear", key: ["id"] },
  { name: "running_deletions", key: ["activity_id"] }
]

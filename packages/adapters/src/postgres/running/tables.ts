import type { ExportTable } from "../ExportTable.js"

/** What an export of running holds: what is shown, and what each road said of it. */
export const runningTables: ReadonlyArray<ExportTable> = [
  { name: "running_activities", key: ["id"] },
  { name: "running_courses", key: ["activity_id"] },
  { name: "running_splits", key: ["activity_id", "number"] },
  { name: "running_efforts", key: ["activity_id", "distance"] },
  { name: "running_gear", key: ["id"] },
  { name: "running_reports", key: ["activity_id", "road"] },
  { name: "running_deletions", key: ["activity_id"] }
]

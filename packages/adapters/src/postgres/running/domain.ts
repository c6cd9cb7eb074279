import { Calendar } from "@daybook/core/shared"
import { Effect } from "effect"
import { isInAny, tablesOf } from "../kit/domain.js"
import { sql } from "../kit/sql.js"
import { recompute } from "./recompute.js"

/** Exports merged runs, and the reports of each origin. */
export const runningTables = tablesOf({
  domain: "running",
  exported: [
    { name: "running_activities", key: ["id"] },
    { name: "running_courses", key: ["activity_id"] },
    { name: "running_splits", key: ["activity_id", "number"] },
    { name: "running_efforts", key: ["activity_id", "distance"] },
    { name: "running_gear", key: ["id"] },
    { name: "running_reports", key: ["activity_id", "road"] },
    { name: "running_deletions", key: ["activity_id"] },
    { name: "running_recorded", key: ["source", "key"] }
  ],
  logged: sql`SELECT 'activity', id::text FROM running_activities WHERE NOT hidden`,
  activity: sql`SELECT 1 AS times, day AS last FROM running_activities WHERE NOT hidden AND id = part.entity_id`,
  feedFollowsInstants: false,
  rezone: (zone) => Effect.flatMap(Calendar, (calendar) => recompute(calendar, isInAny(zone, "started_at")))
})

import type { Read } from "../Read.js"
import { sql } from "../sql.js"
import { paged } from "./paged.js"

const total = sql`SELECT sum(runs) FROM running_sums WHERE kind = 'year'`

/** Lists of runs with all that is shown of each. */
export const running = (): ReadonlyArray<Read> => [
  paged("/activities?limit=100&page=3", sql`
    SELECT run.*, course.polyline, gear.name AS gear_name FROM (SELECT * FROM running_activities ORDER BY started_at DESC, id DESC LIMIT 100 OFFSET 200) AS run
    LEFT JOIN running_courses AS course ON course.activity_id = run.id LEFT JOIN running_gear AS gear ON gear.id = run.gear_id
    ORDER BY run.started_at DESC, run.id DESC`, total),
  paged("/activities", sql`
    SELECT run.*, course.polyline, gear.name AS gear_name FROM (SELECT * FROM running_activities ORDER BY started_at DESC, id DESC LIMIT 20) AS run
    LEFT JOIN running_courses AS course ON course.activity_id = run.id LEFT JOIN running_gear AS gear ON gear.id = run.gear_id
    ORDER BY run.started_at DESC, run.id DESC`, total)
]

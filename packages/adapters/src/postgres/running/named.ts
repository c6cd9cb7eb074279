import { Effect } from "effect"
import { number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

/** The runs of some reports, hidden or not. A recording is also found by the name that it had before it had a run. */
export const runsNamed = (reports: ReadonlyArray<string>) =>
  Effect.map(
    sql({ id: number })`
      SELECT activity_id AS id FROM running_recorded
      WHERE source || ':' || key = ANY(${reports}::text[]) AND activity_id IS NOT NULL
      UNION
      SELECT run.id FROM running_activities AS run
      WHERE run.source || ':' || run.id = ANY(${reports}::text[])
        AND EXISTS (SELECT FROM running_reports AS report WHERE report.activity_id = run.id)
      UNION
      SELECT run.id FROM running_activities AS run
      JOIN running_reports AS report ON report.activity_id = run.id AND report.road = 'archived'
      WHERE ${reports.some((name) => name.includes(":-"))} AND run.source || ':' ||
        (-floor((report.said->'run'->>'startedAt')::float8 / 1000))::bigint = ANY(${reports}::text[])
      ORDER BY id`,
    (rows) => rows.map(({ id }) => id)
  )

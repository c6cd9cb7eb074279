import type { SourceCounts } from "@daybook/core/explain"
import type { Statement } from "@effect/sql"
import { type ColumnsOf, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

const columns: ColumnsOf<SourceCounts> = {
  source: text,
  reported: number,
  counted: number,
  duplicates: number,
  hidden: number
}

/** Counts the reports of a day by source. `reports` are rows with `source` and `fate`, as `ReportFate` names them. */
export const countsOf = (reports: Statement.Fragment) => sql(columns)`
  SELECT source, count(*) AS reported, count(*) FILTER (WHERE fate = 'counted') AS counted,
    count(*) FILTER (WHERE fate = 'duplicate') AS duplicates, count(*) FILTER (WHERE fate = 'hidden') AS hidden
  FROM (${reports}) AS report GROUP BY source ORDER BY source COLLATE "C"`

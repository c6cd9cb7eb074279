import type { LogLine, RunDay } from "@daybook/core/sync"
import { Effect } from "effect"
import { domainName } from "./entities.js"
import { type ColumnsOf, date, instant, number, oneOf, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { table } from "./kit/table.js"

const lineColumns: ColumnsOf<LogLine> = {
  at: instant,
  level: oneOf(["debug", "info", "warning", "error"]),
  message: text
}
const lines = table("sync_log", { run: number, ...lineColumns })

/** Appends to the log of a run. */
export const writeLog = (run: number, added: ReadonlyArray<LogLine>) =>
  Effect.asVoid(lines.insert(added.map((line) => ({ run, ...line }))))

/** What a run logged, oldest first. */
export const readLog = (run: number) =>
  sql(lineColumns)`SELECT at, level, message FROM sync_log WHERE run = ${run} ORDER BY id`

const dayColumns: ColumnsOf<RunDay> = { source: text, domain: domainName, date, completed: number, failed: number }

/** The finished runs since an instant, by source and day. */
export const runDays = (since: number, zone: string) => sql(dayColumns)`
  SELECT source, max(domain) AS domain, (started_at AT TIME ZONE ${zone})::date::text AS date,
    count(*) FILTER (WHERE status = 'completed')::int AS completed,
    count(*) FILTER (WHERE status = 'failed')::int AS failed
  FROM sync_runs
  WHERE NOT is_job AND trigger <> 'webhook' AND status <> 'running'
    AND started_at >= to_timestamp(${since}::float8 / 1000)
  GROUP BY 1, 3 ORDER BY 1, 3`

import type { LogLine, RunDay } from "@daybook/core/sync"
import type { LocalDate } from "@daybook/core/shared"
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

/** The finished runs by source and day. The last of the days has no end. */
export const runDays = (days: ReadonlyArray<{ readonly date: LocalDate; readonly since: number }>) => sql(dayColumns)`
  SELECT source, max(domain) AS domain, day.date::text AS date,
    count(*) FILTER (WHERE status = 'completed')::int AS completed,
    count(*) FILTER (WHERE status = 'failed')::int AS failed
  FROM sync_runs
  JOIN (
    SELECT date, since, coalesce(lead(since) OVER (ORDER BY date), 'infinity') AS until
    FROM (
      SELECT date, to_timestamp(since / 1000) AS since
      FROM unnest(
        ${days.map(({ date }) => date)}::date[], ${days.map(({ since }) => since)}::float8[]
      ) AS listed (date, since)
    ) AS starting
  ) AS day ON started_at >= day.since AND started_at < day.until
  WHERE NOT is_job AND trigger <> 'webhook' AND status <> 'running'
  GROUP BY 1, 3 ORDER BY 1, 3`

import { RunningRecords } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import type { EnrichmentTask } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { attempts, isQueued } from "../EnrichmentTasks.js"
import { number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implementRankedAndPlaced } from "../kit/store.js"
import { put } from "./put.js"
import { recompute } from "./recompute.js"
import { discard, removeReports } from "./removal.js"
import { separate } from "./separation.js"

/** The ids among some keys. Other sources than the leading one have keys of any form. */
const idsIn = (keys: ReadonlyArray<string>) => keys.map(Number).filter(Number.isSafeInteger)

const existing = (source: string, keys: ReadonlyArray<string>) =>
  Effect.map(
    sql({ key: text })`
      SELECT id::text AS key FROM running_activities
      WHERE source = ${source} AND id = ANY(${idsIn(keys)}::bigint[])
      UNION SELECT key FROM running_recorded
      WHERE source = ${source} AND key = ANY(${keys}::text[]) AND NOT discarded`,
    (rows) => rows.map(({ key }) => key)
  )

/** Runs that a source leads or reports. */
const countRuns = (source: string) =>
  countOf(sql`
    SELECT (
      SELECT count(*) FROM running_activities AS run
      WHERE source = ${source} AND NOT EXISTS (SELECT FROM running_recorded AS recorded WHERE recorded.id = run.id)
    ) + (SELECT count(*) FROM running_recorded WHERE source = ${source} AND NOT discarded)`)

/** Queued runs or shoes that are due. */
const due = (task: EnrichmentTask, limit: number) =>
  sql({ subject: text, attempts: number })`
    SELECT subject, ${attempts} AS attempts FROM enrichment_tasks AS known
    LEFT JOIN running_activities AS run ON run.id = CASE WHEN known.kind = 'activity' THEN known.subject::bigint END
    WHERE ${isQueued(task)} ORDER BY run.started_at DESC NULLS LAST, subject LIMIT ${limit}`

const locked = domainLock("running")

export const layer = Layer.effect(
  RunningRecords,
  Effect.flatMap(Calendar, (calendar) =>
    implementRankedAndPlaced(RunningRecords, {
      put: (source, reports, covers, list) => locked(put(calendar, source, reports, covers, list ?? null)),
      remove: (source, keys) => locked(removeReports(calendar, source, keys)),
      discard: (id) => locked(discard(id)),
      separate: (id) => locked(separate(calendar, id)),
      existing,
      count: countRuns,
      recompute: locked(recompute(calendar)),
      due
    })
  )
)

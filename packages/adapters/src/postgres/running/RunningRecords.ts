import { RunningRecords } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import type { EnrichmentTask } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { attempts, isQueued } from "../EnrichmentTasks.js"
import { number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { put } from "./put.js"
import { recompute } from "./recompute.js"
import { remove } from "./remove.js"

const locked = domainLock("running")

const existing = (source: string, keys: ReadonlyArray<string>) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM running_activities WHERE source = ${source} AND id = ANY(${keys.map(Number)}::bigint[])`,
    (rows) => rows.map(({ id }) => String(id))
  )

const due = (task: EnrichmentTask, limit: number) =>
  sql({ subject: text, attempts: number })`
    SELECT subject, ${attempts} AS attempts FROM enrichment_tasks AS known
    LEFT JOIN running_activities AS run ON run.id = CASE WHEN known.kind = 'activity' THEN known.subject::bigint END
    WHERE ${isQueued(task)} ORDER BY run.started_at DESC NULLS LAST, subject LIMIT ${limit}`

export const layer = Layer.effect(
  RunningRecords,
  Effect.flatMap(Calendar, (calendar) =>
    implement(RunningRecords, {
      put: (source, reports, covers, list) => locked(put(calendar, source, reports, covers, list ?? null)),
      remove: (source, keys) => locked(remove(source, keys.map(Number))),
      discard: (id) => locked(Effect.map(remove(null, [id], true), (deleted) => deleted.length > 0)),
      existing,
      count: (source) => countOf(sql`SELECT count(*) FROM running_activities WHERE source = ${source}`),
      recompute: locked(recompute(calendar)),
      due
    })
  )
)

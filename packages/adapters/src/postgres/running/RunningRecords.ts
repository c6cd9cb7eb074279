import { RunningRecords, gearTask } from "@daybook/core/running"
import { Calendar, yearOf } from "@daybook/core/shared"
import type { EnrichmentTask } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { attempts, forget, isQueued, queue } from "../EnrichmentTasks.js"
import { date, nullable, number, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { put } from "./put.js"
import { recompute, recount } from "./recompute.js"

/** Those of the runs that only archives reported: their deletion counts as made by an archive. */
const archivedOnly = (ids: ReadonlyArray<number>) => sql({ id: number })`
  SELECT activity_id AS id FROM running_reports AS report
  WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[]) AND NOT EXISTS (
    SELECT FROM running_reports AS listed WHERE listed.activity_id = report.activity_id AND listed.road = 'listed'
  )`

/** Deletes runs and records the deletion, so that an old export file does not bring them back. */
const remove = Effect.fn("running.remove")(function* (
  source: string | null,
  ids: ReadonlyArray<number>,
  byHand = false
) {
  const archived = yield* archivedOnly(ids)
  const deleted = yield* sql({ id: number, day: date, gearId: nullable(text), source: text })`
    DELETE FROM running_activities
    WHERE id = ANY(${ids}::bigint[]) AND (${source}::text IS NULL OR source = ${source})
    RETURNING id, day, gear_id, source`
  if (deleted.length === 0) return []
  const deletedIds = deleted.map(({ id }) => id)
  yield* sql`
    INSERT INTO running_deletions AS stored (activity_id, by_hand, as_of)
    SELECT id, ${byHand}, CASE WHEN id = ANY(${archived.map(({ id }) => id)}::bigint[])
      THEN (SELECT as_of FROM sync_lists AS list WHERE list.source = ${source} AND list.list = 'activities') END
    FROM unnest(${deletedIds}::bigint[]) AS id
    ON CONFLICT (activity_id) DO UPDATE SET by_hand = excluded.by_hand OR stored.by_hand, as_of = excluded.as_of`
  yield* forget("running", "activity", deletedIds)
  const worn = deleted.filter(({ gearId }) => gearId !== null && !gearId.startsWith("name:"))
  if (!byHand) yield* Effect.forEach(worn, (run) => queue(gearTask(run.source), [run.gearId!]), { discard: true })
  yield* recount(deleted.map(({ day }) => yearOf(day)))
  return deletedIds
})

const existing = (source: string, keys: ReadonlyArray<string>) =>
  Effect.map(
    sql({ id: number })`
      SELECT id FROM running_activities WHERE source = ${source} AND id = ANY(${keys.map(Number)}::bigint[])`,
    (rows) => rows.map(({ id }) => String(id))
  )

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

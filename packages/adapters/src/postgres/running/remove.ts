import { gearTask } from "@daybook/core/running"
import { yearOf } from "@daybook/core/shared"
import { Effect } from "effect"
import { forget, queue } from "../EnrichmentTasks.js"
import { date, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { recount } from "./recompute.js"

/** Those of the runs that only archives reported: their deletion counts as made by an archive. */
const archivedOnly = (ids: ReadonlyArray<number>) => sql({ id: number })`
  SELECT activity_id AS id FROM running_reports AS report
  WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[]) AND NOT EXISTS (
    SELECT FROM running_reports AS listed WHERE listed.activity_id = report.activity_id AND listed.road = 'listed'
  )`

/** Deletes runs and records the deletion, so that an old export file does not bring them back. */
export const remove = Effect.fn("running.remove")(function* (
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

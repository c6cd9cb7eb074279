import { type MergedReports, type RecordedReport, gearTask, mergeReports, recordedId } from "@daybook/core/running"
import { type Calendar, yearOf } from "@daybook/core/shared"
import { refOf } from "@daybook/core/workouts"
import { type Context, Effect } from "effect"
import { forget, queue } from "../EnrichmentTasks.js"
import { boolean, date, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { recount } from "./recompute.js"
import { type RecordedRow, hasRecorded, recordedByKeys, recordedOfRuns, writeRecorded } from "./recorded.js"
import { publishedOf, regroup } from "./regroup.js"
import { lookUp } from "./reports.js"

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

/** Removes what a source reported. What other sources report of the same runs stays. */
export const removeReports = Effect.fn("running.removeReports")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  keys: ReadonlyArray<string>
) {
  const removed = yield* remove(source, keys.map(Number).filter(Number.isSafeInteger))
  const rows = (yield* recordedByKeys(source, keys)).filter(({ discarded }) => !discarded)
  const count = removed.length + rows.length
  if (count === 0 || !(yield* hasRecorded)) return { count, deleted: removed, upserted: [] }
  const runs = rows.flatMap(({ activityId }) => activityId ?? [])
  const changes = new Map(rows.map(({ report }) => [refOf(source, report.key), null]))
  const regrouping = yield* regroup(calendar, runs, changes)
  const { deleted, upserted } = publishedOf(regrouping)
  return { count, deleted: [...removed, ...deleted], upserted }
})

const hasOwnReports = (id: number) =>
  Effect.map(
    sql({ isOwn: boolean, source: text })`
      SELECT source, EXISTS (SELECT FROM running_reports WHERE activity_id = run.id) AS is_own
      FROM running_activities AS run
      WHERE id = coalesce((SELECT activity_id FROM running_recorded WHERE id = ${id}::bigint), ${id}::bigint)`,
    ([row]) => row
  )

/** A report that stands for a run which a person deleted, so that no other source brings it back. */
const tombstoneOf = (source: string, id: number, run: MergedReports): RecordedReport => {
  const { calories: _, description: _text, efforts: _efforts, splits: _splits, ...own } = run
  const key = String(id)
  return {
    source,
    key,
    run: { ...own, id: recordedId(source, key), name: "", polyline: null, gear: null },
    detail: { calories: null, description: null, splits: null, efforts: null },
    zoned: true,
    identities: [],
    asOf: null
  }
}

/** Deletes a run by hand, with all reports of it. Null if there is none. */
export const discard = Effect.fn("running.discard")(function* (anyId: number) {
  const [current] = yield* sql({ id: number })`
    SELECT coalesce((SELECT activity_id FROM running_recorded WHERE id = ${anyId}::bigint), ${anyId}::bigint) AS id`
  const id = current!.id
  const run = yield* hasOwnReports(id)
  if (run === undefined) return null
  const reports = (yield* lookUp([id])).get(id)?.reports
  const rows = (yield* recordedOfRuns([id])).filter(({ activityId }) => activityId === id)
  const own = run.isOwn && reports !== undefined ? mergeReports({ ...reports, recorded: [] }) : null
  if (own === null) {
    const deleted = yield* sql({ day: date })`DELETE FROM running_activities WHERE id = ${id}::bigint RETURNING day`
    yield* recount(deleted.map(({ day }) => yearOf(day)))
  } else yield* remove(null, [id], true)
  const tombstones: ReadonlyArray<RecordedRow> =
    own === null ? [] : [{ report: tombstoneOf(run.source, id, own), discarded: true, activityId: null }]
  yield* writeRecorded(
    [...rows, ...tombstones].map(({ report }) => ({ report, discarded: true, activityId: null, reason: null }))
  )
  return { count: 1, deleted: [id], upserted: [] }
})

import { type Report, RunningRecords, type Run, type Shoe, detailTask, gearTask } from "@daybook/core/running"
import { Calendar, yearOf } from "@daybook/core/shared"
import type { EnrichmentTask, FullListing, Span } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { absorb, assignRuns, currentReports, endList, missingFrom, newestIn, stampReports } from "./archives.js"
import { domainLock } from "../kit/domainLock.js"
import { attempts, complete, forget, isQueued, queue } from "../EnrichmentTasks.js"
import { placesFor } from "./place.js"
import { recompute, recount } from "./recompute.js"
import { countedOf, mentionGear, rowOf, toPublishable, writeRows, writeShoes } from "./rows.js"
import { type Change, changesOf, type ExistingReports, lookUp, writeReports } from "./reports.js"
import { isDeepStrictEqual } from "node:util"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { number, date, text, nullable } from "../kit/columns.js"

const gearOf = (run: Run | null | undefined) =>
  run?.gear !== null && run?.gear !== undefined && "id" in run.gear ? [run.gear.id] : []

/** The start position does not affect enrichment, and runs stored by earlier versions lack it. */
const withoutStart = (run: Run | null) => (run === null ? null : { ...run, start: undefined })

const due = (task: EnrichmentTask, limit: number) =>
  sql({ subject: text, attempts: number })`
    SELECT subject, ${attempts} AS attempts FROM enrichment_tasks AS known
    LEFT JOIN running_activities AS run ON run.id = CASE WHEN known.kind = 'activity' THEN known.subject::bigint END
    WHERE ${isQueued(task)} ORDER BY run.started_at DESC NULLS LAST, subject LIMIT ${limit}`

export const layer = Layer.effect(
  RunningRecords,
  Effect.gen(function* () {
    const calendar = yield* Calendar

    /** Queues enrichments after a page: for new or changed runs, and for shoes with a changed mileage. */
    const wantMore = Effect.fn(function* (
      source: string,
      changes: ReadonlyArray<Change>,
      detailed: ReadonlyArray<string>
    ) {
      const listed = changes.filter(
        ({ after, before }) => !isDeepStrictEqual(withoutStart(after.listed), withoutStart(before.listed))
      )
      const full = new Set(detailed)
      yield* queue(
        detailTask(source),
        listed.map(({ id }) => String(id)).filter((id) => !full.has(id))
      )
      yield* complete(detailTask(source), detailed)
      yield* queue(
        gearTask(source),
        listed.flatMap(({ after, before }) => [...gearOf(before.listed), ...gearOf(after.listed)])
      )
    })

    const missingIn = (source: string, { from, to }: Span, current: ReadonlyArray<number>) =>
      sql({ id: number })`
      SELECT id FROM running_activities
      WHERE source = ${source} AND started_at >= to_timestamp(${from}::float8 / 1000) AND started_at < to_timestamp(${to}::float8 / 1000)
        AND id > 0 AND id <> ALL(${current}::bigint[])`

    const write = Effect.fn(function* (source: string, changes: ReadonlyArray<Change>) {
      const placeOf = yield* placesFor(changes.flatMap(({ after, before }) => [before, after]))
      const judged = changes.map(({ after, before }) => ({
        before: rowOf(calendar, placeOf, before),
        after: rowOf(calendar, placeOf, after)!
      }))
      const moved = judged.filter(({ after, before }) => !isDeepStrictEqual(after, before))
      yield* writeRows(
        source,
        moved.map(({ after }) => after)
      )
      yield* writeReports(changes)
      yield* mentionGear(
        source,
        moved.flatMap(({ after }) => (after.gear === null ? [] : [after.gear]))
      )
      const back = changes.filter(({ wasDeleted }) => wasDeleted).map(({ id }) => id)
      if (back.length > 0) yield* sql`DELETE FROM running_deletions WHERE activity_id = ANY(${back}::bigint[])`
      const recountedYears = moved.filter(
        ({ after, before }) => before === null || !isDeepStrictEqual(countedOf(after), countedOf(before))
      )
      yield* recount(
        recountedYears.flatMap(({ after, before }) => [
          yearOf(after.day),
          ...(before === null ? [] : [yearOf(before.day)])
        ])
      )
      return moved
    })

    /** Removes the archives' reports from runs that a full archive lacks. Runs without another origin are missing. */
    const closeList = Effect.fn(function* (source: string, list: FullListing) {
      const completeLists = yield* newestIn(source, list)
      if (completeLists.length === 0) return { moved: [], missing: [] }
      const lacked = completeLists.includes("activities") ? yield* missingFrom(source, list) : { alone: [], listed: [] }
      const existing = lacked.listed.length === 0 ? new Map<number, ExistingReports>() : yield* lookUp(lacked.listed)
      const changes = Array.from(existing, ([id, { reports: before }]): Change => ({
        id,
        before,
        after: { ...before, archived: null },
        wasDeleted: false
      }))
      const moved = changes.length === 0 ? [] : yield* write(source, changes)
      yield* sql`DELETE FROM running_reports WHERE road = 'archived' AND activity_id = ANY(${lacked.listed}::bigint[])`
      yield* endList(source, { ...list, completeLists })
      return { moved, missing: lacked.alone }
    })

    const put = Effect.fn(function* (
      source: string,
      page: ReadonlyArray<Report>,
      covers: Span | null,
      list: FullListing | null
    ) {
      const current = list === null ? page : yield* currentReports(source, page, list)
      const absorbed = yield* absorb(source, current)
      const reports = [...absorbed.reports, ...(yield* assignRuns(source, current))]
      const ids = Array.from(new Set(reports.flatMap((report) => (report._tag === "Shoes" ? [] : [report.run.id]))))
      const existing = ids.length === 0 ? new Map() : yield* lookUp(ids)
      const changes = changesOf(reports, existing, list?.asOf ?? null)
      const changedRows = changes.length === 0 ? [] : yield* write(source, changes)
      if (list !== null) yield* stampReports(current, list)
      const closed = list === null ? { moved: [], missing: [] } : yield* closeList(source, list)
      const moved = [...changedRows, ...closed.moved]
      yield* recount(absorbed.years)
      const shoes = reports.flatMap((report): ReadonlyArray<Shoe> => (report._tag === "Shoes" ? [report.shoe] : []))
      const reshod = shoes.length === 0 ? 0 : yield* writeShoes(source, shoes, list?.asOf ?? null)
      const detailed = reports.flatMap((report) => (report._tag === "Detailed" ? [String(report.run.id)] : []))
      yield* wantMore(source, changes, detailed)
      const missing = covers === null ? [] : yield* missingIn(source, covers, ids)
      const added = moved.filter(({ before }) => before === null).length
      return {
        added,
        changed: moved.length - added + reshod,
        present: ids.filter((id) => existing.get(id)?.deleted === "no").map(String),
        missing: [...missing.map(({ id }) => id), ...closed.missing].map(String),
        deleted: absorbed.ids,
        upserted: moved.flatMap(({ after, before }) =>
          before !== null && isDeepStrictEqual(toPublishable(after), toPublishable(before))
            ? []
            : [toPublishable(after)]
        )
      }
    })

    /** Deletes runs and records the deletion, so that an old export file does not bring them back. */
    const remove = Effect.fn(function* (source: string | null, ids: ReadonlyArray<number>, byHand = false) {
      // If archives were the only origin, the deletion counts as made by an archive.
      const archived = yield* sql({ id: number })`
      SELECT activity_id AS id FROM running_reports AS report WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[])
        AND NOT EXISTS (SELECT FROM running_reports AS listed WHERE listed.activity_id = report.activity_id AND listed.road = 'listed')`
      const deleted = yield* sql({ id: number, day: date, gearId: nullable(text), source: text })`
      DELETE FROM running_activities WHERE id = ANY(${ids}::bigint[]) AND (${source}::text IS NULL OR source = ${source})
      RETURNING id, day, gear_id, source`
      if (deleted.length === 0) return []
      const left = deleted.map(({ id }) => id)
      yield* sql`
      INSERT INTO running_deletions (activity_id, by_hand, as_of)
      SELECT id, ${byHand}, CASE WHEN id = ANY(${archived.map(({ id }) => id)}::bigint[])
        THEN (SELECT as_of FROM sync_lists AS list WHERE list.source = ${source} AND list.list = 'activities') END
      FROM unnest(${left}::bigint[]) AS id
      ON CONFLICT (activity_id) DO UPDATE SET by_hand = excluded.by_hand OR running_deletions.by_hand, as_of = excluded.as_of`
      yield* forget("running", "activity", left)
      const worn = deleted.filter(({ gearId }) => gearId !== null && !gearId.startsWith("name:"))
      if (!byHand) yield* Effect.forEach(worn, (run) => queue(gearTask(run.source), [run.gearId!]), { discard: true })
      yield* recount(deleted.map(({ day }) => yearOf(day)))
      return left
    })

    return yield* implement(RunningRecords, {
      put: (source, reports, covers, list) => domainLock("running")(put(source, reports, covers, list ?? null)),
      remove: (source, keys) => domainLock("running")(remove(source, keys.map(Number))),
      discard: (id) => domainLock("running")(Effect.map(remove(null, [id], true), (deleted) => deleted.length > 0)),
      existing: (source, keys) =>
        Effect.map(
          sql({
            id: number
          })`SELECT id FROM running_activities WHERE source = ${source} AND id = ANY(${keys.map(Number)}::bigint[])`,
          (rows) => rows.map(({ id }) => String(id))
        ),
      count: (source) =>
        Effect.map(
          sql({ count: number })`SELECT count(*) AS count FROM running_activities WHERE source = ${source}`,
          ([row]) => row?.count ?? 0
        ),
      recompute: domainLock("running")(recompute(calendar)),
      due
    })
  })
)

import { type Report, RunningRecords, type Run, type Shoe } from "@daybook/core/running"
import { Calendar, yearOf } from "@daybook/core/shared"
import type { FullList, Span } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { currentReports, endList, lackedBy, newestIn, stampReports } from "./archives.js"
import { mentionGear, writeShoes } from "./gear.js"
import { locked } from "./locked.js"
import * as Lookups from "./lookups.js"
import { placesFor } from "./place.js"
import { absorb, placed } from "./recorded.js"
import { recompute } from "./recompute.js"
import { countedOf, rowOf, shownRun, writeRows } from "./rows.js"
import { recount } from "./sums.js"
import { type Change, changesOf, type Known, lookUp, writeTold } from "./told.js"
import { isDeepStrictEqual } from "node:util"

const gearOf = (run: Run | null | undefined) => run?.gear !== null && run?.gear !== undefined && "id" in run.gear ? [run.gear.id] : []

/** Where a run began says nothing of whether there is more to ask for; runs stored by earlier versions lack it. */
const withoutStart = (run: Run | null) => run === null ? null : { ...run, start: undefined }

export const layer = Layer.effect(RunningRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar

  /** What the provider is to be asked for because of a page: runs it listed anew, and shoes whose mileage has moved. */
  const wantMore = Effect.fn(function*(source: string, changes: ReadonlyArray<Change>, detailed: ReadonlyArray<string>) {
    const listed = changes.filter(({ after, before }) => !isDeepStrictEqual(withoutStart(after.listed), withoutStart(before.listed)))
    const full = new Set(detailed)
    yield* Lookups.want(sql, source, "detail", listed.map(({ id }) => String(id)).filter((id) => !full.has(id)))
    yield* Lookups.known(sql, source, "detail", detailed)
    yield* Lookups.want(sql, source, "gear", listed.flatMap(({ after, before }) => [...gearOf(before.listed), ...gearOf(after.listed)]))
  })

  const missingIn = (source: string, { from, to }: Span, given: ReadonlyArray<number>) =>
    sql<{ id: number }>`
      SELECT id FROM running_activities
      WHERE source = ${source} AND started_at >= to_timestamp(${from}::float8 / 1000) AND started_at < to_timestamp(${to}::float8 / 1000)
        AND id > 0 AND id <> ALL(${given}::bigint[])`

  const write = Effect.fn(function*(source: string, changes: ReadonlyArray<Change>) {
    const placeOf = yield* placesFor(changes.flatMap(({ after, before }) => [before, after]))
    const judged = changes.map(({ after, before }) => ({ before: rowOf(calendar, placeOf, before), after: rowOf(calendar, placeOf, after)! }))
    const moved = judged.filter(({ after, before }) => !isDeepStrictEqual(after, before))
    yield* writeRows(sql, source, moved.map(({ after }) => after))
    yield* writeTold(sql, changes)
    yield* mentionGear(sql, source, moved.flatMap(({ after }) => after.gear === null ? [] : [after.gear]))
    const back = changes.filter(({ wasDeleted }) => wasDeleted).map(({ id }) => id)
    if (back.length > 0) yield* sql`DELETE FROM running_deletions WHERE activity_id = ANY(${back}::bigint[])`
    const counted = moved.filter(({ after, before }) => before === null || !isDeepStrictEqual(countedOf(after), countedOf(before)))
    yield* recount(sql, counted.flatMap(({ after, before }) => [yearOf(after.day), ...(before === null ? [] : [yearOf(before.day)])]))
    return moved
  })

  /** Runs that a whole archive lacks lose what archives told of them; those that nobody else knows are missing. */
  const closeList = Effect.fn(function*(source: string, list: FullList) {
    const whole = yield* newestIn(sql, source, list)
    if (whole.length === 0) return { moved: [], missing: [] }
    const lacked = whole.includes("activities") ? yield* lackedBy(sql, source, list) : { alone: [], listed: [] }
    const known = lacked.listed.length === 0 ? new Map<number, Known>() : yield* lookUp(sql, lacked.listed)
    const changes = Array.from(known, ([id, { told }]): Change => ({ id, before: told, after: { ...told, archived: null }, wasDeleted: false }))
    const moved = changes.length === 0 ? [] : yield* write(source, changes)
    yield* sql`DELETE FROM running_reports WHERE road = 'archived' AND activity_id = ANY(${lacked.listed}::bigint[])`
    yield* endList(sql, source, { ...list, whole })
    return { moved, missing: lacked.alone }
  })

  const put = Effect.fn(function*(source: string, said: ReadonlyArray<Report>, covers: Span | null, list: FullList | null) {
    const given = list === null ? said : yield* currentReports(sql, source, said, list)
    const absorbed = yield* absorb(sql, source, given)
    const reports = [...absorbed.reports, ...(yield* placed(sql, source, given))]
    const ids = Array.from(new Set(reports.flatMap((report) => report._tag === "Shoes" ? [] : [report.run.id])))
    const known = ids.length === 0 ? new Map() : yield* lookUp(sql, ids)
    const changes = changesOf(reports, known, list?.asOf ?? null)
    const told = changes.length === 0 ? [] : yield* write(source, changes)
    if (list !== null) yield* stampReports(sql, given, list)
    const closed = list === null ? { moved: [], missing: [] } : yield* closeList(source, list)
    const moved = [...told, ...closed.moved]
    yield* recount(sql, absorbed.years)
    const shoes = reports.flatMap((report): ReadonlyArray<Shoe> => report._tag === "Shoes" ? [report.shoe] : [])
    const reshod = shoes.length === 0 ? 0 : yield* writeShoes(sql, source, shoes, list?.asOf ?? null)
    const detailed = reports.flatMap((report) => report._tag === "Detailed" ? [String(report.run.id)] : [])
    yield* wantMore(source, changes, detailed)
    const missing = covers === null ? [] : yield* missingIn(source, covers, ids)
    const added = moved.filter(({ before }) => before === null).length
    return {
      added,
      changed: moved.length - added + reshod,
      present: ids.filter((id) => known.get(id)?.deleted === "no").map(String),
      missing: [...missing.map(({ id }) => id), ...closed.missing].map(String),
      gone: absorbed.ids,
      shown: moved.flatMap(({ after, before }) =>
        before !== null && isDeepStrictEqual(shownRun(after), shownRun(before)) ? [] : [shownRun(after)])
    }
  })

  /** Takes runs out and remembers that they were deleted, so that an old export file does not bring them back. */
  const remove = Effect.fn(function*(source: string | null, ids: ReadonlyArray<number>, byHand: boolean) {
    // What archives alone told, an archive took back.
    const archived = yield* sql<{ id: number }>`
      SELECT activity_id AS id FROM running_reports AS report WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[])
        AND NOT EXISTS (SELECT FROM running_reports AS listed WHERE listed.activity_id = report.activity_id AND listed.road = 'listed')`
    const gone = yield* sql<{ id: number; day: string; gearId: string | null; source: string }>`
      DELETE FROM running_activities WHERE id = ANY(${ids}::bigint[]) AND (${source}::text IS NULL OR source = ${source})
      RETURNING id, day, gear_id, source`
    if (gone.length === 0) return []
    const left = gone.map(({ id }) => id)
    yield* sql`
      INSERT INTO running_deletions (activity_id, by_hand, as_of)
      SELECT id, ${byHand}, CASE WHEN id = ANY(${archived.map(({ id }) => id)}::bigint[])
        THEN (SELECT as_of FROM sync_lists AS list WHERE list.source = ${source} AND list.list = 'activities') END
      FROM unnest(${left}::bigint[]) AS id
      ON CONFLICT (activity_id) DO UPDATE SET by_hand = excluded.by_hand OR running_deletions.by_hand, as_of = excluded.as_of`
    yield* sql`DELETE FROM running_lookups WHERE look_up = 'detail' AND subject = ANY(${left.map(String)}::text[])`
    const worn = gone.filter(({ gearId }) => gearId !== null && !gearId.startsWith("name:"))
    if (!byHand) yield* Effect.forEach(worn, (run) => Lookups.want(sql, run.source, "gear", [run.gearId!]), { discard: true })
    yield* recount(sql, gone.map(({ day }) => yearOf(day)))
    return left
  })

  return {
    put: (source, reports, covers, list) => storage("RunningRecords.put")(locked(sql)(put(source, reports, covers, list ?? null))),
    remove: (source, keys) => storage("RunningRecords.remove")(locked(sql)(remove(source, keys.map(Number), false))),
    discard: (id) => storage("RunningRecords.discard")(locked(sql)(Effect.map(remove(null, [id], true), (gone) => gone.length > 0))),
    stored: (source, keys) =>
      storage("RunningRecords.stored")(Effect.map(
        sql<{ id: number }>`SELECT id FROM running_activities WHERE source = ${source} AND id = ANY(${keys.map(Number)}::bigint[])`,
        (rows) => rows.map(({ id }) => String(id))
      )),
    count: (source) =>
      storage("RunningRecords.count")(Effect.map(
        sql<{ count: number }>`SELECT count(*) AS count FROM running_activities WHERE source = ${source}`,
        ([row]) => row?.count ?? 0
      )),
    recompute: storage("RunningRecords.recompute")(locked(sql)(recompute(sql, calendar))),
    due: (source, what, limit) => storage("RunningRecords.due")(Lookups.due(sql, source, what, limit)),
    dueCount: (source, what) => storage("RunningRecords.dueCount")(Lookups.dueCount(sql, source, what)),
    settleLookUp: (source, what, subject, until) => storage("RunningRecords.settleLookUp")(Effect.asVoid(Lookups.settle(sql, source, what, subject, until)))
  }
}))

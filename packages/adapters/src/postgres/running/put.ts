import { type Report, type ReportChange, type Run, detailTask, gearTask } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import type { FullListing, Span } from "@daybook/core/sync"
import { type Context, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { complete, queue } from "../EnrichmentTasks.js"
import { number } from "../kit/columns.js"
import { within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { closeList, currentReports, stampReports } from "./archives.js"
import { writeChanges, writeShoes } from "./changes.js"
import { absorb, assignRuns } from "./recordings.js"
import { hasRecorded } from "./recorded.js"
import { recount } from "./recompute.js"
import { publishedOf, putRecorded, regroup } from "./regroup.js"
import { changesOf, lookUp } from "./reports.js"

const gearOf = (run: Run | null | undefined) =>
  run?.gear !== null && run?.gear !== undefined && "id" in run.gear ? [run.gear.id] : []

/** The start position does not affect enrichment, and runs stored by earlier versions lack it. */
const withoutStart = (run: Run | null) => (run === null ? null : { ...run, start: undefined })

/** Queues enrichments after a page: for new or changed runs, and for shoes with a changed mileage. */
const wantMore = Effect.fn("running.wantMore")(function* (
  source: string,
  changes: ReadonlyArray<ReportChange>,
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

/** Stored runs that begin in a span and are not among the given ones. */
const missingIn = (source: string, span: Span, current: ReadonlyArray<number>) =>
  sql({ id: number })`
    SELECT id FROM running_activities
    WHERE source = ${source} AND ${within("started_at", span)} AND id > 0 AND id <> ALL(${current}::bigint[])`

/** Stores the reports of a page, and answers what they changed. */
export const put = Effect.fn("running.put")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  page: ReadonlyArray<Report>,
  covers: Span | null,
  list: FullListing | null
) {
  const recorded = page.flatMap((report) => (report._tag === "Recorded" ? [report] : []))
  const others = page.filter(({ _tag }) => _tag !== "Recorded")
  const own = yield* putOwn(calendar, source, others, covers, list)
  const matched = yield* putRecorded(calendar, source, recorded)
  // Runs of the leading source may take over, or release, what other sources reported.
  const changedIds = [...own.writtenRuns.map(({ after }) => after.id), ...own.deleted]
  const regrouping =
    changedIds.length > 0 && (yield* hasRecorded)
      ? yield* regroup(calendar, changedIds, new Map())
      : { writtenRuns: [], deleted: [] }
  const published = [own, matched.regrouping, regrouping].map(publishedOf)
  const upserted = new Map(published.flatMap((one) => one.upserted).map((run) => [run.id, run]))
  const deleted = published.flatMap((one) => one.deleted)
  for (const id of deleted) upserted.delete(id)
  return {
    added: own.added + matched.added,
    changed: own.changed + matched.changed,
    present: [...own.present, ...matched.present],
    missing: own.missing,
    deleted,
    upserted: [...upserted.values()]
  }
})

/** Stores the reports of the leading source. */
const putOwn = Effect.fn("running.putOwn")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  page: ReadonlyArray<Report>,
  covers: Span | null,
  list: FullListing | null
) {
  const current = list === null ? page : yield* currentReports(source, page, list)
  const absorbed = yield* absorb(source, current)
  const reports = [...absorbed.reports, ...(yield* assignRuns(source, current))]
  const ids = Array.from(
    new Set(reports.flatMap((report) => (report._tag === "Shoes" || report._tag === "Recorded" ? [] : [report.run.id])))
  )
  const existing = yield* lookUp(ids)
  const changes = changesOf(reports, existing, list?.asOf ?? null)
  const changedRuns = changes.length === 0 ? [] : yield* writeChanges(calendar, source, changes)
  if (list !== null) yield* stampReports(current, list)
  const closed = list === null ? { writtenRuns: [], missing: [] } : yield* closeList(calendar, source, list)
  const writtenRuns = [...changedRuns, ...closed.writtenRuns]
  yield* recount(absorbed.years)
  const shoes = reports.flatMap((report) => (report._tag === "Shoes" ? [report.shoe] : []))
  const changedShoes = shoes.length === 0 ? 0 : yield* writeShoes(source, shoes, list?.asOf ?? null)
  const detailed = reports.flatMap((report) => (report._tag === "Detailed" ? [String(report.run.id)] : []))
  yield* wantMore(source, changes, detailed)
  const missing = covers === null ? [] : yield* missingIn(source, covers, ids)
  const added = writtenRuns.filter(({ before }) => before === null).length
  return {
    added,
    changed: writtenRuns.length - added + changedShoes,
    present: ids.filter((id) => existing.get(id)?.deleted === "no").map(String),
    missing: [...missing.map(({ id }) => id), ...closed.missing].map(String),
    deleted: absorbed.ids,
    writtenRuns: writtenRuns.map((run) => ({ ...run, source }))
  }
})

import type { ExistingReports, Report, ReportChange } from "@daybook/core/running"
import type { Calendar } from "@daybook/core/shared"
import { type FullListing, isDeletedSince } from "@daybook/core/sync"
import { type Context, Effect } from "effect"
import { boolean, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { newestLists, noteLists } from "../fullListings.js"
import { writeChanges } from "./changes.js"
import { lookUp } from "./reports.js"

const idsOf = (reports: ReadonlyArray<Report>) =>
  reports.flatMap((report) => (report._tag === "Archived" ? [report.run.id] : []))

/**
 * Reports of an archive that no newer archive contradicts. Runs that only an older archive has were deleted since. The
 * deletion is recorded, so that archives can be imported in any order.
 */
export const currentReports = Effect.fn("running.currentReports")(function* (
  source: string,
  reports: ReadonlyArray<Report>,
  { asOf }: FullListing
) {
  const newest = yield* newestLists(source)
  const activities = newest.get("activities") ?? null
  const isOld = (report: Report) =>
    isDeletedSince(asOf, report._tag === "Shoes" ? (newest.get("shoes") ?? null) : activities)
  const old = idsOf(reports.filter(isOld))
  if (old.length > 0) {
    yield* sql`
      INSERT INTO running_deletions (activity_id, by_hand, as_of)
      SELECT id, false, to_timestamp(${activities}::float8 / 1000) FROM unnest(${old}::bigint[]) AS given (id)
      WHERE NOT EXISTS (SELECT FROM running_activities AS run WHERE run.id = given.id)
      ON CONFLICT DO NOTHING`
  }
  return reports.filter((report) => !isOld(report))
})

/** Records which archive reported these runs last. */
export const stampReports = (reports: ReadonlyArray<Report>, { asOf }: FullListing) => {
  const ids = idsOf(reports)
  return ids.length === 0
    ? Effect.void
    : sql`
    UPDATE running_reports SET as_of = to_timestamp(${asOf}::float8 / 1000)
    WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[])
      AND (as_of IS NULL OR as_of < to_timestamp(${asOf}::float8 / 1000))`
}

/**
 * Stored runs with archive reports that a full archive lacks: runs without another origin, and runs that the provider
 * lists.
 */
const missingFrom = Effect.fn("running.missingFrom")(function* (source: string, { asOf, keys = [] }: FullListing) {
  const ids = keys.map(Number).filter(Number.isSafeInteger)
  const rows = yield* sql({ id: number, isListed: boolean })`
    SELECT run.id, listed.said IS NOT NULL AS is_listed
    FROM running_activities AS run
    JOIN running_reports AS archived ON archived.activity_id = run.id AND archived.road = 'archived'
    LEFT JOIN running_reports AS listed ON listed.activity_id = run.id AND listed.road = 'listed'
    WHERE run.source = ${source} AND run.id > 0 AND run.id <> ALL(${ids}::bigint[])
      AND CASE WHEN archived.as_of IS NULL THEN listed.said IS NULL
        ELSE archived.as_of <= to_timestamp(${asOf}::float8 / 1000) END
    ORDER BY run.id`
  return {
    alone: rows.filter(({ isListed }) => !isListed).map(({ id }) => id),
    listed: rows.filter(({ isListed }) => isListed).map(({ id }) => id)
  }
})

/** Records a full archive that no newer one contradicts. Shoes that it lacks keep only what their runs say. */
const endList = Effect.fn("running.endList")(function* (source: string, list: FullListing) {
  const { asOf, keys = [], completeLists } = list
  yield* noteLists(source, completeLists, asOf)
  const at = sql`to_timestamp(${asOf}::float8 / 1000)`
  if (completeLists.includes("activities")) yield* sql`UPDATE running_deletions SET as_of = ${at} WHERE as_of < ${at}`
  if (!completeLists.includes("shoes")) return
  const lacked = sql`
    source = ${source} AND id LIKE 'name:%' AND id <> ALL(${keys}::text[]) AND (as_of IS NULL OR as_of <= ${at})`
  yield* sql`
    DELETE FROM running_gear AS shoe
    WHERE ${lacked} AND NOT EXISTS (SELECT FROM running_activities AS run WHERE run.gear_id = shoe.id)`
  yield* sql`UPDATE running_gear SET brand = NULL, model = NULL, as_of = NULL WHERE ${lacked}`
})

/** The lists that are full here and in no newer archive. */
const newestIn = Effect.fn("running.newestIn")(function* (source: string, { asOf, completeLists }: FullListing) {
  const newest = yield* newestLists(source)
  return completeLists.filter((list) => !isDeletedSince(asOf, newest.get(list) ?? null))
})

/** Removes the archives' reports from runs that a full archive lacks. Runs without another origin are missing. */
export const closeList = Effect.fn("running.closeList")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  list: FullListing
) {
  const completeLists = yield* newestIn(source, list)
  if (completeLists.length === 0) return { writtenRuns: [], missing: [] }
  const lacked = completeLists.includes("activities") ? yield* missingFrom(source, list) : { alone: [], listed: [] }
  const existing = lacked.listed.length === 0 ? new Map<number, ExistingReports>() : yield* lookUp(lacked.listed)
  const changes = Array.from(existing, ([id, { reports: before }]): ReportChange => ({
    id,
    before,
    after: { ...before, archived: null },
    wasDeleted: false
  }))
  const writtenRuns = changes.length === 0 ? [] : yield* writeChanges(calendar, source, changes)
  yield* sql`DELETE FROM running_reports WHERE road = 'archived' AND activity_id = ANY(${lacked.listed}::bigint[])`
  yield* endList(source, { ...list, completeLists })
  return { writtenRuns, missing: lacked.alone }
})

import type { Detail, Report, Run } from "@daybook/core/running"
import { yearOf } from "@daybook/core/shared"
import { type FullListing, isDeletedSince } from "@daybook/core/sync"
import { Effect } from "effect"
import { sql } from "../kit/sql.js"
import { boolean, date, json, number } from "../kit/columns.js"
import { newestLists, noteLists } from "../SyncStore.js"

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
    WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[]) AND (as_of IS NULL OR as_of < to_timestamp(${asOf}::float8 / 1000))`
}

/**
 * Stored runs with archive reports that a full archive lacks: runs without another origin, and runs that the provider
 * lists.
 */
export const missingFrom = Effect.fn("running.missingFrom")(function* (
  source: string,
  { asOf, keys = [] }: FullListing
) {
  const ids = keys.map(Number).filter(Number.isSafeInteger)
  const rows = yield* sql({ id: number, isListed: boolean })`
    SELECT run.id, listed.said IS NOT NULL AS is_listed
    FROM running_activities AS run
    JOIN running_reports AS archived ON archived.activity_id = run.id AND archived.road = 'archived'
    LEFT JOIN running_reports AS listed ON listed.activity_id = run.id AND listed.road = 'listed'
    WHERE run.source = ${source} AND run.id > 0 AND run.id <> ALL(${ids}::bigint[])
      AND CASE WHEN archived.as_of IS NULL THEN listed.said IS NULL ELSE archived.as_of <= to_timestamp(${asOf}::float8 / 1000) END
    ORDER BY run.id`
  return {
    alone: rows.filter(({ isListed }) => !isListed).map(({ id }) => id),
    listed: rows.filter(({ isListed }) => isListed).map(({ id }) => id)
  }
})

/**
 * Records a full archive. Shoes that it lacks keep only what their runs say. Call `newestIn` first to check for a newer
 * archive.
 */
export const endList = Effect.fn("running.endList")(function* (source: string, list: FullListing) {
  const { asOf, keys = [], completeLists } = list
  yield* noteLists(source, completeLists, asOf)
  const at = sql`to_timestamp(${asOf}::float8 / 1000)`
  if (completeLists.includes("activities")) yield* sql`UPDATE running_deletions SET as_of = ${at} WHERE as_of < ${at}`
  if (!completeLists.includes("shoes")) return
  const lacked = sql`source = ${source} AND id LIKE 'name:%' AND id <> ALL(${keys}::text[]) AND (as_of IS NULL OR as_of <= ${at})`
  yield* sql`DELETE FROM running_gear AS shoe WHERE ${lacked} AND NOT EXISTS (SELECT FROM running_activities AS run WHERE run.gear_id = shoe.id)`
  yield* sql`UPDATE running_gear SET brand = NULL, model = NULL, as_of = NULL WHERE ${lacked}`
})

/** The lists that are full here and in no newer archive. */
export const newestIn = Effect.fn("running.newestIn")(function* (source: string, { asOf, completeLists }: FullListing) {
  const newest = yield* newestLists(source)
  return completeLists.filter((list) => !isDeletedSince(asOf, newest.get(list) ?? null))
})

/** Seconds between the starts of a recording and a run that still count as the same run. */
const same = 60

type Archived = Extract<Report, { readonly _tag: "Archived" }>

/**
 * Assigns recordings without a run to the provider's run at that time. Recordings that already completed a run are left
 * out.
 */
export const assignRuns = Effect.fn("running.assignRuns")(function* (source: string, reports: ReadonlyArray<Report>) {
  const lone = reports.flatMap((report) => (report._tag === "Archived" && report.run.id < 0 ? [report] : []))
  if (lone.length === 0) return reports
  const match = yield* sql({ given: number, id: number, archived: boolean })`
    SELECT DISTINCT ON (given.id) given.id AS given, run.id, EXISTS (SELECT FROM running_reports WHERE activity_id = run.id AND road = 'archived') AS archived
    FROM unnest(${lone.map(({ run }) => run.id)}::bigint[], ${lone.map(({ run }) => run.startedAt)}::float8[]) AS given (id, at)
    JOIN running_activities AS run ON run.source = ${source} AND run.id > 0
      AND run.started_at BETWEEN to_timestamp(given.at / 1000 - ${same}) AND to_timestamp(given.at / 1000 + ${same})
    ORDER BY given.id, abs(extract(epoch FROM run.started_at) - given.at / 1000), run.id`
  const runOf = new Map(match.map((row) => [row.given, row]))
  return reports.flatMap((report): ReadonlyArray<Report> => {
    const run = report._tag === "Archived" ? runOf.get(report.run.id) : undefined
    if (report._tag !== "Archived" || run === undefined) return [report]
    return run.archived ? [] : [{ ...report, run: { ...report.run, id: run.id } }]
  })
})

/** Reports of recordings that now belong to a provider's run. The recordings' own rows are deleted. */
export interface Absorbed {
  readonly reports: ReadonlyArray<Archived>
  readonly ids: ReadonlyArray<number>
  readonly years: ReadonlyArray<number>
}

const nothing: Absorbed = { reports: [], ids: [], years: [] }

export const absorb = Effect.fn("running.absorb")(function* (source: string, reports: ReadonlyArray<Report>) {
  const own = reports.flatMap((report) => (report._tag === "Shoes" || report.run.id < 0 ? [] : [report.run]))
  if (own.length === 0 || (yield* sql`SELECT FROM running_activities WHERE id < 0 LIMIT 1`).length === 0) return nothing
  const match = yield* sql({
    id: number,
    lone: number,
    said: json<{ readonly run: Run; readonly detail: Detail }>(),
    day: date
  })`
    SELECT DISTINCT ON (lone.id) given.id, lone.id AS lone, report.said, lone.day
    FROM unnest(${own.map(({ id }) => id)}::bigint[], ${own.map(({ startedAt }) => startedAt)}::float8[]) AS given (id, at)
    JOIN running_activities AS lone ON lone.source = ${source} AND lone.id < 0
      AND lone.started_at BETWEEN to_timestamp(given.at / 1000 - ${same}) AND to_timestamp(given.at / 1000 + ${same})
    JOIN running_reports AS report ON report.activity_id = lone.id AND report.road = 'archived'
    ORDER BY lone.id, abs(extract(epoch FROM lone.started_at) - given.at / 1000), given.id`
  if (match.length === 0) return nothing
  yield* sql`DELETE FROM running_activities WHERE id = ANY(${match.map(({ lone }) => lone)}::bigint[])`
  return {
    reports: match.map(({ id, said }): Archived => ({
      _tag: "Archived",
      run: { ...said.run, id },
      detail: said.detail
    })),
    ids: match.map(({ lone }) => lone),
    years: match.map(({ day }) => yearOf(day))
  }
})

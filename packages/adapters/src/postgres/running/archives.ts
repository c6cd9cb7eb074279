import type { Report } from "@daybook/core/running"
import { type FullList, isGoneSince } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { newestLists, noteLists } from "../fullLists.js"

const idsOf = (reports: ReadonlyArray<Report>) => reports.flatMap((report) => report._tag === "Archived" ? [report.run.id] : [])

/**
 * What an archive says that no newer one has said before. What only an older archive has was deleted since, which is
 * remembered, so that the order of archives does not matter.
 */
export const currentReports = Effect.fn("running.currentReports")(function*(
  sql: SqlClient.SqlClient,
  source: string,
  reports: ReadonlyArray<Report>,
  { asOf }: FullList
) {
  const newest = yield* newestLists(sql, source)
  const activities = newest.get("activities") ?? null
  const isOld = (report: Report) => isGoneSince(asOf, report._tag === "Shoes" ? newest.get("shoes") ?? null : activities)
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

/** Notes which archive told these runs last. */
export const stampReports = (sql: SqlClient.SqlClient, reports: ReadonlyArray<Report>, { asOf }: FullList) => {
  const ids = idsOf(reports)
  return ids.length === 0 ? Effect.void : sql`
    UPDATE running_reports SET as_of = to_timestamp(${asOf}::float8 / 1000)
    WHERE road = 'archived' AND activity_id = ANY(${ids}::bigint[]) AND (as_of IS NULL OR as_of < to_timestamp(${asOf}::float8 / 1000))`
}

/** Stored runs that archives told and a whole one lacks: those that nobody else knows, and those that the provider lists. */
export const lackedBy = Effect.fn("running.lackedBy")(function*(sql: SqlClient.SqlClient, source: string, { asOf, holds = [] }: FullList) {
  const held = holds.map(Number).filter(Number.isSafeInteger)
  const rows = yield* sql<{ id: number; isListed: boolean }>`
    SELECT run.id, listed.said IS NOT NULL AS is_listed
    FROM running_activities AS run
    JOIN running_reports AS archived ON archived.activity_id = run.id AND archived.road = 'archived'
    LEFT JOIN running_reports AS listed ON listed.activity_id = run.id AND listed.road = 'listed'
    WHERE run.source = ${source} AND run.id > 0 AND run.id <> ALL(${held}::bigint[])
      AND CASE WHEN archived.as_of IS NULL THEN listed.said IS NULL ELSE archived.as_of <= to_timestamp(${asOf}::float8 / 1000) END
    ORDER BY run.id`
  return { alone: rows.filter(({ isListed }) => !isListed).map(({ id }) => id), listed: rows.filter(({ isListed }) => isListed).map(({ id }) => id) }
})

/** Takes in that an archive was a full list: shoes that it lacks are known by the runs alone. Whether it is older than another is asked first. */
export const endList = Effect.fn("running.endList")(function*(sql: SqlClient.SqlClient, source: string, list: FullList) {
  const { asOf, holds = [], whole } = list
  yield* noteLists(sql, source, whole, asOf)
  const at = sql`to_timestamp(${asOf}::float8 / 1000)`
  if (whole.includes("activities")) yield* sql`UPDATE running_deletions SET as_of = ${at} WHERE as_of < ${at}`
  if (!whole.includes("shoes")) return
  const lacked = sql`source = ${source} AND id LIKE 'name:%' AND id <> ALL(${holds}::text[]) AND (as_of IS NULL OR as_of <= ${at})`
  yield* sql`DELETE FROM running_gear AS shoe WHERE ${lacked} AND NOT EXISTS (SELECT FROM running_activities AS run WHERE run.gear_id = shoe.id)`
  yield* sql`UPDATE running_gear SET brand = NULL, model = NULL, as_of = NULL WHERE ${lacked}`
})

/** What a list is whole in that no newer one is whole in. */
export const newestIn = Effect.fn("running.isNewest")(function*(sql: SqlClient.SqlClient, source: string, { asOf, whole }: FullList) {
  const newest = yield* newestLists(sql, source)
  return whole.filter((list) => !isGoneSince(asOf, newest.get(list) ?? null))
})

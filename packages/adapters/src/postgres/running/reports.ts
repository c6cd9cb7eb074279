import type { Detail, Report, Run, RunReports } from "@daybook/core/running"
import { isOutdated } from "@daybook/core/sync"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { sql } from "../kit/sql.js"
import { number, boolean, nullable, json } from "../kit/columns.js"

/** The stored state of a run before a page: the reports of each origin, and the deletion, if any. */
export interface ExistingReports {
  readonly reports: RunReports
  readonly deleted: "no" | "by hand" | "by the provider"
  /**
   * Times of the last archive that reported the run, and of the one that reported its deletion, in epoch milliseconds.
   */
  readonly archivedAsOf: number | null
  readonly deletedAsOf: number | null
}

const noReports: RunReports = { listed: null, detailed: null, archived: null }
const rowColumns = {
  id: number,
  byHand: nullable(boolean),
  listed: nullable(json<Run>()),
  detailed: nullable(json<Detail>()),
  archived: nullable(json<{ readonly run: Run; readonly detail: Detail }>()),
  archivedAsOf: nullable(number),
  deletedAsOf: nullable(number)
}

/** The stored state of some runs; unknown runs are absent. */
export const lookUp = (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql(rowColumns)`
      SELECT given.id, deletion.by_hand, listed.said AS listed, detailed.said AS detailed, archived.said AS archived,
        (extract(epoch FROM archived.as_of) * 1000)::float8 AS archived_as_of, (extract(epoch FROM deletion.as_of) * 1000)::float8 AS deleted_as_of
      FROM unnest(${ids}::bigint[]) AS given (id)
      LEFT JOIN running_deletions AS deletion ON deletion.activity_id = given.id
      LEFT JOIN running_reports AS listed ON listed.activity_id = given.id AND listed.road = 'listed'
      LEFT JOIN running_reports AS detailed ON detailed.activity_id = given.id AND detailed.road = 'detailed'
      LEFT JOIN running_reports AS archived ON archived.activity_id = given.id AND archived.road = 'archived'
      WHERE deletion.activity_id IS NOT NULL OR listed.said IS NOT NULL OR archived.said IS NOT NULL`,
    (rows) =>
      new Map(
        rows.map(
          ({
            archived,
            archivedAsOf,
            byHand,
            deletedAsOf,
            detailed,
            id,
            listed
          }): readonly [number, ExistingReports] => [
            id,
            {
              reports: { listed, detailed, archived },
              deleted: byHand === null ? "no" : byHand ? "by hand" : "by the provider",
              archivedAsOf,
              deletedAsOf
            }
          ]
        )
      )
  )

/** What a page changes about one run. */
export interface Change {
  readonly id: number
  readonly before: RunReports
  readonly after: RunReports
  readonly wasDeleted: boolean
}

type OfRun = Exclude<Report, { readonly _tag: "Shoes" }>

const withReport = (reports: RunReports, report: OfRun): RunReports => {
  switch (report._tag) {
    case "Listed":
      return { ...reports, listed: report.run }
    case "Detailed":
      return { ...reports, listed: report.run, detailed: report.detail }
    case "Archived":
      return { ...reports, archived: { run: report.run, detail: report.detail } }
  }
}

/**
 * Whether a report may change a run. Nothing restores a run deleted by hand. An archive may predate the provider's
 * deletion, so it restores only runs that an older archive lacked. An older archive does not override a newer one.
 */
const isApplicable = (report: OfRun, { archivedAsOf, deleted, deletedAsOf }: ExistingReports, asOf: number | null) => {
  if (deleted === "by hand") return false
  if (report._tag !== "Archived") return true
  return deleted === "no"
    ? !isOutdated(asOf, archivedAsOf)
    : asOf !== null && deletedAsOf !== null && asOf > deletedAsOf
}

/** The changes of some reports, run by run; reports without changes are absent. */
export const changesOf = (
  reports: ReadonlyArray<Report>,
  existing: ReadonlyMap<number, ExistingReports>,
  asOf: number | null
): ReadonlyArray<Change> => {
  const changes = new Map<number, Change>()
  for (const report of reports) {
    if (report._tag === "Shoes") continue
    const { id } = report.run
    const current = existing.get(id) ?? { reports: noReports, deleted: "no", archivedAsOf: null, deletedAsOf: null }
    if (!isApplicable(report, current, asOf)) continue
    const before = current.deleted === "no" ? current.reports : noReports
    changes.set(id, {
      id,
      before,
      after: withReport(changes.get(id)?.after ?? before, report),
      wasDeleted: current.deleted !== "no"
    })
  }
  return Array.from(changes.values()).filter(({ after, before }) => !isDeepStrictEqual(after, before))
}

/** Stores the changed reports of each origin. */
export const writeReports = (changes: ReadonlyArray<Change>) => {
  const rows = changes.flatMap(({ after, before, id }) =>
    (["listed", "detailed", "archived"] as const).flatMap((origin) =>
      after[origin] === null || isDeepStrictEqual(after[origin], before[origin])
        ? []
        : [{ id, origin, body: JSON.stringify(after[origin]) }]
    )
  )
  return sql`
    INSERT INTO running_reports (activity_id, road, said)
    SELECT id, origin, body::jsonb
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ origin }) => origin)}::text[], ${rows.map(({ body }) => body)}::text[]) AS given (id, origin, body)
    ON CONFLICT (activity_id, road) DO UPDATE SET said = excluded.said`
}

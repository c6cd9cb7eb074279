import {
  type Detail,
  type ExistingReports,
  type RecordedReport,
  type Report,
  type ReportChange,
  type Run,
  type RunReports,
  applyToReports,
  sightingOf
} from "@daybook/core/running"
import { type WorkoutSources, byReliability, workoutSources } from "@daybook/core/workouts"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import { bigint, boolean, instant, json, list, nullable, number, oneOf } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const rowColumns = {
  id: number,
  byHand: nullable(boolean),
  listed: nullable(json<Run>()),
  detailed: nullable(json<Detail>()),
  archived: nullable(json<{ readonly run: Run; readonly detail: Detail }>()),
  recorded: nullable(list(json<RecordedReport>())),
  archivedAsOf: nullable(instant),
  deletedAsOf: nullable(instant)
}

/** Reports of other sources, the most reliable first. */
export const inOrder = (
  sources: WorkoutSources,
  recorded: ReadonlyArray<RecordedReport>
): ReadonlyArray<RecordedReport> => {
  const compare = byReliability(sources)
  return recorded
    .map((report) => ({ report, sighting: sightingOf(report) }))
    .sort((a, b) => compare(a.sighting, b.sighting))
    .map(({ report }) => report)
}

/** The stored state of some runs; unknown runs are absent. */
export const lookUp = Effect.fn("running.lookUp")(function* (ids: ReadonlyArray<number>) {
  const sources = yield* workoutSources
  const rows = yield* sql(rowColumns)`
      SELECT given.id, deletion.by_hand, listed.said AS listed, detailed.said AS detailed, archived.said AS archived,
        archived.as_of AS archived_as_of, deletion.as_of AS deleted_as_of,
        (SELECT jsonb_agg(other.report) FROM running_recorded AS other WHERE other.activity_id = given.id) AS recorded
      FROM unnest(${ids}::bigint[]) AS given (id)
      LEFT JOIN running_deletions AS deletion ON deletion.activity_id = given.id
      LEFT JOIN running_reports AS listed ON listed.activity_id = given.id AND listed.road = 'listed'
      LEFT JOIN running_reports AS detailed ON detailed.activity_id = given.id AND detailed.road = 'detailed'
      LEFT JOIN running_reports AS archived ON archived.activity_id = given.id AND archived.road = 'archived'
      WHERE deletion.activity_id IS NOT NULL OR listed.said IS NOT NULL OR archived.said IS NOT NULL
        OR EXISTS (SELECT FROM running_recorded AS other WHERE other.activity_id = given.id)`
  return new Map(
    rows.map(
      ({
        archived,
        archivedAsOf,
        byHand,
        deletedAsOf,
        detailed,
        id,
        listed,
        recorded
      }): readonly [number, ExistingReports] => [
        id,
        {
          reports: {
            listed,
            detailed,
            archived,
            ...(recorded === null ? null : { recorded: inOrder(sources, recorded) })
          },
          deleted: byHand === null ? "no" : byHand ? "by hand" : "by the provider",
          archivedAsOf,
          deletedAsOf
        }
      ]
    )
  )
})

/** The changes of some reports, run by run; runs whose reports stay the same are absent. */
export const changesOf = (
  page: ReadonlyArray<Report>,
  existing: ReadonlyMap<number, ExistingReports>,
  asOf: number | null
): ReadonlyArray<ReportChange> =>
  applyToReports(page, existing, asOf).filter(({ after, before }) => !isDeepStrictEqual(after, before))

const origins = ["listed", "detailed", "archived"] as const

const reports = table("running_reports", {
  activityId: bigint,
  origin: oneOf(origins),
  body: json<NonNullable<RunReports[keyof RunReports]>>()
})

/** Stores the changed reports of each origin. */
export const writeReports = (changes: ReadonlyArray<ReportChange>) => {
  const rows = changes.flatMap(({ after, before, id }) =>
    origins.flatMap((origin) => {
      const body = after[origin]
      return body === null || isDeepStrictEqual(body, before[origin]) ? [] : [{ activityId: id, origin, body }]
    })
  )
  return sql`
    INSERT INTO running_reports (activity_id, road, said)
    SELECT activity_id, origin, body FROM ${reports.valuesOf(rows)}
    ON CONFLICT (activity_id, road) DO UPDATE SET said = excluded.said`
}

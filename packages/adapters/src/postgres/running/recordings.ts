import {
  type Archived,
  type Report,
  type StoredRecording,
  absorbRecordings,
  assignRecordings,
  isRecording,
  sameRunSeconds
} from "@daybook/core/running"
import { yearOf } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { boolean, date, instant, json, number } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

/** Ids of stored runs that start close to one of these times, so that both may be the same run. */
const idsNear = (source: string, times: ReadonlyArray<number>): Statement.Fragment => sql`
  SELECT near.id FROM unnest(${times}::float8[]) AS given (at)
  JOIN running_activities AS near ON near.source = ${source}
    AND near.started_at BETWEEN to_timestamp(given.at / 1000 - ${sameRunSeconds})
      AND to_timestamp(given.at / 1000 + ${sameRunSeconds})`

/**
 * Assigns recordings without a run to the provider's run at that time. Recordings that already completed a run are left
 * out.
 */
export const assignRuns = Effect.fn("running.assignRuns")(function* (source: string, reports: ReadonlyArray<Report>) {
  const recordings = reports.filter(isRecording)
  if (recordings.length === 0) return reports
  const times = recordings.map(({ run }) => run.startedAt)
  const runs = yield* sql({ id: number, startedAt: instant, archived: boolean })`
    SELECT run.id, run.started_at,
      EXISTS (SELECT FROM running_reports WHERE activity_id = run.id AND road = 'archived') AS archived
    FROM running_activities AS run
    WHERE run.id > 0 AND run.id IN (${idsNear(source, times)})`
  return assignRecordings(reports, runs)
})

/** Reports of recordings that now belong to a provider's run. The recordings' own rows are deleted. */
export interface Absorbed {
  readonly reports: ReadonlyArray<Archived>
  readonly ids: ReadonlyArray<number>
  readonly years: ReadonlyArray<number>
}

const nothing: Absorbed = { reports: [], ids: [], years: [] }

export const absorb = Effect.fn("running.absorb")(function* (source: string, reports: ReadonlyArray<Report>) {
  const runs = reports.flatMap((report) =>
    report._tag === "Shoes" || report._tag === "Recorded" || report.run.id < 0 ? [] : [report.run]
  )
  if (runs.length === 0 || (yield* sql`SELECT FROM running_activities WHERE id < 0 LIMIT 1`).length === 0)
    return nothing
  const times = runs.map(({ startedAt }) => startedAt)
  const recordings = yield* sql({
    id: number,
    startedAt: instant,
    reported: json<StoredRecording["reported"]>(),
    day: date
  })`
    SELECT run.id, run.started_at, report.said AS reported, run.day
    FROM running_activities AS run
    JOIN running_reports AS report ON report.activity_id = run.id AND report.road = 'archived'
    WHERE run.id < 0 AND run.id IN (${idsNear(source, times)})
    ORDER BY run.id`
  const absorbed = absorbRecordings(recordings, runs)
  if (absorbed.length === 0) return nothing
  const ids = absorbed.map(({ recording }) => recording.id)
  yield* sql`DELETE FROM running_activities WHERE id = ANY(${ids}::bigint[])`
  return {
    reports: absorbed.map(({ report }) => report),
    ids,
    years: absorbed.map(({ recording }) => yearOf(recording.day))
  }
})

import type { Report, Told } from "@daybook/core/running"
import { yearOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** A recording and a run that begin within so many seconds of each other are the same. */
const same = 60

type Archived = Extract<Report, { readonly _tag: "Archived" }>

/** Gives lone recordings the id of the run that the provider holds from that time; those that it completes already are left out. */
export const placed = Effect.fn("running.placed")(function*(sql: SqlClient.SqlClient, source: string, reports: ReadonlyArray<Report>) {
  const lone = reports.flatMap((report) => report._tag === "Archived" && report.run.id < 0 ? [report] : [])
  if (lone.length === 0) return reports
  const found = yield* sql<{ given: number; id: number; archived: boolean }>`
    SELECT DISTINCT ON (given.id) given.id AS given, run.id, EXISTS (SELECT FROM running_reports WHERE activity_id = run.id AND road = 'archived') AS archived
    FROM unnest(${lone.map(({ run }) => run.id)}::bigint[], ${lone.map(({ run }) => run.startedAt)}::float8[]) AS given (id, at)
    JOIN running_activities AS run ON run.source = ${source} AND run.id > 0
      AND run.started_at BETWEEN to_timestamp(given.at / 1000 - ${same}) AND to_timestamp(given.at / 1000 + ${same})
    ORDER BY given.id, abs(extract(epoch FROM run.started_at) - given.at / 1000), run.id`
  const runOf = new Map(found.map((row) => [row.given, row]))
  return reports.flatMap((report): ReadonlyArray<Report> => {
    const run = report._tag === "Archived" ? runOf.get(report.run.id) : undefined
    if (report._tag !== "Archived" || run === undefined) return [report]
    return run.archived ? [] : [{ ...report, run: { ...report.run, id: run.id } }]
  })
})

/** What lone recordings told, now that the provider's own runs from their time are here; they themselves are gone then. */
export interface Absorbed {
  readonly reports: ReadonlyArray<Archived>
  readonly ids: ReadonlyArray<number>
  readonly years: ReadonlyArray<number>
}

const nothing: Absorbed = { reports: [], ids: [], years: [] }

export const absorb = Effect.fn("running.absorb")(function*(sql: SqlClient.SqlClient, source: string, reports: ReadonlyArray<Report>) {
  const own = reports.flatMap((report) => report._tag === "Shoes" || report.run.id < 0 ? [] : [report.run])
  if (own.length === 0 || (yield* sql`SELECT FROM running_activities WHERE id < 0 LIMIT 1`).length === 0) return nothing
  const found = yield* sql<{ id: number; lone: number; said: NonNullable<Told["archived"]>; day: string }>`
    SELECT DISTINCT ON (lone.id) given.id, lone.id AS lone, report.said, lone.day
    FROM unnest(${own.map(({ id }) => id)}::bigint[], ${own.map(({ startedAt }) => startedAt)}::float8[]) AS given (id, at)
    JOIN running_activities AS lone ON lone.source = ${source} AND lone.id < 0
      AND lone.started_at BETWEEN to_timestamp(given.at / 1000 - ${same}) AND to_timestamp(given.at / 1000 + ${same})
    JOIN running_reports AS report ON report.activity_id = lone.id AND report.road = 'archived'
    ORDER BY lone.id, abs(extract(epoch FROM lone.started_at) - given.at / 1000), given.id`
  if (found.length === 0) return nothing
  yield* sql`DELETE FROM running_activities WHERE id = ANY(${found.map(({ lone }) => lone)}::bigint[])`
  return {
    reports: found.map(({ id, said }): Archived => ({ _tag: "Archived", run: { ...said.run, id }, detail: said.detail })),
    ids: found.map(({ lone }) => lone),
    years: found.map(({ day }) => yearOf(day))
  }
})

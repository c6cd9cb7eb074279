import { type Fact, gearIdOf, mergeReports, shoeIdentity, shoeUse } from "@daybook/core/running"
import type { Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type ColumnsOf, nullable, number, numeric, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { runsNamed } from "./named.js"
import { lookUp } from "./reports.js"
import { shownRuns } from "./rows.js"

const gearFactColumns: ColumnsOf<Fact.GearFact> = { ...columnsOf({ ...shoeIdentity, ...shoeUse }), distance: number }

/** Metres that corrections take from the shoes which services report, and give to others. */
const movedDistances = Effect.gen(function* () {
  const names = (yield* correctionsOf("running")).flatMap(({ kind, subject }) =>
    kind === "credit" ? (subject["report"] ?? []) : []
  )
  if (names.length === 0) return []
  const ids = yield* runsNamed(names)
  const reportsById = yield* lookUp(ids)
  const runs = yield* sql({ id: number, gearId: nullable(text), distance: numeric })`
    SELECT id, gear_id, distance FROM ${shownRuns} AS run WHERE id = ANY(${ids}::bigint[])`
  return runs.flatMap(({ distance, gearId, id }) => {
    const reports = reportsById.get(id)?.reports
    const reported = reports === undefined ? null : (mergeReports(reports)?.gear ?? null)
    const from = reported === null ? null : gearIdOf(reported)
    return [
      ...(from === null ? [] : [{ id: from, distance: -distance }]),
      ...(gearId === null ? [] : [{ id: gearId, distance }])
    ]
  })
})

/**
 * The shoes of `run`, as `gear` lists them: those that one origin reports by name and another by id are the same pair.
 */
const pairOf = (column: "id" | "name") => sql`coalesce((
  SELECT pair.${sql.literal(column)} FROM running_gear AS pair
  WHERE pair.id = run.gear_id OR (
    run.gear_id LIKE 'name:%' AND pair.id NOT LIKE 'name:%' AND lower(pair.name) = lower(substr(run.gear_id, 6))
  )
  ORDER BY pair.id LIKE 'name:%', pair.id LIMIT 1
), ${column === "id" ? sql`run.gear_id` : sql`regexp_replace(run.gear_id, '^name:', '')`})`

/** Runs in a pair of shoes, as a condition on `shownRuns AS run`. */
export const ranIn = (pair: string) => sql`${pairOf("id")} = ${pair}`

/** The shoes of a run. */
export const gearOf = (id: Statement.Fragment) =>
  Effect.map(
    sql({ id: text, name: text })`
      SELECT ${pairOf("id")} AS id, ${pairOf("name")} AS name FROM ${shownRuns} AS run
      WHERE id = ${id} AND gear_id IS NOT NULL`,
    ([pair]) => Option.fromNullable(pair)
  )

/**
 * Shoes with what they ran: as the provider says, with what corrections move, else as runs say. Shoes that one origin
 * reports by name and another by id are the same pair. Those that only a correction names may have no row.
 */
export const gear = Effect.flatMap(
  movedDistances,
  (moved) => sql(gearFactColumns)`
  WITH worn AS (
    SELECT key AS id, sum(runs) AS runs, sum(distance) AS distance FROM running_sums WHERE kind = 'gear' GROUP BY key
  ), moved AS (
    SELECT id, sum(distance) AS distance
    FROM unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ distance }) => distance)}::float8[])
      AS moved (id, distance)
    GROUP BY id
  ), known AS (
    SELECT id, name, brand, model, retired, distance FROM running_gear
    UNION ALL
    SELECT id, CASE WHEN id LIKE 'name:%' THEN substr(id, 6) END, NULL, NULL, false, NULL FROM worn
    WHERE NOT EXISTS (SELECT FROM running_gear AS gear WHERE gear.id = worn.id)
  )
  SELECT pair.id, coalesce(pair.name, pair.id) AS name, pair.brand, pair.model, pair.retired,
    greatest(coalesce(pair.distance + coalesce(sum(moved.distance), 0), sum(worn.distance), 0), 0)::float8 AS distance,
    coalesce(sum(worn.runs), 0)::int AS runs
  FROM known
  JOIN LATERAL (
    SELECT candidate.* FROM known AS candidate
    WHERE candidate.id = known.id OR (
      known.id LIKE 'name:%' AND candidate.id NOT LIKE 'name:%' AND lower(candidate.name) = lower(known.name)
    )
    ORDER BY candidate.id LIKE 'name:%', candidate.id LIMIT 1
  ) AS pair ON true
  LEFT JOIN worn ON worn.id = known.id
  LEFT JOIN moved ON moved.id = known.id
  GROUP BY pair.id, pair.name, pair.brand, pair.model, pair.retired, pair.distance
  HAVING pair.id NOT LIKE 'name:%' OR sum(worn.runs) > 0 OR pair.brand IS NOT NULL
  ORDER BY distance DESC, name, pair.id`
)

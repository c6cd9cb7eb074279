import { type Fact, type RunQuery, type RunSort, RunningStore, isEverywhen, splitFields } from "@daybook/core/running"
import { type Context, Effect, Option, Layer } from "effect"
import { instant, nullable, number, numeric, text } from "../kit/columns.js"
import { countOf, every, ifPresent, paged, pageOf } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { type Queries, implementRanked } from "../kit/store.js"
import { columnList } from "../kit/table.js"
import { gearOf, ranIn } from "./gear.js"
import { asLongAs, ofYear, ranWithin, runColumns, runSelect, shownRuns } from "./rows.js"
import { bests, days, totals } from "./statistics.js"

const splitColumns = columnsOf(splitFields)

type Store = Queries<Context.Tag.Service<RunningStore>>

const columnOf: Readonly<Record<RunSort, string>> = {
  date: "started_at",
  distance: "distance",
  duration: "moving_time",
  pace: "pace",
  elevation: "elevation"
}

/** The run that an id stands for: its own, or the one that took it over. */
const currentId = (id: number) =>
  sql`coalesce((SELECT activity_id FROM running_recorded WHERE id = ${id}::bigint), ${id}::bigint)`

const isAll = ({ city, distance, gear, range, type }: RunQuery) =>
  isEverywhen(range) &&
  type === null &&
  city === null &&
  gear === null &&
  distance.from === null &&
  distance.to === null

const runCondition = ({ city, distance, gear, range, type }: RunQuery) =>
  every([
    ranWithin(range),
    asLongAs(distance),
    ifPresent(type, (type) => sql`run.workout_type = ${type}`),
    ifPresent(city, (city) => sql`run.city = ${city}`),
    ifPresent(gear, ranIn)
  ])

/** Lists of runs, and single runs. */
const runs: Pick<Store, "runs" | "run" | "gearOf" | "splits" | "races" | "longest"> = {
  runs: (of) =>
    Effect.gen(function* () {
      const where = runCondition(of)
      const total = isAll(of)
        ? sql`SELECT coalesce(sum(runs), 0)::int FROM running_sums WHERE kind = 'year'`
        : sql`SELECT count(*) FROM ${shownRuns} AS run WHERE ${where}`
      const nulls = of.sort === "pace" && of.order === "desc" ? " NULLS LAST" : ""
      const by = sql.literal(`run.${columnOf[of.sort]} ${of.order}${nulls}, run.id ${of.order}`)
      const rows = sql({ ...runColumns, total: number })`
        SELECT (${total}) AS total, ${runSelect}
        FROM (SELECT * FROM ${shownRuns} AS run WHERE ${where} ORDER BY ${by} ${pageOf(of.page)}) AS run
        ORDER BY ${by}`
      return yield* paged(of.page, rows, ({ total: _, ...run }): Fact.RunFact => run, countOf(total))
    }),
  run: (id) =>
    Effect.map(sql(runColumns)`SELECT ${runSelect} FROM ${shownRuns} AS run WHERE id = ${currentId(id)}`, ([row]) =>
      Option.fromNullable(row)
    ),
  gearOf: (id) => gearOf(currentId(id)),
  splits: (id) =>
    Effect.gen(function* () {
      const rows = yield* sql(splitColumns)`
        SELECT ${columnList(splitColumns, "split")} FROM running_splits AS split
        WHERE activity_id = ${currentId(id)} ORDER BY number`
      if (rows.length > 0) return Option.some(rows)
      const exists = yield* sql`SELECT FROM ${shownRuns} AS run WHERE id = ${currentId(id)}`
      return exists.length > 0 ? Option.some(rows) : Option.none()
    }),
  races: (distance) =>
    sql(runColumns)`
      SELECT ${runSelect} FROM ${shownRuns} AS run
      WHERE run.workout_type = 'race' AND ${asLongAs(distance)} ORDER BY run.started_at DESC, run.id DESC`,
  longest: (year, limit) =>
    sql(runColumns)`
      SELECT ${runSelect} FROM ${shownRuns} AS run
      WHERE ${ofYear(year)}
      ORDER BY run.distance DESC, run.id DESC LIMIT ${limit}`
}

const mergeColumns = {
  id: number,
  source: text,
  name: text,
  startedAt: instant,
  distance: number,
  runId: number,
  runSource: text,
  runName: text,
  runStartedAt: instant,
  runDistance: numeric,
  reason: nullable(text)
}

/** Reports that belong to a run of another report. */
const merges: Store["merges"] = (page) =>
  Effect.gen(function* () {
    const from = sql`running_recorded AS merged JOIN ${shownRuns} AS run ON run.id = merged.activity_id
      WHERE merged.id <> run.id`
    const total = yield* countOf(sql`SELECT count(*) FROM ${from}`)
    const rows = yield* sql(mergeColumns)`
      SELECT merged.id, merged.source, merged.report->'run'->>'name' AS name, merged.started_at,
        (merged.report->'run'->>'distance')::float8 AS distance, run.id AS run_id, run.source AS run_source,
        run.name AS run_name, run.started_at AS run_started_at, run.distance AS run_distance, merged.reason
      FROM ${from} ORDER BY run.started_at DESC, merged.id DESC ${pageOf(page)}`
    return {
      rows: rows.map(({ distance, id, name, reason, source, startedAt, ...run }): Fact.RunMergeFact => ({
        id,
        run: {
          id: run.runId,
          source: run.runSource,
          name: run.runName,
          startedAt: run.runStartedAt,
          distance: run.runDistance
        },
        merged: { source, name, startedAt, distance },
        reason: reason ?? ""
      })),
      total
    }
  })

export const layer = Layer.effect(
  RunningStore,
  implementRanked(RunningStore, { ...runs, ...totals, ...days, ...bests, merges })
)

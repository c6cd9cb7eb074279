import { type Fact, isEverywhen, type RunningStore, type RunSort, type RunsOf } from "@daybook/core/running"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type RunRow, runColumns } from "./columns.js"
import { asLongAs, ranWithin } from "./within.js"

type Store = Context.Tag.Service<RunningStore>

const columnOf: Readonly<Record<RunSort, string>> = { date: "started_at", distance: "distance", duration: "moving_time", pace: "pace", elevation: "elevation" }

/** Lists of runs, and single ones. */
export const runs = (sql: SqlClient.SqlClient): Pick<Store, "runs" | "run" | "splits" | "races" | "longest"> => ({
  runs: (of) =>
    storage("RunningStore.runs")(Effect.gen(function*() {
      const where = whereOf(sql, of)
      const total = isAll(of)
        ? sql`SELECT coalesce(sum(runs), 0)::int FROM running_sums WHERE kind = 'year'`
        : sql`SELECT count(*) FROM running_activities AS run WHERE ${where}`
      const by = sql.literal(`run.${columnOf[of.sort]} ${of.order}${of.sort === "pace" && of.order === "desc" ? " NULLS LAST" : ""}, run.id ${of.order}`)
      const rows = sql<InAll<RunRow>>`
        SELECT (${total}) AS total, ${runColumns(sql)}
        FROM (SELECT * FROM running_activities AS run WHERE ${where} ORDER BY ${by} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}) AS run
        ORDER BY ${by}`
      return yield* paged(of.page, rows, ({ total: _, ...run }): Fact.RunFact => run, countOf(sql, total))
    })),
  run: (id) =>
    storage("RunningStore.run")(Effect.map(
      sql<RunRow>`SELECT ${runColumns(sql)} FROM running_activities AS run WHERE id = ${id}::bigint`,
      ([row]) => Option.fromNullable(row)
    )),
  splits: (id) =>
    storage("RunningStore.splits")(Effect.gen(function*() {
      const rows = yield* sql<Fact.SplitFact>`
        SELECT number, distance, moving_time, elapsed_time, elevation, heartrate FROM running_splits WHERE activity_id = ${id}::bigint ORDER BY number`
      if (rows.length > 0) return Option.some(rows)
      const known = yield* sql`SELECT FROM running_activities WHERE id = ${id}::bigint`
      return known.length > 0 ? Option.some(rows) : Option.none()
    })),
  races: (distance) =>
    storage("RunningStore.races")(sql<RunRow>`
      SELECT ${runColumns(sql)} FROM running_activities AS run
      WHERE run.workout_type = 'race' AND ${asLongAs(sql, distance)} ORDER BY run.started_at DESC, run.id DESC`),
  longest: (year, limit) =>
    storage("RunningStore.longest")(sql<RunRow>`
      SELECT ${runColumns(sql)} FROM running_activities AS run
      WHERE run.day >= make_date(${year}::int, 1, 1) AND run.day < make_date(${year + 1}::int, 1, 1)
      ORDER BY run.distance DESC, run.id DESC LIMIT ${limit}`)
})

const isAll = ({ city, distance, range, type }: RunsOf) =>
  isEverywhen(range) && type === null && city === null && distance.from === null && distance.to === null

const whereOf = (sql: SqlClient.SqlClient, { city, distance, range, type }: RunsOf) =>
  sql.and([
    ranWithin(sql, range),
    asLongAs(sql, distance),
    ...(type === null ? [] : [sql`run.workout_type = ${type}`]),
    ...(city === null ? [] : [sql`run.city = ${city}`])
  ])

import { type Fact, isEverywhen, type RunningStore } from "@daybook/core/running"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { storage } from "../../storage.js"
import { sumColumns, totalColumns } from "./columns.js"
import { ranWithin } from "./within.js"

type Store = Context.Tag.Service<RunningStore>

const none: Fact.Totals = { runs: 0, distance: 0, movingTime: 0, elevation: 0, pacedDistance: 0, pacedTime: 0, longest: 0, races: 0 }

/** Sums of everything, of ranges, of years and of months. */
export const totals = (sql: SqlClient.SqlClient): Pick<Store, "totals" | "yearsActive" | "firstRun" | "years" | "year" | "months"> => ({
  totals: (range) =>
    storage("RunningStore.totals")(Effect.map(
      isEverywhen(range)
        ? sql<Fact.Totals>`SELECT ${sumColumns(sql)} FROM running_sums WHERE kind = 'year'`
        : sql<Fact.Totals>`SELECT ${totalColumns(sql)} FROM running_activities AS run WHERE ${ranWithin(sql, range)}`,
      ([row]) => row ?? none
    )),
  yearsActive: (range) =>
    storage("RunningStore.yearsActive")(Effect.map(
      isEverywhen(range)
        ? sql<{ years: number }>`SELECT count(*) AS years FROM running_sums WHERE kind = 'year'`
        : sql<{ years: number }>`SELECT count(DISTINCT extract(year FROM day)) AS years FROM running_activities AS run WHERE ${ranWithin(sql, range)}`,
      ([row]) => row?.years ?? 0
    )),
  firstRun: (range) =>
    storage("RunningStore.firstRun")(Effect.map(
      sql<{ localStart: number }>`
        SELECT (extract(epoch FROM local_start) * 1000)::float8 AS local_start FROM running_activities AS run
        WHERE ${ranWithin(sql, range)} ORDER BY run.started_at, run.id LIMIT 1`,
      ([row]) => Option.map(Option.fromNullable(row), ({ localStart }) => localStart)
    )),
  years: (range) =>
    storage("RunningStore.years")(
      isEverywhen(range)
        ? sql<Fact.YearTotals>`SELECT year, ${sumColumns(sql)} FROM running_sums WHERE kind = 'year' GROUP BY year ORDER BY year DESC`
        : sql<Fact.YearTotals>`
          SELECT extract(year FROM run.day)::int AS year, ${totalColumns(sql)}
          FROM running_activities AS run WHERE ${ranWithin(sql, range)} GROUP BY 1 ORDER BY 1 DESC`
    ),
  year: (year) =>
    storage("RunningStore.year")(Effect.map(
      sql<Fact.YearTotals>`SELECT year, ${sumColumns(sql)} FROM running_sums WHERE kind = 'year' AND year = ${year}::int GROUP BY year`,
      ([row]) => Option.fromNullable(row)
    )),
  months: (year) =>
    storage("RunningStore.months")(sql<Fact.MonthTotals>`
      SELECT key::int AS month, ${sumColumns(sql)} FROM running_sums WHERE kind = 'month' AND year = ${year}::int GROUP BY key ORDER BY key::int`)
})

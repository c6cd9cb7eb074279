import { Schema } from "effect"
import type { MonthTotals, RunFact, YearTotals } from "../facts.js"
import { InMetric, inMetric, kilometres, metres, type Units } from "../metric.js"
import { feet, miles } from "../units.js"
import { RunView, runView } from "./run.js"
import { yearFields, yearView } from "./years.js"

/** So many of the year's longest runs are in its review. */
export const topRuns = 5

/** `GET /v1/running/year/{year}`. */
export const RunningYearInReview = Schema.Struct({
  ...yearFields,
  monthly: Schema.Array(Schema.Struct({
    month: Schema.String,
    runs: Schema.Number,
    distance_mi: Schema.Number,
    duration_s: Schema.Number,
    elevation_ft: Schema.Number,
    distance_km: InMetric.distance,
    elevation_m: InMetric.height
  })),
  top_runs: Schema.Array(RunView)
}).annotations({ identifier: "RunningYearInReview" })

const text = (value: number, width: number) => String(value).padStart(width, "0")

export const yearInReview = (
  totals: YearTotals,
  months: ReadonlyArray<MonthTotals>,
  longest: ReadonlyArray<RunFact>,
  units: Units
): typeof RunningYearInReview.Type => ({
  ...yearView(units)(totals),
  monthly: months.map((month) => ({
    month: `${text(totals.year, 4)}-${text(month.month, 2)}`,
    runs: month.runs,
    distance_mi: miles(month.distance),
    duration_s: month.movingTime,
    elevation_ft: feet(month.elevation),
    ...inMetric(units, () => ({ distance_km: kilometres(month.distance), elevation_m: metres(month.elevation) }))
  })),
  top_runs: longest.map(runView(units))
})

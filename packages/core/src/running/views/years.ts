import { Schema } from "effect"
import type { YearTotals } from "../facts.js"
import { InMetric, inMetric, kilometres, type Units } from "../metric.js"
import { feet, miles, pace } from "../units.js"
import { totalsInMetric } from "./stats.js"
import { Text } from "../../shared/fields.js"

const fields = {
  year: Schema.Number,
  total_runs: Schema.Number,
  total_distance_mi: Schema.Number,
  total_elevation_ft: Schema.Number,
  total_duration_s: Schema.Number,
  avg_pace: Text,
  longest_run_mi: Schema.Number,
  race_count: Schema.Number,
  total_distance_km: InMetric.distance,
  total_elevation_m: InMetric.height,
  avg_pace_per_km: InMetric.pace,
  longest_run_km: InMetric.distance
}

/** One year in `GET /v1/running/stats/years` (contract §3, Y). */
export const RunningYear = Schema.Struct(fields).annotations({ identifier: "RunningYear" })
export const yearFields = fields

export const yearView = (units: Units) => (totals: YearTotals): typeof RunningYear.Type => ({
  year: totals.year,
  total_runs: totals.runs,
  total_distance_mi: miles(totals.distance),
  total_elevation_ft: feet(totals.elevation),
  total_duration_s: totals.movingTime,
  avg_pace: pace(totals.pacedDistance, totals.pacedTime),
  longest_run_mi: miles(totals.longest),
  race_count: totals.races,
  ...inMetric(units, () => ({ ...totalsInMetric(totals), longest_run_km: kilometres(totals.longest) }))
})

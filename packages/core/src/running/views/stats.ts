import { Schema } from "effect"
import type { Totals } from "../facts.js"
import { InMetric, inMetric, kilometrePace, kilometres, metres, type Units } from "../metric.js"
import { feet, localText, longDuration, miles, pace } from "../units.js"
import { Text } from "../../shared/fields.js"

/** `GET /v1/running/stats`. */
export const RunningStats = Schema.Struct({
  data: Schema.Struct({
    total_runs: Schema.Number,
    total_distance_mi: Schema.Number,
    total_elevation_ft: Schema.Number,
    total_duration: Schema.String,
    avg_pace: Text,
    years_active: Schema.Number,
    first_run: Text,
    eddington_number: Schema.Number,
    total_distance_km: InMetric.distance,
    total_elevation_m: InMetric.height,
    avg_pace_per_km: InMetric.pace
  })
}).annotations({ identifier: "RunningStats" })

/** Sums of runs in metric units. */
export const totalsInMetric = (totals: Totals) => ({
  total_distance_km: kilometres(totals.distance),
  total_elevation_m: metres(totals.elevation),
  avg_pace_per_km: kilometrePace(totals.pacedDistance, totals.pacedTime)
})

export const stats = (totals: Totals, yearsActive: number, firstRun: number | null, eddington: number, units: Units): typeof RunningStats.Type => ({
  data: {
    total_runs: totals.runs,
    total_distance_mi: miles(totals.distance),
    total_elevation_ft: feet(totals.elevation),
    total_duration: longDuration(totals.movingTime),
    avg_pace: pace(totals.pacedDistance, totals.pacedTime),
    years_active: yearsActive,
    first_run: firstRun === null ? null : localText(firstRun),
    eddington_number: eddington,
    ...inMetric(units, () => totalsInMetric(totals))
  }
})

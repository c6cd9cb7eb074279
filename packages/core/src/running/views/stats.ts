import { Schema } from "effect"
import type { Totals } from "../facts.js"
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
    eddington_number: Schema.Number
  })
}).annotations({ identifier: "RunningStats" })

export const stats = (totals: Totals, yearsActive: number, firstRun: number | null, eddington: number): typeof RunningStats.Type => ({
  data: {
    total_runs: totals.runs,
    total_distance_mi: miles(totals.distance),
    total_elevation_ft: feet(totals.elevation),
    total_duration: longDuration(totals.movingTime),
    avg_pace: pace(totals.pacedDistance, totals.pacedTime),
    years_active: yearsActive,
    first_run: firstRun === null ? null : localText(firstRun),
    eddington_number: eddington
  }
})

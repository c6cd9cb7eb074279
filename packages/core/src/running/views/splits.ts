import { Schema } from "effect"
import type { SplitFact } from "../facts.js"
import { InMetric, inMetric, kilometrePace, kilometres, metres, type Units } from "../metric.js"
import { feet, miles, pace } from "../units.js"
import { Amount, Text } from "../../shared/fields.js"

/** `GET /v1/running/activities/{id}/splits`: mile by mile; the last one may be short. */
export const Splits = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    split: Schema.Number,
    distance_mi: Schema.Number,
    moving_time_s: Schema.Number,
    elapsed_time_s: Schema.Number,
    elevation_ft: Schema.Number,
    pace: Text,
    heartrate: Amount,
    distance_km: InMetric.distance,
    elevation_m: InMetric.height,
    pace_per_km: InMetric.pace
  }))
}).annotations({ identifier: "RunSplits" })

export const splits = (rows: ReadonlyArray<SplitFact>, units: Units): typeof Splits.Type => ({
  data: rows.map((row) => ({
    split: row.number,
    distance_mi: miles(row.distance),
    moving_time_s: row.movingTime,
    elapsed_time_s: row.elapsedTime,
    elevation_ft: feet(row.elevation),
    pace: pace(row.distance, row.movingTime),
    heartrate: row.heartrate,
    ...inMetric(units, () => ({
      distance_km: kilometres(row.distance),
      elevation_m: metres(row.elevation),
      pace_per_km: kilometrePace(row.distance, row.movingTime)
    }))
  }))
})

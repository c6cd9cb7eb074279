import { Schema } from "effect"
import type { SplitFact } from "../facts.js"
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
    heartrate: Amount
  }))
}).annotations({ identifier: "RunSplits" })

export const splits = (rows: ReadonlyArray<SplitFact>): typeof Splits.Type => ({
  data: rows.map((row) => ({
    split: row.number,
    distance_mi: miles(row.distance),
    moving_time_s: row.movingTime,
    elapsed_time_s: row.elapsedTime,
    elevation_ft: feet(row.elevation),
    pace: pace(row.distance, row.movingTime),
    heartrate: row.heartrate
  }))
})

import { Schema } from "effect"
import type { Record } from "../facts.js"
import { InMetric, inMetric, kilometrePace, type Units } from "../metric.js"
import { distances } from "../records.js"
import { duration, localText, pace } from "../units.js"

/** `GET /v1/running/prs`: times are by the clock, from the first to the last metre of the stretch. */
export const PersonalRecords = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    distance: Schema.Literal(...distances.map(({ key }) => key)),
    distance_label: Schema.String,
    time: Schema.String,
    time_s: Schema.Number,
    pace: Schema.NullOr(Schema.String),
    pace_per_km: InMetric.pace,
    date: Schema.String,
    activity_id: Schema.Number,
    activity_name: Schema.String
  }))
}).annotations({ identifier: "PersonalRecords" })

export const personalRecords = (records: ReadonlyArray<Record>, units: Units): typeof PersonalRecords.Type => ({
  data: distances.flatMap(({ key, label, metres }) => {
    const held = records.find(({ distance }) => distance === key)
    return held === undefined ? [] : [{
      distance: key,
      distance_label: label,
      time: duration(held.elapsedTime),
      time_s: held.elapsedTime,
      pace: pace(metres, held.elapsedTime),
      ...inMetric(units, () => ({ pace_per_km: kilometrePace(metres, held.elapsedTime) })),
      date: localText(held.localStart),
      activity_id: held.runId,
      activity_name: held.runName
    }]
  })
})

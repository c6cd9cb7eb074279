import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { RunPoint } from "../facts.js"
import { InMetric, inMetric, kilometres, metres, type Units } from "../metric.js"
import { feet, miles } from "../units.js"

/** `GET /v1/running/charts/elevation`: run by run, oldest first. */
export const Elevation = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    date: LocalDate,
    elevation_ft: Schema.Number,
    distance_mi: Schema.Number,
    cumulative_elevation_ft: Schema.Number,
    elevation_m: InMetric.height,
    distance_km: InMetric.distance,
    cumulative_elevation_m: InMetric.height
  }))
}).annotations({ identifier: "RunningElevation" })

export const elevation = (points: ReadonlyArray<RunPoint>, units: Units): typeof Elevation.Type => {
  let climbed = 0
  return {
    data: points.map((run) => {
      climbed += run.elevation
      const all = climbed
      return {
        date: run.date,
        elevation_ft: feet(run.elevation),
        distance_mi: miles(run.distance),
        cumulative_elevation_ft: feet(all),
        ...inMetric(units, () => ({ elevation_m: metres(run.elevation), distance_km: kilometres(run.distance), cumulative_elevation_m: metres(all) }))
      }
    })
  }
}

import { Schema } from "effect"
import type { CityFact } from "../facts.js"
import { InMetric, inMetric, kilometres, type Units } from "../metric.js"
import { miles } from "../units.js"
import { Text } from "../../shared/fields.js"

/** `GET /v1/running/cities`. */
export const Cities = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    city: Schema.String,
    state: Text,
    country: Text,
    run_count: Schema.Number,
    total_distance_mi: Schema.Number,
    total_distance_km: InMetric.distance
  }))
}).annotations({ identifier: "RunningCities" })

export const cities = (rows: ReadonlyArray<CityFact>, units: Units): typeof Cities.Type => ({
  data: rows.map(({ city, country, distance, runs, state }) => ({
    city,
    state,
    country,
    run_count: runs,
    total_distance_mi: miles(distance),
    ...inMetric(units, () => ({ total_distance_km: kilometres(distance) }))
  }))
})

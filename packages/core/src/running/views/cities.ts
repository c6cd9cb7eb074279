import { Schema } from "effect"
import type { CityFact } from "../facts.js"
import { miles } from "../units.js"
import { Text } from "../../shared/fields.js"

/** `GET /v1/running/cities`. */
export const Cities = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    city: Schema.String,
    state: Text,
    country: Text,
    run_count: Schema.Number,
    total_distance_mi: Schema.Number
  }))
}).annotations({ identifier: "RunningCities" })

export const cities = (rows: ReadonlyArray<CityFact>): typeof Cities.Type => ({
  data: rows.map(({ city, country, distance, runs, state }) => ({ city, state, country, run_count: runs, total_distance_mi: miles(distance) }))
})

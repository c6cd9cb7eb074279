import { Schema } from "effect"
import type { GearFact } from "../facts.js"
import { miles } from "../units.js"
import { Text } from "../../shared/fields.js"

/** `GET /v1/running/gear`. */
export const Gear = Schema.Struct({
  data: Schema.Array(Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    brand: Text,
    model: Text,
    distance_mi: Schema.Number,
    is_retired: Schema.Boolean,
    activity_count: Schema.Number
  }))
}).annotations({ identifier: "RunningGear" })

export const gear = (rows: ReadonlyArray<GearFact>): typeof Gear.Type => ({
  data: rows.map(({ brand, distance, id, model, name, retired, runs }) => ({
    id,
    name,
    brand,
    model,
    distance_mi: miles(distance),
    is_retired: retired,
    activity_count: runs
  }))
})

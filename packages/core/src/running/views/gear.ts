import { Schema } from "effect"
import type { GearFact } from "../facts.js"
import { InMetric, inMetric, kilometres, type Units } from "../metric.js"
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
    distance_km: InMetric.distance,
    is_retired: Schema.Boolean,
    activity_count: Schema.Number
  }))
}).annotations({ identifier: "RunningGear" })

export const gear = (rows: ReadonlyArray<GearFact>, units: Units): typeof Gear.Type => ({
  data: rows.map(({ brand, distance, id, model, name, retired, runs }) => ({
    id,
    name,
    brand,
    model,
    distance_mi: miles(distance),
    ...inMetric(units, () => ({ distance_km: kilometres(distance) })),
    is_retired: retired,
    activity_count: runs
  }))
})

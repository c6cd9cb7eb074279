import { Schema } from "effect"

/** `GET /v1/running/charts/time-of-day`: always 24 rows, by the clocks at the place. */
export const TimeOfDay = Schema.Struct({
  data: Schema.Array(Schema.Struct({ hour: Schema.Number, count: Schema.Number }))
}).annotations({ identifier: "RunningTimeOfDay" })

export const timeOfDay = (rows: ReadonlyArray<{ readonly hour: number; readonly runs: number }>): typeof TimeOfDay.Type => {
  const counts = new Map(rows.map(({ hour, runs }) => [hour, runs]))
  return { data: Array.from({ length: 24 }, (_, hour) => ({ hour, count: counts.get(hour) ?? 0 })) }
}

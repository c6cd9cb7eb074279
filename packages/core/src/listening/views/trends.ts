import { Schema } from "effect"
import { monthOf } from "../../shared/LocalDate.js"
import type { PeriodTotals } from "../facts.js"

export const Metric = Schema.Literal("scrobbles", "artists", "albums", "tracks").annotations({ identifier: "ListeningMetric" })
export type Metric = typeof Metric.Type

/** `GET /v1/listening/trends`: months without plays are absent. */
export const Trends = Schema.Struct({
  metric: Metric,
  data: Schema.Array(Schema.Struct({ period: Schema.String, value: Schema.Number }))
}).annotations({ identifier: "ListeningTrends" })
export type Trends = typeof Trends.Type

export const trends = (metric: Metric, months: ReadonlyArray<PeriodTotals>): Trends => ({
  metric,
  data: months.map((month) => ({ period: monthOf(month.start), value: metric === "scrobbles" ? month.plays : month[metric] }))
})

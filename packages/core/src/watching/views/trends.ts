import { Schema } from "effect"
import { isoWeek, monthOf } from "../../shared/LocalDate.js"
import type { DayCount } from "../facts.js"

export const TrendPeriod = Schema.Literal("monthly", "weekly").annotations({ identifier: "WatchingPeriod" })
export type TrendPeriod = typeof TrendPeriod.Type

/** `GET /v1/watching/trends`: viewings of films in each month (`YYYY-MM`) or ISO week (`YYYY-Wnn`) that has any, ascending. */
export const WatchingTrends = Schema.Struct({
  period: TrendPeriod,
  data: Schema.Array(Schema.Struct({ period: Schema.String, count: Schema.Number }))
}).annotations({ identifier: "WatchingTrends" })
export type WatchingTrends = typeof WatchingTrends.Type

export const trends = (period: TrendPeriod, periods: ReadonlyArray<DayCount>): WatchingTrends => ({
  period,
  data: periods.map(({ count, date }) => ({ period: period === "weekly" ? isoWeek(date) : monthOf(date), count }))
})

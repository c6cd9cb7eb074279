import { Option, Schema } from "effect"
import { dayOfYear, yearOf } from "../../shared/LocalDate.js"
import type { DayTotals } from "../facts.js"
import { InMetric, inMetric, kilometres, type Units } from "../metric.js"
import { miles } from "../units.js"

/** `api.md` §2.8: by year, one point for each day that has a run. */
export const CumulativeDistance = Schema.Struct({
  data: Schema.Record({
    key: Schema.String,
    value: Schema.Array(Schema.Struct({ day: Schema.Number, cumulative_mi: Schema.Number, cumulative_km: InMetric.distance }))
  })
}).annotations({ identifier: "CumulativeDistance" })
export type CumulativeDistance = typeof CumulativeDistance.Type

/** Takes days of any years, ascending; none where there are no days. */
export const cumulative = (days: ReadonlyArray<DayTotals>, units: Units): Option.Option<CumulativeDistance> => {
  const data: Record<string, Array<CumulativeDistance["data"][string][number]>> = {}
  let year = ""
  let metres = 0
  for (const { date, distance } of days) {
    const at = String(yearOf(date)).padStart(4, "0")
    if (at !== year) {
      year = at
      metres = 0
    }
    metres += distance
    const points = data[year] ??= []
    const run = metres
    points.push({ day: dayOfYear(date), cumulative_mi: miles(run), ...inMetric(units, () => ({ cumulative_km: kilometres(run) })) })
  }
  return year === "" ? Option.none() : Option.some({ data })
}

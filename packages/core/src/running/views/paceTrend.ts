import { Option, Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { PacePoint } from "../facts.js"
import { InMetric, inMetric, kilometrePaceText, type Units } from "../metric.js"
import { metresPerMile, paceText, round } from "../units.js"

/** `api.md` §2.7. `window` counts runs. */
export const PaceTrend = Schema.Struct({
  window: Schema.Number,
  data: Schema.Array(Schema.Struct({
    date: LocalDate,
    pace: Schema.String,
    pace_min_per_mile: Schema.Number,
    rolling_avg: Schema.String,
    rolling_avg_min_per_mile: Schema.Number,
    pace_per_km: InMetric.pace,
    pace_min_per_km: InMetric.minutes,
    rolling_avg_per_km: InMetric.pace,
    rolling_avg_min_per_km: InMetric.minutes
  }))
}).annotations({ identifier: "PaceTrend" })
export type PaceTrend = typeof PaceTrend.Type

/** Seconds a kilometre. */
const paces = (pace: number, average: number) => ({
  pace_per_km: kilometrePaceText(pace),
  pace_min_per_km: minutes(pace),
  rolling_avg_per_km: kilometrePaceText(average),
  rolling_avg_min_per_km: minutes(average)
})

const minutes = (seconds: number) => round(seconds / 60, 2)

/**
 * The pace of each run, oldest first, beside the average over it and the runs before it in the window,
 * weighted by distance: time run by distance run. Runs that are not shown count in the averages all the same. None
 * when nothing is left to show.
 */
export const paceTrend = (runs: ReadonlyArray<PacePoint>, window: number, units: Units): Option.Option<PaceTrend> => {
  let metres = 0
  let seconds = 0
  const data = runs.flatMap((run, index) => {
    const leaving = runs[index - window]
    metres += run.distance - (leaving?.distance ?? 0)
    seconds += run.movingTime - (leaving?.movingTime ?? 0)
    if (!run.shown) return []
    const pace = run.movingTime * metresPerMile / run.distance
    const average = seconds * metresPerMile / metres
    return [{
      date: run.date,
      pace: paceText(pace),
      pace_min_per_mile: minutes(pace),
      rolling_avg: paceText(average),
      rolling_avg_min_per_mile: minutes(average),
      ...inMetric(units, () => paces(pace * 1000 / metresPerMile, average * 1000 / metresPerMile))
    }]
  })
  return data.length === 0 ? Option.none() : Option.some({ window, data })
}

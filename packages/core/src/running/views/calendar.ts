import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { DayTotals } from "../facts.js"
import { InMetric, inMetric, kilometres, type Units } from "../metric.js"
import { miles } from "../units.js"

/** `GET /v1/running/calendar`: only days with runs. */
export const RunningCalendar = Schema.Struct({
  year: Schema.Number,
  data: Schema.Array(Schema.Struct({ date: LocalDate, count: Schema.Number, total_distance_mi: Schema.Number, total_distance_km: InMetric.distance }))
}).annotations({ identifier: "RunningCalendar" })

export const calendarYear = (year: number, days: ReadonlyArray<DayTotals>, units: Units): typeof RunningCalendar.Type => ({
  year,
  data: days.map(({ date, distance, runs }) => ({ date, count: runs, total_distance_mi: miles(distance), ...inMetric(units, () => ({ total_distance_km: kilometres(distance) })) }))
})

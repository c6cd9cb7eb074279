import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { DayCount } from "../facts.js"

/** `GET /v1/watching/calendar`: viewings of films on each day that has any. */
export const WatchingCalendar = Schema.Struct({
  year: Schema.Number,
  data: Schema.Array(Schema.Struct({ date: LocalDate, count: Schema.Number }))
}).annotations({ identifier: "WatchingCalendar" })
export type WatchingCalendar = typeof WatchingCalendar.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): WatchingCalendar => ({ year, data: days })

import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { DayCount } from "../facts.js"

/** `GET /v1/listening/calendar`: only days with plays; the busiest day is "" with 0 where there is none. */
export const CalendarYear = Schema.Struct({
  year: Schema.Number,
  days: Schema.Array(Schema.Struct({ date: LocalDate, count: Schema.Number })),
  total: Schema.Number,
  max_day: Schema.Struct({ date: Schema.String, count: Schema.Number })
}).annotations({ identifier: "ListeningCalendar" })
export type CalendarYear = typeof CalendarYear.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): CalendarYear => ({
  year,
  days: days.map(({ date, plays }) => ({ date, count: plays })),
  total: days.reduce((sum, { plays }) => sum + plays, 0),
  max_day: days.reduce((max, { date, plays }) => plays > max.count ? { date, count: plays } : max, { date: "", count: 0 })
})

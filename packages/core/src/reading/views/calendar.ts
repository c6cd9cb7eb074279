import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import type { DayCount } from "../facts.js"

/** `GET /v1/reading/calendar`: only days on which something was saved or finished. */
export const ReadingCalendar = Schema.Struct({
  year: Schema.Number,
  days: Schema.Array(Schema.Struct({ date: LocalDate, saved: Schema.Number, finished: Schema.Number })),
  total_saved: Schema.Number,
  total_finished: Schema.Number
}).annotations({ identifier: "ReadingCalendar" })
export type ReadingCalendar = typeof ReadingCalendar.Type

export const calendarYear = (year: number, days: ReadonlyArray<DayCount>): ReadingCalendar => ({
  year,
  days: days.map(({ date, finished, saved }) => ({ date, saved, finished })),
  total_saved: days.reduce((sum, { saved }) => sum + saved, 0),
  total_finished: days.reduce((sum, { finished }) => sum + finished, 0)
})

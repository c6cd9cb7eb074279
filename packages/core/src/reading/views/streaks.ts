import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import { daysOfSpan, streaksOf } from "../../shared/streaks.js"
import type { FinishedDays } from "../facts.js"

/** `GET /v1/reading/streaks`: days on which articles were finished. Dates are null without any. */
export const ReadingStreaks = Schema.Struct({
  current: Schema.Struct({ days: Schema.Number, start_date: Schema.NullOr(LocalDate), total_finished: Schema.Number }),
  longest: Schema.Struct({
    days: Schema.Number,
    start_date: Schema.NullOr(LocalDate),
    end_date: Schema.NullOr(LocalDate),
    total_finished: Schema.Number
  })
}).annotations({ identifier: "ReadingStreaks" })
export type ReadingStreaks = typeof ReadingStreaks.Type

/** The current and the longest of spans given in order of time. */
export const streaks = (spans: ReadonlyArray<FinishedDays>, today: LocalDate): ReadingStreaks => {
  const { current, longest } = streaksOf(spans, today)
  return {
    current: {
      days: current === undefined ? 0 : daysOfSpan(current),
      start_date: current?.start ?? null,
      total_finished: current?.finished ?? 0
    },
    longest: {
      days: longest === undefined ? 0 : daysOfSpan(longest),
      start_date: longest?.start ?? null,
      end_date: longest?.end ?? null,
      total_finished: longest?.finished ?? 0
    }
  }
}

import { Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import { type DaySpan, daysOfSpan, streaksOf } from "../../shared/streaks.js"

const Streak = Schema.Struct({ days: Schema.Number, start: Schema.NullOr(LocalDate), end: Schema.NullOr(LocalDate) })

/** `GET /v1/running/streaks`. */
export const RunningStreaks = Schema.Struct({
  data: Schema.Struct({ current: Streak, longest: Streak })
}).annotations({ identifier: "RunningStreaks" })

const none: typeof Streak.Type = { days: 0, start: null, end: null }
const streakOf = (span: DaySpan | undefined): typeof Streak.Type =>
  span === undefined ? none : { days: daysOfSpan(span), start: span.start, end: span.end }

/** The current and the longest of spans given in order of time. */
export const streaks = (spans: ReadonlyArray<DaySpan>, today: LocalDate): typeof RunningStreaks.Type => {
  const { current, longest } = streaksOf(spans, today)
  return { data: { current: streakOf(current), longest: streakOf(longest) } }
}

import { Option, Schema } from "effect"
import { LocalDate } from "../../shared/LocalDate.js"
import { daysOfSpan, streaksOf } from "../../shared/streaks.js"
import type { PlayedDays } from "../facts.js"

/** `api.md` §2.6. */
export const Streaks = Schema.Struct({
  current: Schema.Struct({
    days: Schema.Number,
    start_date: Schema.NullOr(LocalDate),
    total_scrobbles: Schema.Number
  }),
  longest: Schema.Struct({
    days: Schema.Number,
    start_date: LocalDate,
    end_date: LocalDate,
    total_scrobbles: Schema.Number
  })
}).annotations({ identifier: "ListeningStreaks" })
export type Streaks = typeof Streaks.Type

/** The current and the longest of spans given in order of time; none without plays up to today. */
export const streaks = (spans: ReadonlyArray<PlayedDays>, today: LocalDate): Option.Option<Streaks> => {
  const { current, longest } = streaksOf(spans, today)
  return Option.map(Option.fromNullable(longest), (longest) => ({
    current: {
      days: current === undefined ? 0 : daysOfSpan(current),
      start_date: current?.start ?? null,
      total_scrobbles: current?.plays ?? 0
    },
    longest: {
      days: daysOfSpan(longest),
      start_date: longest.start,
      end_date: longest.end,
      total_scrobbles: longest.plays
    }
  }))
}

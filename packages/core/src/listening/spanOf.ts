import { type Context, Effect, Option } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import type { DateRange } from "../shared/DateRange.js"
import { addYears, daysBetween, yearOf } from "../shared/LocalDate.js"
import type { ListeningStore } from "./ListeningStore.js"

/**
 * How many days a range spans, first and last included: an open end is today, an open beginning the day of the first
 * play. `years` are the whole years from the day of the first play to today.
 */
export const spanOf = Effect.fn("spanOf")(function*(
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  range: DateRange
) {
  const today = yield* calendar.today
  const firstPlay = range.from === null ? Option.getOrNull(yield* store.firstPlay) : null
  const first = range.from ?? firstPlay
  if (first === null) return { days: 0, firstPlay: null, years: 0 }
  const from = calendar.dateOf(first)
  const to = range.to === null ? today : calendar.dateOf(range.to - 1)
  const whole = yearOf(today) - yearOf(from)
  const years = addYears(from, whole) > today ? whole - 1 : whole
  return { days: Math.max(0, daysBetween(from, to) + 1), firstPlay, years: Math.max(0, years) }
})

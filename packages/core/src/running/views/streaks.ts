import { Schema } from "effect"
import { LocalDate, addDays, daysBetween } from "../../shared/LocalDate.js"
import type { RunOfDays } from "../facts.js"

const Streak = Schema.Struct({ days: Schema.Number, start: Schema.NullOr(LocalDate), end: Schema.NullOr(LocalDate) })

/** `GET /v1/running/streaks`. */
export const RunningStreaks = Schema.Struct({
  data: Schema.Struct({ current: Streak, longest: Streak })
}).annotations({ identifier: "RunningStreaks" })

const none: typeof Streak.Type = { days: 0, start: null, end: null }
const lengthOf = ({ end, start }: RunOfDays) => daysBetween(start, end) + 1
const streakOf = (days: RunOfDays | undefined): typeof Streak.Type => days === undefined ? none : { days: lengthOf(days), start: days.start, end: days.end }

/**
 * The current and the longest of runs of days given in order of time. The current one may have ended yesterday, for
 * today is not over; a runner in a zone ahead of home may be on tomorrow's date already, and what a wrong clock dates after
 * that is not run yet. The first of equally long ones is the longest.
 */
export const streaks = (runs: ReadonlyArray<RunOfDays>, today: LocalDate): typeof RunningStreaks.Type => {
  const last = runs.findLast(({ start }) => start <= addDays(today, 1))
  const longest = runs.reduce<RunOfDays | undefined>((best, run) => best === undefined || lengthOf(run) > lengthOf(best) ? run : best, undefined)
  return { data: { current: streakOf(last !== undefined && last.end >= addDays(today, -1) ? last : undefined), longest: streakOf(longest) } }
}

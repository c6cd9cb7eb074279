import { Option, Schema } from "effect"
import { LocalDate, addDays, daysBetween } from "../../shared/LocalDate.js"
import type { RunOfDays } from "../facts.js"

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

const lengthOf = (run: RunOfDays) => daysBetween(run.start, run.end) + 1

/**
 * The current and the longest of runs given in order of time; none without runs. The current run may have ended
 * yesterday, for today is not over. The first of equally long runs is the longest.
 */
export const streaks = (runs: ReadonlyArray<RunOfDays>, today: LocalDate): Option.Option<Streaks> =>
  Option.map(Option.fromNullable(runs.at(-1)), (last) => {
    const current = last.end >= addDays(today, -1)
    const longest = runs.reduce((best, run) => lengthOf(run) > lengthOf(best) ? run : best)
    return {
      current: {
        days: current ? lengthOf(last) : 0,
        start_date: current ? last.start : null,
        total_scrobbles: current ? last.plays : 0
      },
      longest: {
        days: lengthOf(longest),
        start_date: longest.start,
        end_date: longest.end,
        total_scrobbles: longest.plays
      }
    }
  })

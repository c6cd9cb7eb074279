import { Schema } from "effect"
import { LocalDate, addDays, daysBetween } from "../../shared/LocalDate.js"
import type { RunOfDays } from "../facts.js"

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

const lengthOf = (run: RunOfDays) => daysBetween(run.start, run.end) + 1

/**
 * The current and the longest of runs given in order of time. The current run may have ended yesterday, for today is not
 * over. The first of equally long runs is the longest.
 */
export const streaks = (runs: ReadonlyArray<RunOfDays>, today: LocalDate): ReadingStreaks => {
  const last = runs.findLast(({ start }) => start <= today)
  const current = last !== undefined && last.end >= addDays(today, -1) ? last : undefined
  const longest = runs.reduce<RunOfDays | undefined>((best, run) => best === undefined || lengthOf(run) > lengthOf(best) ? run : best, undefined)
  return {
    current: { days: current === undefined ? 0 : lengthOf(current), start_date: current?.start ?? null, total_finished: current?.finished ?? 0 },
    longest: {
      days: longest === undefined ? 0 : lengthOf(longest),
      start_date: longest?.start ?? null,
      end_date: longest?.end ?? null,
      total_finished: longest?.finished ?? 0
    }
  }
}

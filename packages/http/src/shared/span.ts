import { type LocalDate, addDays, parseRange, yearOf } from "@daybook/core/shared"
import { Either } from "effect"
import type { Asked, CacheClass } from "./caching.js"

type ClassOf = (asked: Asked) => CacheClass

/** For views of a `year` by days that are open from `oldest` on: one that is over changes no more, save by a late sync. */
const pastYear = (oldest: (today: LocalDate) => LocalDate): ClassOf => ({ params, today }) =>
  Number(params.get("year") ?? yearOf(today)) < yearOf(oldest(today)) ? "long" : "medium"

/** For views between dates: long unless they include an open day (contract §14, Cache-Control). */
const endedSpan = (oldest: (today: LocalDate) => LocalDate): ClassOf => ({ calendar, params, today }) => {
  const range = Either.getOrUndefined(parseRange(calendar, { date: params.get("date"), from: params.get("from"), to: params.get("to") }))
  return range?.to != null && range.to <= calendar.startOf(oldest(today)) ? "long" : "medium"
}

const atHome = (today: LocalDate) => today

/** While it is today at home, it is yesterday in other zones. */
const anywhere = (today: LocalDate) => addDays(today, -1)

/** Days are those of the home zone. */
export const longWhenPast = pastYear(atHome)
export const longWhenEnded = endedSpan(atHome)

/** Days are those at the place of a run or an event. */
export const longWhenPastAnywhere = pastYear(anywhere)
export const longWhenEndedAnywhere = endedSpan(anywhere)

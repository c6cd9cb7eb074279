import { parseRange, yearOf } from "@daybook/core/shared"
import { Either } from "effect"
import type { Asked, CacheClass } from "./caching.js"

/** For views of a `year`: one that is over changes no more, save by a late sync. */
export const longWhenPast = ({ params, today }: Asked): CacheClass =>
  Number(params.get("year") ?? yearOf(today)) < yearOf(today) ? "long" : "medium"

/** For views up to `to`: long unless they include today (contract §14, Cache-Control). */
export const longWhenEnded = ({ calendar, params, today }: Asked): CacheClass => {
  const [date, to] = [params.get("date"), params.get("to")]
  const range = date === undefined && to === undefined ? undefined : Either.getOrUndefined(parseRange(calendar, { date, to }))
  return range?.to != null && range.to <= calendar.startOf(today) ? "long" : "medium"
}

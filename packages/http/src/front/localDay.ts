import { type Calendar, type LocalDate, endOf } from "@daybook/core/shared"
import type { Context } from "effect"

/** The local day at an instant in the home time zone. Computed once a day, since every request needs it. */
export const localDay = (calendar: Context.Tag.Service<Calendar>): ((now: number) => LocalDate) => {
  let day = ""
  let from = Infinity
  let to = -Infinity
  return (now) => {
    if (now >= from && now < to) return day
    day = calendar.dateOf(now)
    from = calendar.startOf(day)
    to = endOf(calendar, day)
    return day
  }
}

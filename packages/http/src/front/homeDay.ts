import { type Calendar, type LocalDate, endOf } from "@daybook/core/shared"
import type { Context } from "effect"

/** The day at home at an instant; worked out once a day, for it is asked with every request. */
export const homeDay = (calendar: Context.Tag.Service<Calendar>): (now: number) => LocalDate => {
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

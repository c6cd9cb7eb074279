import { type Context, Schema } from "effect"
import { type Calendar, endOf } from "../shared/Calendar.js"
import type { DateRange } from "../shared/DateRange.js"
import { type LocalDate, addDays, daysBetween, monthStart, yearOf } from "../shared/LocalDate.js"
import { type Series, dailySeries, weeklySeries, yearlySeries } from "../shared/Sparkline.js"

export const periods = ["7day", "1month", "3month", "6month", "12month", "overall"] as const
export const Period = Schema.Literal(...periods)
export type Period = typeof Period.Type

/**
 * The buckets of a period that ends today (contract §2.2): 7 or 28 days; 13, 26 or 52 ISO weeks, the last of them the
 * current one; all years since the first play.
 */
export const seriesOf = (period: Period, today: LocalDate, firstDay: LocalDate): Series => {
  switch (period) {
    case "7day":
      return dailySeries(addDays(today, -6), addDays(today, 1))
    case "1month":
      return dailySeries(addDays(today, -27), addDays(today, 1))
    case "3month":
      return weeklySeries(today, 13)
    case "6month":
      return weeklySeries(today, 26)
    case "12month":
      return weeklySeries(today, 52)
    case "overall":
      return yearlySeries(firstDay, today)
  }
}

/** The instants of a period: from the start of its first bucket to the end of today. `overall` is open below. */
export const rangeOf = (calendar: Context.Tag.Service<Calendar>, period: Period, today: LocalDate): DateRange => ({
  from: period === "overall" ? null : calendar.startOf(seriesOf(period, today, today).buckets[0]!),
  to: endOf(calendar, today)
})

/** Buckets for a range of the asker's own: days up to two months, weeks up to two years, then months, then years. */
export const seriesWithin = (from: LocalDate, to: LocalDate): Series => {
  const days = daysBetween(from, to) + 1
  if (days <= 62) return dailySeries(from, addDays(to, 1))
  if (days <= 731) return weeklySeries(to, weeksBetween(from, to))
  if (days > 3660) return yearlySeries(from, to)
  const months = (yearOf(to) - yearOf(from)) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return {
    granularity: "month",
    buckets: Array.from({ length: months }, (_, index) => monthStart(yearOf(from), Number(from.slice(5, 7)) + index))
  }
}

const weeksBetween = (from: LocalDate, to: LocalDate) => {
  const last = weeklySeries(to, 1).buckets[0]!
  return daysBetween(weeklySeries(from, 1).buckets[0]!, last) / 7 + 1
}

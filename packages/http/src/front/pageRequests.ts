import type { Units } from "@daybook/core/running"
import { type LocalDate, addDays, yearOf, yearStart } from "@daybook/core/shared"

/** What the page's pace chart covers, in days. */
const paceDays = 2 * 365

/** The requests of the page at `/` whose answers are cached, without its search. */
export const pageRequests = (today: LocalDate, units: Units): ReadonlyArray<string> => {
  const inUnits = units === "metric" ? ["units=metric"] : []
  const withUnits = (path: string, ...query: ReadonlyArray<string>) => {
    const all = [...query, ...inUnits]
    return all.length === 0 ? path : `${path}?${all.join("&")}`
  }
  return [
    "listening/years",
    withUnits("running/stats/years"),
    "reading/stats",
    `reading/stats?from=${yearStart(yearOf(today))}`,
    "listening/streaks",
    "running/streaks",
    "watching/stats",
    "listening/calendar",
    "listening/top/artists?period=12month&include_sparklines=true&limit=8",
    withUnits("running/charts/cumulative"),
    withUnits("running/charts/pace-trend", `from=${addDays(today, -paceDays)}`),
    "watching/recent?limit=12",
    "collecting/recent?limit=12",
    "collecting/media/recent?limit=12",
    "collecting/stats",
    "reading/currently-reading",
    "attending/events?attended=0&limit=50",
    "attending/events?attended=1&limit=1",
    "feed?limit=1",
    "feed?limit=20",
    "feed/on-this-day"
  ].map((path) => `/v1/${path}`)
}

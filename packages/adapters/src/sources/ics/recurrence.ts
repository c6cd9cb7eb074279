import ICAL from "ical.js"
import { utc, type WallClock } from "../clocks/WallClock.js"

/** Half-open, wall times. */
interface Window {
  readonly from: number
  readonly to: number
}

/** More than a daily row of twenty years: what has more is no calendar of a person's. */
const mostOccurrences = 8_000
/** Steps that a rule may take without coming to anything, such as 30 February. */
const mostSteps = 20_000

/** Wall times at which a rule (RFC 5545 §3.3.10) falls in a window, the first of them `start` itself. None for a rule that cannot be read. */
export const occurrences = (rule: string, start: number, { from, to }: Window, clock: WallClock = utc): ReadonlyArray<number> => {
  const found: Array<number> = []
  try {
    const last = lastOf(/UNTIL=([0-9TZ]+)/i.exec(rule)?.[1] ?? "", clock)
    const iterator = ICAL.Recur.fromString(completed(rule.replace(/;?UNTIL=[^;]*/i, ""), start)).iterator(timeOf(start))
    for (let step = 0; step < mostSteps && found.length < mostOccurrences; step++) {
      const next = iterator.next()
      if (!next) break
      const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
      if (wall >= to || wall > last) break
      if (wall >= from) found.push(wall)
    }
  } catch {
    return found
  }
  return found
}

/** What a yearly rule may be told by instead of a day of a month. */
const tellsDay = /(?:^|;)BY(?:MONTHDAY|DAY|YEARDAY|WEEKNO)=/i

/**
 * A yearly rule with the day that it takes from its start written out: days that a year does not have, such as 29 February,
 * are left out of it (RFC 5545 §3.3.10) and not moved to the next, unless SKIP (RFC 7529 §4.1) says so.
 */
const completed = (given: string, start: number): string => {
  const skip = /(?:^|;)SKIP=(\w+)/i.exec(given)?.[1]?.toUpperCase()
  const rule = given.replace(/(^|;)(?:RSCALE|SKIP)=[^;]*/gi, "$1").replace(/;{2,}/g, ";").replace(/^;|;$/g, "")
  if (!/(?:^|;)FREQ=YEARLY/i.test(rule) || tellsDay.test(rule) || skip === "FORWARD") return rule
  const at = new Date(start)
  const isLast = new Date(start + 86_400_000).getUTCDate() === 1
  const day = skip === "BACKWARD" && isLast ? -1 : at.getUTCDate()
  return `${rule}${/(?:^|;)BYMONTH=/i.test(rule) ? "" : `;BYMONTH=${at.getUTCMonth() + 1}`};BYMONTHDAY=${day}`
}

const timeOf = (wall: number) => {
  const at = new Date(wall)
  return new ICAL.Time({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate: false
  }, ICAL.Timezone.localTimezone)
}

/** UNTIL counts inclusively; a date means all of its day, an instant what the clocks show then. */
const lastOf = (until: string, { wallOf }: WallClock): number => {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(until) ?? []
  if (year === undefined) return Infinity
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 23), Number(minute ?? 59), Number(second ?? 59))
  return until.endsWith("Z") ? wallOf(wall) : wall
}

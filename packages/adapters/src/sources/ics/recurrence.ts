import ICAL from "ical.js"
import { utc, type WallClock } from "../clocks/WallClock.js"

/** Half-open, wall times. */
interface Window {
  readonly from: number
  readonly to: number
}

/** Steps that the rules of one calendar may take together, and whether one of them needed more. */
export interface StepBudget {
  left: number
  isSpent: boolean
}

export const stepBudget = (steps: number): StepBudget => ({ left: steps, isSpent: false })

/** More than a daily row of twenty years: what has more is no calendar of a person's. Of more, the last ones are told. */
const mostOccurrences = 8_000
/** Steps that one rule may take, those without an occurrence included. */
const mostSteps = 40_000
/** Characters. Rules that programs write have up to 200. */
const longestRule = 1_000

/** Nobody goes anywhere every minute. */
const tooOften = /FREQ=(?:SECONDLY|MINUTELY)/i

/**
 * Wall times at which a rule (RFC 5545 §3.3.10) falls in a window, the first of them `start` itself. None for one that cannot
 * be read or falls too often.
 */
export const occurrences = (
  rule: string,
  start: number,
  { from, to }: Window,
  clock: WallClock = utc,
  budget = stepBudget(mostSteps)
): ReadonlyArray<number> => {
  const found: Array<number> = []
  if (rule.length > longestRule || tooOften.test(rule)) return found
  const given = Math.min(mostSteps, budget.left)
  const steps = { left: given }
  try {
    const last = lastOf(/UNTIL=([0-9TZ]+)/i.exec(rule)?.[1] ?? "", clock)
    const iterator = counted(ICAL.Recur.fromString(completed(rule.replace(/;?UNTIL=[^;]*/i, ""), start)).iterator(timeOf(start)), steps)
    while (steps.left > 0) {
      const next = iterator.next()
      if (!next) break
      const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
      if (wall >= to || wall > last) break
      if (wall >= from) found.push(wall)
    }
  } catch {
    // A rule that cannot be read, or that took all its steps.
  }
  budget.left -= given - steps.left
  if (steps.left <= 0) budget.isSpent = true
  return found.slice(-mostOccurrences)
}

interface Iterator {
  readonly next: () => ICAL.Time | null
}

/**
 * ical.js looks for the next occurrence without an end: a rule for each 30 February never returns. Every attempt calls
 * `check_contracting_rules`, so attempts are counted there.
 */
const counted = (iterator: object & Iterator, steps: { left: number }): Iterator => {
  const own = iterator as Iterator & { check_contracting_rules: () => boolean }
  const check = own.check_contracting_rules.bind(own)
  own.check_contracting_rules = () => {
    if (--steps.left < 0) throw new RangeError("the rule takes too many steps")
    return check()
  }
  return own
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

import ICAL from "ical.js"
import { utc, type WallClock } from "../WallClock.js"

/** Half-open interval of wall-clock times. */
interface Window {
  readonly from: number
  readonly to: number
}

/** Steps left for the rules of one calendar, and whether a rule ran out of them. */
export interface StepBudget {
  left: number
  isSpent: boolean
}

export const stepBudget = (steps: number): StepBudget => ({ left: steps, isSpent: false })

/** More than a daily event over twenty years. Of more occurrences, the last ones are returned. */
const maxOccurrences = 8_000
/** Maximum number of steps of one rule, including those without an occurrence. */
const maxSteps = 40_000
/** Characters. Rules written by programs have up to 200. */
const maxRuleLength = 1_000

/** No outing recurs every minute. */
const tooOften = /FREQ=(?:SECONDLY|MINUTELY)/i

/**
 * Wall-clock times of a rule (RFC 5545 §3.3.10) within a window, starting with `start`. Empty for a rule that is
 * invalid or too frequent.
 */
export const occurrences = (
  rule: string,
  start: number,
  { from, to }: Window,
  clock: WallClock = utc,
  budget = stepBudget(maxSteps)
): ReadonlyArray<number> => {
  const walls: Array<number> = []
  if (rule.length > maxRuleLength || tooOften.test(rule)) return walls
  const allowance = Math.min(maxSteps, budget.left)
  const steps = { left: allowance }
  try {
    const last = lastOf(/UNTIL=([0-9TZ]+)/i.exec(rule)?.[1] ?? "", clock)
    const iterator = withStepLimit(
      ICAL.Recur.fromString(withStartDay(rule.replace(/;?UNTIL=[^;]*/i, ""), start)).iterator(timeOf(start)),
      steps
    )
    while (steps.left > 0) {
      const next = iterator.next()
      if (!next) break
      const wall = Date.UTC(next.year, next.month - 1, next.day, next.hour, next.minute, next.second)
      if (wall >= to || wall > last) break
      if (wall >= from) walls.push(wall)
    }
  } catch {
    // An invalid rule, or one that used all its steps.
  }
  budget.left -= allowance - steps.left
  if (steps.left <= 0) budget.isSpent = true
  return walls.slice(-maxOccurrences)
}

interface Iterator {
  readonly next: () => ICAL.Time | null
}

/**
 * ical.js searches for the next occurrence without a limit: a rule for every 30 February never returns. Every attempt
 * calls `check_contracting_rules`, so attempts are counted there.
 */
const withStepLimit = (iterator: object & Iterator, steps: { left: number }): Iterator => {
  const own = iterator as Iterator & { check_contracting_rules: () => boolean }
  const check = own.check_contracting_rules.bind(own)
  own.check_contracting_rules = () => {
    if (--steps.left < 0) throw new RangeError("the rule takes too many steps")
    return check()
  }
  return own
}

/** Parts of a yearly rule that replace the day of the start. */
const tellsDay = /(?:^|;)BY(?:MONTHDAY|DAY|YEARDAY|WEEKNO)=/i

/**
 * Writes the start's day into a yearly rule. Years without that day, such as 29 February, are skipped (RFC 5545
 * §3.3.10) and not moved to the next day, unless SKIP (RFC 7529 §4.1) says so.
 */
const withStartDay = (text: string, start: number): string => {
  const skip = /(?:^|;)SKIP=(\w+)/i.exec(text)?.[1]?.toUpperCase()
  const rule = text
    .replace(/(^|;)(?:RSCALE|SKIP)=[^;]*/gi, "$1")
    .replace(/;{2,}/g, ";")
    .replace(/^;|;$/g, "")
  if (!/(?:^|;)FREQ=YEARLY/i.test(rule) || tellsDay.test(rule) || skip === "FORWARD") return rule
  const at = new Date(start)
  const isLast = new Date(start + 86_400_000).getUTCDate() === 1
  const day = skip === "BACKWARD" && isLast ? -1 : at.getUTCDate()
  return `${rule}${/(?:^|;)BYMONTH=/i.test(rule) ? "" : `;BYMONTH=${at.getUTCMonth() + 1}`};BYMONTHDAY=${day}`
}

const timeOf = (wall: number) => {
  const at = new Date(wall)
  return new ICAL.Time(
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      isDate: false
    },
    ICAL.Timezone.localTimezone
  )
}

/** UNTIL is inclusive; a date includes its whole day, an instant is converted to wall-clock time. */
const lastOf = (until: string, { wallOf }: WallClock): number => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(until) ?? []
  if (year === undefined) return Infinity
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 23),
    Number(minute ?? 59),
    Number(second ?? 59)
  )
  return until.endsWith("Z") ? wallOf(wall) : wall
}

const dayMs = 86_400_000

/** Dates as PostgreSQL and JSON write them, and instants in epoch milliseconds: 13 digits since 2001. */
const datePattern = /(?<![\d-])\d{4}-\d{2}-\d{2}(?!\d)|(?<![\d.-])\d{13}(?![\d.])/g

/** Which dates move, and by how much. Both ends in epoch milliseconds. */
export interface DateMove {
  readonly days: number
  readonly from: number
  readonly to: number
}

/**
 * Moves every date and instant of a text that lies between `from` and `to`. Others stay: a film of 1975 is not released
 * again.
 */
export const moveDates = (text: string, { days, from, to }: DateMove): string =>
  days === 0
    ? text
    : text.replace(datePattern, (match) => {
        const isDate = match.includes("-")
        const at = isDate ? Date.parse(match) : Number(match)
        if (!(at >= from && at <= to)) return match
        const moved = at + days * dayMs
        return isDate ? new Date(moved).toISOString().slice(0, 10) : String(moved)
      })

const years = (count: number) => count * 366 * dayMs

/** Moves what lies within a few years of `madeAt` so that `madeAt` falls into the last 24 hours before `now`. */
export const upToNow = (madeAt: number, now: number): DateMove => ({
  days: Math.floor((now - madeAt) / dayMs),
  from: madeAt - years(4),
  to: madeAt + years(1)
})

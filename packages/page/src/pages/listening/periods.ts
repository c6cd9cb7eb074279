import { addDays, mondayOf } from "../../text/dates.js"

export const periods = [
  ["7day", "Week"],
  ["1month", "Month"],
  ["3month", "3 months"],
  ["6month", "6 months"],
  ["12month", "Year"],
  ["overall", "All time"]
] as const

export type Period = (typeof periods)[number][0]

export const isPeriod = (text: string): text is Period => periods.some(([period]) => period === text)

const weeks: Partial<Readonly<Record<Period, number>>> = { "3month": 13, "6month": 26, "12month": 52 }
const days: Partial<Readonly<Record<Period, number>>> = { "7day": 7, "1month": 28 }

export interface Span {
  readonly from: string
  readonly to: string
}

/** The time of equal length before a period that ends today, with whose ranks its own compare. None before all time. */
export const spanBefore = (period: Period, today: string): Span | undefined => {
  const length = days[period] ?? 7 * (weeks[period] ?? 0)
  if (length === 0) return undefined
  const start = days[period] === undefined ? addDays(mondayOf(today), 7 - length) : addDays(today, 1 - length)
  return { from: addDays(start, -length), to: addDays(start, -1) }
}

/** How a rank moved: places up (positive) or down, or "new" for what was not among those compared. */
export const movement = (rank: number, before: number | undefined): number | "new" =>
  before === undefined ? "new" : before - rank

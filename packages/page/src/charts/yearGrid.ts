import type { Answers } from "../api/Answers.js"

const dayMs = 86_400_000

export type DayCount = Answers["listening/calendar"]["days"][number]

/** A day in a grid of weeks (columns) that start on Monday. */
export interface GridDay extends DayCount {
  readonly week: number
  /** 0 for Monday. */
  readonly weekday: number
  /** 0 without plays, else 1 to 4: the quartile among days with plays. */
  readonly level: number
}

export interface GridMonth {
  /** 0 for January. */
  readonly month: number
  /** The column of its first day. */
  readonly week: number
  readonly total: number
}

export interface YearGrid {
  readonly days: ReadonlyArray<GridDay>
  readonly months: ReadonlyArray<GridMonth>
  readonly weeks: number
}

/** The quartiles of the positive counts. */
const thresholds = (counts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = counts.filter((count) => count > 0).sort((a, b) => a - b)
  return [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(sorted.length * part)] ?? Infinity)
}

/** The grid of all days of a year, from the days that have counts. */
export const yearGrid = (year: number, dayCounts: ReadonlyArray<DayCount>): YearGrid => {
  const counts = new Map(dayCounts.map(({ count, date }) => [date, count]))
  const levels = thresholds(dayCounts.map(({ count }) => count))
  const first = Date.UTC(year, 0, 1)
  const offset = (new Date(first).getUTCDay() + 6) % 7
  const length = (Date.UTC(year + 1, 0, 1) - first) / dayMs
  const days = Array.from({ length }, (_, index): GridDay => {
    const date = new Date(first + index * dayMs).toISOString().slice(0, 10)
    const count = counts.get(date) ?? 0
    const level = count === 0 ? 0 : 1 + levels.filter((least) => count >= least).length
    return { date, count, week: Math.floor((index + offset) / 7), weekday: (index + offset) % 7, level }
  })
  const months = Array.from({ length: 12 }, (_, month): GridMonth => {
    const own = days.filter(({ date }) => Number(date.slice(5, 7)) === month + 1)
    return { month, week: own[0]!.week, total: own.reduce((sum, { count }) => sum + count, 0) }
  })
  return { days, months, weeks: days.at(-1)!.week + 1 }
}

const dayMs = 86_400_000

/** Epoch milliseconds of a calendar day, `YYYY-MM-DD`, counted as UTC. */
const dayTime = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)

/** The calendar day of a time counted as UTC. */
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string => dayAt(dayTime(date) + days * dayMs)

/** 0 for Monday. */
export const weekdayIn = (date: string): number => (new Date(dayTime(date)).getUTCDay() + 6) % 7

export const mondayOf = (date: string): string => addDays(date, -weekdayIn(date))

/** The calendar day of a time in the reader's time zone. */
export const localDay = (time: number): string => {
  const date = new Date(time)
  return dayAt(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
}

/** Today's calendar day in the reader's time zone. */
export const today = (): string => localDay(Date.now())

/** "20:15:04" in the reader's time zone. */
export const timeOfDay = (time: number): string => {
  const date = new Date(time)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
}

/** The calendar day of an instant in the reader's time zone. A calendar day stays as it is. */
export const dayOf = (instant: string): string => (instant.includes("T") ? localDay(Date.parse(instant)) : instant)

/** "2026", of an instant in the reader's time zone. */
export const yearOf = (instant: string): string => dayOf(instant).slice(0, 4)

/** The Mondays of so many weeks, the last of which contains the day. */
export const weeksUntil = (date: string, weeks: number): ReadonlyArray<string> =>
  Array.from({ length: weeks }, (_, index) => addDays(mondayOf(date), (index - weeks + 1) * 7))

/** Sums values by the week of their day. */
export const byWeek = (
  weeks: ReadonlyArray<string>,
  values: ReadonlyArray<{ readonly date: string; readonly value: number }>
): ReadonlyArray<{ readonly week: string; readonly value: number }> => {
  const sums = new Map<string, number>()
  for (const { date, value } of values) sums.set(mondayOf(date), (sums.get(mondayOf(date)) ?? 0) + value)
  return weeks.map((week) => ({ week, value: sums.get(week) ?? 0 }))
}

export const monthNames = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"]
]

/** Monday first. */
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

/** "Mar 2026" for `2026-03`; other periods stay as they are. */
export const periodName = (period: string): string => {
  const month = /^(\d{4})-(\d{2})$/.exec(period)
  return month === null ? period : `${monthNames[Number(month[2]) - 1]!.slice(0, 3)} ${month[1]!}`
}

const dayMs = 86_400_000
const weekdays = 7

/** The days of a year in seven rows, from Monday to Sunday, with a column for each week. Null before the first day. */
export const weeksOf = (year, days) => {
  const counts = new Map(days.map(({ count, date }) => [date, count]))
  const first = Date.UTC(year, 0, 1)
  const blanks = (new Date(first).getUTCDay() + 6) % weekdays
  const rows = Array.from({ length: weekdays }, (_, weekday) => (weekday < blanks ? [null] : []))
  for (let at = first; at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    const date = new Date(at).toISOString().slice(0, 10)
    rows[(new Date(at).getUTCDay() + 6) % weekdays].push({ date, count: counts.get(date) ?? 0 })
  }
  return rows
}

import { daysBetween, daysIn, monthStart, weekStart, yearStart } from "../shared/LocalDate.js"
import type { CardGrid } from "./Card.js"

const left = 64
const top = 344
const cell = 17
const step = 20.2
/** A year has parts of at most 54 weeks. */
const weeks = 54
const levels = 4

const x = (week: number) => Math.round((left + (week * step * 53) / weeks) * 10) / 10
const y = (weekday: number) => Math.round((top + weekday * step) * 10) / 10

const square = (week: number, weekday: number): string => `M${x(week)} ${y(weekday)}h${cell}v${cell}h-${cell}z`

const initials = "JFMAMJJASOND"

/** A square for each day of a year, weeks from Monday. The four strengths divide the days with a value evenly. */
export const grid = ({ values, year }: CardGrid): string => {
  const first = yearStart(year)
  const days = daysIn(first, yearStart(year + 1))
  const before = daysBetween(weekStart(first), first)
  const placeOf = (index: number) => [Math.floor((index + before) / 7), (index + before) % 7] as const
  const ranked = days.map((day) => values.get(day) ?? 0).filter((value) => value > 0)
  ranked.sort((a, b) => a - b)
  const levelOf = (value: number) =>
    value <= 0 ? 0 : Math.max(1, Math.ceil((levels * (ranked.lastIndexOf(value) + 1)) / ranked.length))
  const paths = Array.from({ length: levels + 1 }, () => "")
  days.forEach((day, index) => {
    paths[levelOf(values.get(day) ?? 0)] += square(...placeOf(index))
  })
  const squares = paths.map((path, level) =>
    path === ""
      ? ""
      : level === 0
        ? `<path class="rule" d="${path}"/>`
        : `<path class="mark" fill-opacity="${level / levels}" d="${path}"/>`
  )
  const months = Array.from(initials, (initial, month) => {
    const [week] = placeOf(days.indexOf(monthStart(year, month + 1)))
    return `<text x="${x(week)}" y="${top - 14}" font-size="18" class="soft">${initial}</text>`
  })
  return [...squares, ...months].join("")
}

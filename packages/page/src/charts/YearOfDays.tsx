import { useMemo } from "preact/hooks"
import { count, quantity, day } from "../text/format.js"
import { InteractiveChart } from "./InteractiveChart.js"
import { type DayCount, yearGrid } from "./yearGrid.js"

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const top = 18
const bottom = 20
/** Below this width only the first letter of a month fits. */
const narrow = 480

interface YearOfDaysProps {
  readonly year: number
  readonly days: ReadonlyArray<DayCount>
  readonly summary: string
  /** What the counts are of. */
  readonly label?: string
  /** A count in words. */
  readonly text?: (count: number) => string
}

const plays = (value: number) => quantity(value, "play")

/** A heat map of a year: one square per day, one column per week. */
export const YearOfDays = ({ days: counts, label = "Plays", summary, text = plays, year }: YearOfDaysProps) => {
  const { days, months, weeks } = useMemo(() => yearGrid(year, counts), [year, counts])
  const last = counts.at(-1)?.date ?? ""
  const side = (width: number) => width / weeks
  const at = (x: number, y: number, width: number) => {
    const week = Math.min(Math.max(Math.floor(x / side(width)), 0), weeks - 1)
    const weekday = Math.min(Math.max(Math.floor((y - top) / side(width)), 0), 6)
    const index = days.findIndex((one) => one.week === week && one.weekday === weekday)
    return index === -1 ? (week === 0 ? 0 : days.length - 1) : index
  }
  return (
    <InteractiveChart
      label={`${label} of each day of ${year}`}
      points={days.length}
      describe={(point) => `${day(days[point]!.date, "weekday")}: ${text(days[point]!.count)}`}
      summary={summary}
      height={(width) => top + 7 * side(width) + bottom}
      at={at}
      table={{ columns: ["Day", label], rows: () => counts.map(({ count, date }) => [day(date), text(count)]) }}
    >
      {(width, point) => (
        <>
          {months.map(({ month, total, week }) => (
            <g key={month} transform={`translate(${week * side(width)} 0)`}>
              <text class="tick" y={11}>
                {width < narrow ? monthNames[month]![0] : monthNames[month]}
              </text>
              {width >= narrow && total > 0 && (
                <text class="tick figure" y={top + 7 * side(width) + 15}>
                  {count(total)}
                </text>
              )}
            </g>
          ))}
          {days.map(({ date, level, week, weekday }, index) => (
            <rect
              key={date}
              class={`day level-${level}${date > last ? " ahead" : ""}${index === point ? " read" : ""}`}
              x={week * side(width) + 0.5}
              y={top + weekday * side(width) + 0.5}
              width={Math.max(side(width) - 1.5, 1)}
              height={Math.max(side(width) - 1.5, 1)}
              rx={Math.min(side(width) / 5, 2.5)}
            />
          ))}
        </>
      )}
    </InteractiveChart>
  )
}

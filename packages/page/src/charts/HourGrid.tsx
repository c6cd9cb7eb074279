import { count, quantity } from "../text/format.js"
import { InteractiveChart } from "./InteractiveChart.js"

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
const left = 34
const below = 22

interface HourGridProps {
  readonly label: string
  /** Counts by weekday (Monday first) and hour. */
  readonly counts: ReadonlyArray<ReadonlyArray<number>>
  readonly noun: string
  readonly summary: string
}

const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`

/** The hours of a week as a grid: one row per weekday, one square per hour. */
export const HourGrid = ({ counts, label, noun, summary }: HourGridProps) => {
  const most = Math.max(...counts.flat(), 1)
  const side = (width: number) => (width - left) / 24
  const rise = (width: number) => Math.min(Math.max(side(width), 16), 26)
  return (
    <InteractiveChart
      label={label}
      points={7 * 24}
      describe={(point) =>
        `${weekdays[Math.floor(point / 24)]!} ${hourText(point % 24)}: ${quantity(counts[Math.floor(point / 24)]![point % 24]!, noun)}`
      }
      summary={summary}
      height={(width) => 7 * rise(width) + below}
      at={(x, y, width) => {
        const row = Math.min(Math.max(Math.floor(y / rise(width)), 0), 6)
        return row * 24 + Math.min(Math.max(Math.floor((x - left) / side(width)), 0), 23)
      }}
      table={{
        columns: ["Hour", ...weekdays],
        rows: () =>
          Array.from({ length: 24 }, (_, hour) => [hourText(hour), ...counts.map((hours) => count(hours[hour]!))])
      }}
    >
      {(width, point) => (
        <>
          {counts.map((hours, row) => (
            <g key={row} transform={`translate(0 ${row * rise(width)})`}>
              <text class="tick" y={rise(width) / 2} dy="0.32em">
                {weekdays[row]!.slice(0, 2)}
              </text>
              {hours.map((plays, hour) => (
                <rect
                  key={hour}
                  class={`day level-${plays === 0 ? 0 : Math.ceil((4 * plays) / most)}${row * 24 + hour === point ? " read" : ""}`}
                  x={left + hour * side(width) + 0.5}
                  y={0.5}
                  width={Math.max(side(width) - 1.5, 1)}
                  height={rise(width) - 1.5}
                  rx={2}
                />
              ))}
            </g>
          ))}
          {[0, 6, 12, 18].map((hour) => (
            <text key={hour} class="tick" x={left + hour * side(width)} y={7 * rise(width) + 15}>
              {hourText(hour)}
            </text>
          ))}
        </>
      )}
    </InteractiveChart>
  )
}

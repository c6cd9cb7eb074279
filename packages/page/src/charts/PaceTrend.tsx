import { scaleLinear, scaleUtc } from "d3-scale"
import { curveMonotoneX, line } from "d3-shape"
import type { Answers } from "../api/Answers.js"
import { monthNames } from "../text/dates.js"
import { day, pace } from "../text/format.js"
import { Axes, InteractiveChart } from "./InteractiveChart.js"

type Trend = Answers["running/charts/pace-trend"]
type Point = Trend["data"][number]

const minutesOf = (point: Point) => point.pace_min_per_km ?? point.pace_min_per_mile
const averageOf = (point: Point) => point.rolling_avg_min_per_km ?? point.rolling_avg_min_per_mile
const paceOf = (point: Point) => point.pace_per_km ?? point.pace
const averagePaceOf = (point: Point) => point.rolling_avg_per_km ?? point.rolling_avg

interface PaceTrendProps {
  readonly window: Trend["window"]
  readonly points: Trend["data"]
}

const monthOf = (time: Date) => monthNames[time.getUTCMonth()]!.slice(0, 3)
const left = 44
const right = 10
const top = 12
const below = 28

/** The range without the lowest and highest 2 %, so that one very slow run does not flatten the chart. */
const extent = (points: ReadonlyArray<Point>): [number, number] => {
  const sorted = points.map(minutesOf).sort((a, b) => a - b)
  const cut = Math.floor(sorted.length * 0.02)
  return [sorted[cut]! - 0.15, sorted[sorted.length - 1 - cut]! + 0.15]
}

const timeOf = (point: Point) => Date.parse(`${point.date}T00:00:00Z`)

/** The pace of each run as a dot and the rolling average as a line. Faster is higher. */
export const PaceTrend = ({ points, window }: PaceTrendProps) => {
  const height = (width: number) => Math.min(Math.max(width * 0.52, 200), 300)
  const across = (width: number) => scaleUtc([timeOf(points[0]!), timeOf(points.at(-1)!)], [left + 4, width - right])
  const newest = points.at(-1)!
  const nearest = (x: number, width: number) => {
    const time = across(width).invert(x).getTime()
    return points.reduce(
      (best, point, index) => (Math.abs(timeOf(point) - time) < Math.abs(timeOf(points[best]!) - time) ? index : best),
      0
    )
  }
  return (
    <InteractiveChart
      label="Pace of each run and its rolling average"
      points={points.length}
      describe={(point) =>
        `${day(points[point]!.date)}: ${paceOf(points[point]!)}, on average ${averagePaceOf(points[point]!)}`
      }
      summary={`Now ${averagePaceOf(newest)} on average, over ${window} runs; faster is higher`}
      height={height}
      at={(x, _, width) => nearest(x, width)}
      table={{
        columns: ["Day", "Pace", `Average of ${window} runs`],
        rows: () => points.toReversed().map((point) => [day(point.date), paceOf(point), averagePaceOf(point)])
      }}
    >
      {(width, read) => {
        const bottom = height(width) - below
        const x = across(width)
        const y = scaleLinear(extent(points), [top, bottom]).clamp(true)
        const draw = line<Point>(
          (point) => x(timeOf(point)),
          (point) => y(averageOf(point))
        ).curve(curveMonotoneX)
        const format = (time: Date) => (time.getUTCMonth() === 0 ? String(time.getUTCFullYear()) : monthOf(time))
        return (
          <>
            <Axes
              width={width - right}
              left={left}
              bottom={bottom}
              across={x.ticks(Math.max(Math.floor(width / 90), 2)).map((time) => ({ at: x(time), text: format(time) }))}
              up={y.ticks(4).map((minutes) => ({ at: y(minutes), text: pace(minutes) }))}
            />
            {points.map((point, index) => (
              <circle
                key={index}
                class={`run${index === read ? " read" : ""}`}
                cx={x(timeOf(point))}
                cy={y(minutesOf(point))}
                r={index === read ? 4 : 2}
              />
            ))}
            <path class="line year-0" d={draw(points) ?? ""} />
            {read !== undefined && (
              <line class="cursor" x1={x(timeOf(points[read]!))} x2={x(timeOf(points[read]!))} y1={top} y2={bottom} />
            )}
          </>
        )
      }}
    </InteractiveChart>
  )
}

import { scaleBand, scaleLinear } from "d3-scale"
import { count } from "../text/format.js"
import { Axes, InteractiveChart } from "./InteractiveChart.js"

interface Bar {
  readonly name: string
  readonly value: number
  /** The text below the axis; without one, the bar has none. */
  readonly tick?: string | undefined
}

interface BarsProps {
  readonly label: string
  readonly bars: ReadonlyArray<Bar>
  /** A value in words. */
  readonly text?: (value: number) => string
  readonly summary: string
  /** Bins of a histogram touch each other. */
  readonly binned?: boolean
  /** Headings of the columns of the table: names and values. */
  readonly columns: readonly [string, string]
}

const left = 44
const right = 4
const top = 12
const below = 28
const height = (width: number) => Math.min(Math.max(width * 0.36, 150), 240)

/** A bar for each name, in the given order: values over time, or the bins of a histogram. */
export const Bars = ({ bars, binned = false, columns, label, summary, text = count }: BarsProps) => {
  const bandsOf = (width: number) =>
    scaleBand<number>(bars.keys(), [left, width - right]).paddingInner(binned ? 0.04 : 0.25)
  const at = (x: number, _: number, width: number) =>
    Math.min(Math.max(Math.floor(((x - left) / (width - right - left)) * bars.length), 0), bars.length - 1)
  return (
    <InteractiveChart
      label={label}
      points={bars.length}
      describe={(point) => `${bars[point]!.name}: ${text(bars[point]!.value)}`}
      summary={summary}
      height={height}
      at={at}
      table={{ columns, rows: () => bars.map(({ name, value }) => [name, text(value)]) }}
    >
      {(width, point) => {
        const bottom = height(width) - below
        const x = bandsOf(width)
        const y = scaleLinear([0, Math.max(...bars.map(({ value }) => value), 1)], [bottom, top]).nice(3)
        return (
          <>
            <Axes
              width={width - right}
              left={left}
              bottom={bottom}
              across={bars.flatMap(({ tick }, index) => (tick === undefined ? [] : [{ at: x(index)!, text: tick }]))}
              up={y.ticks(3).map((value) => ({ at: y(value), text: count(value) }))}
            />
            {bars.map(({ value }, index) => (
              <rect
                key={index}
                class={index === point ? "bar read" : "bar"}
                x={x(index)!}
                y={y(value)}
                width={x.bandwidth()}
                height={Math.max(bottom - y(value), 0)}
              />
            ))}
          </>
        )
      }}
    </InteractiveChart>
  )
}

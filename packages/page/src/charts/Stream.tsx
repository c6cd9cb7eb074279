import { scaleLinear, scalePoint } from "d3-scale"
import { area, curveMonotoneX } from "d3-shape"
import { count } from "../text/format.js"
import { Axes, InteractiveChart } from "./InteractiveChart.js"

interface StreamProps {
  readonly label: string
  /** The periods, oldest first, with the value of each name. */
  readonly periods: ReadonlyArray<{ readonly name: string; readonly values: Readonly<Record<string, number>> }>
  /** The layers, lowest first. At most seven have a tone of their own. */
  readonly names: ReadonlyArray<string>
  readonly summary: string
}

const left = 44
const right = 4
const top = 12
const below = 28
const height = (width: number) => Math.min(Math.max(width * 0.4, 200), 320)

interface Layer {
  readonly name: string
  readonly spans: ReadonlyArray<readonly [low: number, high: number]>
}

/** Stacks the values of each period. */
const layersOf = ({ names, periods }: Pick<StreamProps, "names" | "periods">): ReadonlyArray<Layer> => {
  const heights = periods.map(() => 0)
  return names.map((name) => ({
    name,
    spans: periods.map(({ values }, index) => {
      const low = heights[index]!
      heights[index] = low + (values[name] ?? 0)
      return [low, heights[index]] as const
    })
  }))
}

/** Shares of several names over time, stacked. */
export const Stream = ({ label, names, periods, summary }: StreamProps) => {
  const layers = layersOf({ names, periods })
  const most = Math.max(...(layers.at(-1)?.spans.map(([, high]) => high) ?? []), 1)
  const across = (width: number) => scalePoint<number>(periods.keys(), [left, width - right])
  const valueOf = (period: number, name: string) => periods[period]!.values[name] ?? 0
  const every = Math.max(Math.ceil(periods.length / 6), 1)
  const described = (point: number) =>
    names
      .toSorted((a, b) => valueOf(point, b) - valueOf(point, a))
      .filter((name) => valueOf(point, name) > 0)
      .slice(0, 4)
      .map((name) => `${name} ${count(valueOf(point, name))}`)
      .join(" · ")
  return (
    <>
      <InteractiveChart
        label={label}
        points={periods.length}
        describe={(point) => `${periods[point]!.name}: ${described(point)}`}
        summary={summary}
        height={height}
        at={(x, _, width) => {
          const step = across(width).step() || 1
          return Math.min(Math.max(Math.round((x - left) / step), 0), periods.length - 1)
        }}
        table={{
          columns: ["Period", ...names],
          rows: () => periods.map(({ name, values }) => [name, ...names.map((one) => count(values[one] ?? 0))])
        }}
      >
        {(width, point) => {
          const bottom = height(width) - below
          const x = across(width)
          const y = scaleLinear([0, most], [bottom, top]).nice(4)
          const draw = area<readonly [number, number]>(
            (_, index) => x(index)!,
            ([low]) => y(low),
            ([, high]) => y(high)
          ).curve(curveMonotoneX)
          return (
            <>
              <Axes
                width={width - right}
                left={left}
                bottom={bottom}
                across={periods.flatMap(({ name }, index) =>
                  index % every === 0 && index + every / 2 < periods.length ? [{ at: x(index)!, text: name }] : []
                )}
                up={y.ticks(4).map((value) => ({ at: y(value), text: count(value) }))}
              />
              {layers.map(({ name, spans }, index) => (
                <path key={name} class={`layer tone-${index % 7}`} d={draw(spans) ?? ""} />
              ))}
              {point !== undefined && <line class="cursor" x1={x(point)} x2={x(point)} y1={top} y2={bottom} />}
            </>
          )
        }}
      </InteractiveChart>
      <ul class="legend">
        {names.map((name, index) => (
          <li key={name}>
            <i class={`tone-${index % 7}`} aria-hidden="true" /> {name}
          </li>
        ))}
      </ul>
    </>
  )
}

import { scaleLinear } from "d3-scale"
import { curveStep, line } from "d3-shape"
import { InteractiveChart } from "./InteractiveChart.js"

/** A curve over the common axis; unknown values leave a gap. */
export interface Curve {
  readonly name: string
  readonly values: ReadonlyArray<number | null>
  readonly text: (value: number) => string
  /** True where less is better and drawn higher, as for a pace. */
  readonly inverted?: boolean
}

interface CurvesProps {
  readonly label: string
  /** The names of the points, such as "mile 3". */
  readonly points: ReadonlyArray<string>
  readonly curves: ReadonlyArray<Curve>
  readonly summary: string
  readonly onRead?: (point: number | undefined) => void
}

const left = 56
const right = 8
const rise = 92
const gap = 30
const top = 22

const extentOf = (values: ReadonlyArray<number | null>): [number, number] => {
  const numbers = values.filter((value) => value !== null)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const margin = Math.max((high - low) * 0.12, Math.abs(high) * 0.01, 0.5)
  return [low - margin, high + margin]
}

/** Several measures one above the other, with one cursor through all of them. */
export const Curves = ({ curves, label, onRead, points, summary }: CurvesProps) => {
  const drawn = curves.filter(({ values }) => values.some((value) => value !== null))
  const x = (width: number) => scaleLinear([-0.5, points.length - 0.5], [left, width - right])
  const height = () => top + drawn.length * (rise + gap)
  const textAt = ({ name, text, values }: Curve, point: number) => {
    const value = values[point] ?? null
    return value === null ? undefined : `${name} ${text(value)}`
  }
  return (
    <InteractiveChart
      label={label}
      points={points.length}
      describe={(point) => `${points[point]!}: ${drawn.flatMap((curve) => textAt(curve, point) ?? []).join(" · ")}`}
      summary={summary}
      height={height}
      at={(at, _, width) => Math.min(Math.max(Math.round(x(width).invert(at)), 0), points.length - 1)}
      {...(onRead === undefined ? {} : { onRead })}
      table={{
        columns: ["", ...drawn.map(({ name }) => name)],
        rows: () =>
          points.map((name, point) => [
            name,
            ...drawn.map(({ text, values }) => (values[point] == null ? "" : text(values[point])))
          ])
      }}
    >
      {(width, point) => (
        <>
          {drawn.map((curve, index) => {
            const base = top + index * (rise + gap)
            const range: [number, number] = curve.inverted === true ? [base, base + rise] : [base + rise, base]
            const y = scaleLinear(extentOf(curve.values), range)
            const draw = line<number | null>(
              (_, at) => x(width)(at),
              (value) => y(value!)
            )
              .defined((value) => value !== null)
              .curve(curveStep)
            return (
              <g key={curve.name} class="axes">
                <text class="curve-label" x={0} y={base - 8}>
                  {curve.name}
                </text>
                {y.ticks(2).map((value) => (
                  <g key={value}>
                    <line x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
                    <text class="tick" x={left - 8} y={y(value)} dy="0.32em" text-anchor="end">
                      {curve.text(value).replace(/[^\d:.,-].*$/, "")}
                    </text>
                  </g>
                ))}
                <path class="line year-0" d={draw(curve.values) ?? ""} />
              </g>
            )
          })}
          {point !== undefined && (
            <line class="cursor" x1={x(width)(point)} x2={x(width)(point)} y1={top} y2={height() - gap} />
          )}
        </>
      )}
    </InteractiveChart>
  )
}

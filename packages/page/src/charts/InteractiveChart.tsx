import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"

/** The width of an element in CSS pixels, so that charts keep their font size. 0 before the first measurement. */
export const useWidth = () => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    setWidth(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

interface InteractiveChartProps {
  /** The accessible name of the chart. */
  readonly label: string
  /** The number of data points. */
  readonly points: number
  /** The values of a point in words. */
  readonly describe: (point: number) => string
  /** The caption while no point is selected. */
  readonly summary: string
  readonly height: (width: number) => number
  /** The point nearest to a position in the chart. */
  readonly at: (x: number, y: number, width: number) => number
  /** The numbers behind the chart, for people who cannot see it or want to read them. */
  readonly table?: ChartTable
  /** Called with the point that is read, or undefined, so that a map next to the chart can follow. */
  readonly onRead?: (point: number | undefined) => void
  readonly children: (width: number, point: number | undefined) => ComponentChildren
}

export interface ChartTable {
  readonly columns: ReadonlyArray<string>
  readonly rows: () => ReadonlyArray<ReadonlyArray<string>>
}

/** The table behind a chart. Its rows are built when it is opened. */
const TableBehind = ({ label, table: { columns, rows } }: { readonly label: string; readonly table: ChartTable }) => {
  const [open, setOpen] = useState(false)
  return (
    <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        As a table<span class="visually-hidden">: {label}</span>
      </summary>
      {open && (
        <div class="scroller" tabIndex={0} role="region" aria-label={`Table: ${label}`}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map(([first, ...cells], row) => (
                <tr key={row}>
                  <th scope="row">{first}</th>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -30,
  PageDown: 30,
  Home: -Infinity,
  End: Infinity
}

/** A chart whose points are readable by pointer and by keyboard. For assistive technology it is a slider over them. */
export const InteractiveChart = ({
  at,
  children,
  describe,
  height,
  label,
  onRead,
  points,
  summary,
  table
}: InteractiveChartProps) => {
  const { element, width } = useWidth()
  const [point, setPoint] = useState<number>()
  useEffect(() => onRead?.(point), [point])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setPoint(Math.min(Math.max((point ?? points - 1) + step, 0), points - 1))
  }
  const onPointer = (event: PointerEvent) => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    setPoint(at(event.clientX - left, event.clientY - top, width))
  }
  const caption = point === undefined ? summary : describe(point)
  return (
    <figure class="chart">
      <div
        ref={element}
        class="drawing"
        style={{ height: `${height(width)}px` }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={points - 1}
        aria-valuenow={point ?? points - 1}
        aria-valuetext={caption}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setPoint(undefined)}
        onBlur={() => setPoint(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={height(width)} aria-hidden="true">
            {children(width, point)}
          </svg>
        )}
      </div>
      <figcaption>{caption}</figcaption>
      {table !== undefined && <TableBehind label={label} table={table} />}
    </figure>
  )
}

interface Tick {
  readonly at: number
  readonly text: string
}

interface AxesProps {
  readonly width: number
  readonly left: number
  readonly bottom: number
  readonly across: ReadonlyArray<Tick>
  readonly up: ReadonlyArray<Tick>
}

/** Grid lines with values, and labels below. */
export const Axes = ({ across, bottom, left, up, width }: AxesProps) => (
  <g class="axes">
    {up.map(({ at, text }) => (
      <g key={text} transform={`translate(0 ${at})`}>
        <line x1={left} x2={width} />
        <text class="tick" x={left - 8} dy="0.32em" text-anchor="end">
          {text}
        </text>
      </g>
    ))}
    {across.map(({ at, text }, index) => (
      <text key={index} class="tick" x={at} y={bottom + 18}>
        {text}
      </text>
    ))}
  </g>
)

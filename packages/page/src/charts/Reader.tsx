import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useWidth } from "./useWidth.js"

interface ReaderProps {
  /** What is drawn, and what it shows at a glance. */
  readonly label: string
  /** How many points there are to read. */
  readonly points: number
  /** A point's values in words. */
  readonly say: (point: number) => string
  /** Shown while no point is being read. */
  readonly summary: string
  readonly height: (width: number) => number
  /** The point nearest to a place in the drawing. */
  readonly at: (x: number, y: number, width: number) => number
  readonly children: (width: number, point: number | undefined) => ComponentChildren
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, PageUp: -30, PageDown: 30, Home: -Infinity, End: Infinity }

/**
 * A drawing that can be read point by point: by pointer, and by keyboard, where it is a slider over its points that says
 * each in words.
 */
export const Reader = ({ at, children, height, label, points, say, summary }: ReaderProps) => {
  const { element, width } = useWidth()
  const [point, setPoint] = useState<number>()
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
  const said = point === undefined ? summary : say(point)
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
        aria-valuetext={point === undefined ? summary : said}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setPoint(undefined)}
        onBlur={() => setPoint(undefined)}
      >
        {width > 0 && <svg width={width} height={height(width)} aria-hidden="true">{children(width, point)}</svg>}
      </div>
      <figcaption>{said}</figcaption>
    </figure>
  )
}

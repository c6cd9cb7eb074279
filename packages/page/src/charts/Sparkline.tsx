import { scaleLinear } from "d3-scale"
import { area, curveMonotoneX, line } from "d3-shape"

const width = 120
const height = 28

/** Counts over time without axes; the words beside it say what it is of. */
export const Sparkline = ({ points }: { readonly points: ReadonlyArray<number> }) => {
  const x = scaleLinear([0, Math.max(points.length - 1, 1)], [1, width - 1])
  const y = scaleLinear([0, Math.max(...points, 1)], [height - 2, 2])
  const stroke = line<number>((_, index) => x(index), y).curve(curveMonotoneX)
  const fill = area<number>((_, index) => x(index), height, y).curve(curveMonotoneX)
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={fill(points) ?? ""} />
      <path class="line" d={stroke(points) ?? ""} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

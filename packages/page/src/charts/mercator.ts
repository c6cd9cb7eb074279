import { scaleLinear } from "d3-scale"
import type { Position } from "./polyline.js"

/** Mercator's latitude in degrees, so that shapes keep their angles. */
export const mercator = (latitude: number) => {
  const clamped = Math.min(Math.max(latitude, -85), 85)
  return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) * 180) / Math.PI
}

export const inverse = (y: number) => (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90

const padding = 24
/** Degrees. A single place, or a very short route, still has a surrounding. */
const minSpan = 0.004

const extent = (values: ReadonlyArray<number>): readonly [low: number, high: number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const missing = Math.max(minSpan - (high - low), 0) / 2
  return [low - missing, high + missing]
}

/** Scales from degrees to pixels with the same unit in both directions, centred. */
export const scalesOf = (all: ReadonlyArray<Position>, width: number, height: number) => {
  const east = extent(all.map(([, longitude]) => longitude))
  const north = extent(all.map(([latitude]) => mercator(latitude)))
  const unit = Math.min((width - 2 * padding) / (east[1] - east[0]), (height - 2 * padding) / (north[1] - north[0]))
  const [middleEast, middleNorth] = [(east[0] + east[1]) / 2, (north[0] + north[1]) / 2]
  const x = scaleLinear([middleEast - width / 2 / unit, middleEast + width / 2 / unit], [0, width])
  const y = scaleLinear([middleNorth - height / 2 / unit, middleNorth + height / 2 / unit], [height, 0])
  return { x, y, unit }
}

export type Scales = ReturnType<typeof scalesOf>

/** Degrees with so many decimals that neighbours differ. */
export const degreesIn = (values: ReadonlyArray<number>, [positive, negative]: readonly [string, string]) => {
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0))
  const digits = Math.min(Math.max(Math.ceil(-Math.log10(step)), 0), 5)
  return (value: number) => `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`
}

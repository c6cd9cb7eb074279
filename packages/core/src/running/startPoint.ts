import type { Run } from "./model.js"

/** Degrees. */
export interface StartPoint {
  readonly latitude: number
  readonly longitude: number
}

/** The first point of an encoded polyline (Google's algorithm, precision 5). */
const firstOf = (polyline: string): StartPoint | null => {
  const values: Array<number> = []
  let [value, shift] = [0, 0]
  for (let index = 0; index < polyline.length && values.length < 2; index++) {
    const chunk = polyline.charCodeAt(index) - 63
    if (chunk < 0 || chunk > 63 || shift > 30) return null
    value |= (chunk & 0x1f) << shift
    shift += 5
    if (chunk >= 0x20) continue
    values.push((value & 1 ? ~(value >> 1) : value >> 1) / 1e5)
    value = shift = 0
  }
  const [latitude, longitude] = values
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

/** Only recordings without a GPS signal are at exactly 0, 0. */
const isOnEarth = ({ latitude, longitude }: StartPoint) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

/** Where a run starts: as reported, else the first point of its course. Null if neither is a place on Earth. */
export const startPointOf = ({ polyline, start }: Pick<Run, "polyline" | "start">): StartPoint | null => {
  const point =
    start !== undefined ? { latitude: start[0], longitude: start[1] } : polyline === null ? null : firstOf(polyline)
  return point !== null && isOnEarth(point) ? point : null
}

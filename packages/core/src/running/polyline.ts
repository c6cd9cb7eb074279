/** Degrees. */
export interface StartPoint {
  readonly latitude: number
  readonly longitude: number
}

/**
 * The points of an encoded polyline (Google's algorithm, precision 5), at most `limit`. Null if the text is no polyline
 * up to there. A point that is cut off at the end is left out.
 */
export const pointsOf = (polyline: string, limit = Infinity): ReadonlyArray<StartPoint> | null => {
  const points: Array<StartPoint> = []
  const sums: [latitude: number, longitude: number] = [0, 0]
  let [value, shift, axis] = [0, 0, 0]
  for (let index = 0; index < polyline.length && points.length < limit; index++) {
    const chunk = polyline.charCodeAt(index) - 63
    if (chunk < 0 || chunk > 63 || shift > 30) return null
    value |= (chunk & 0x1f) << shift
    shift += 5
    if (chunk >= 0x20) continue
    sums[axis]! += value & 1 ? ~(value >> 1) : value >> 1
    if (axis === 1) points.push({ latitude: sums[0] / 1e5, longitude: sums[1] / 1e5 })
    axis = 1 - axis
    value = shift = 0
  }
  return points
}

/** Only recordings without a GPS signal are at exactly 0, 0. */
export const isOnEarth = ({ latitude, longitude }: StartPoint) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

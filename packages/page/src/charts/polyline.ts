/** Latitude and longitude in degrees. */
export type Position = readonly [latitude: number, longitude: number]

/** The positions of a route in Google's encoded polyline format. Stops at the end of a text that is cut off. */
export const decodePolyline = (text: string): ReadonlyArray<Position> => {
  const positions: Array<Position> = []
  let [at, latitude, longitude] = [0, 0, 0]
  const next = (): number | undefined => {
    let [result, shift] = [0, 0]
    while (at < text.length) {
      const bits = text.charCodeAt(at++) - 63
      result |= (bits & 31) << shift
      shift += 5
      if (bits < 32) return result & 1 ? ~(result >> 1) : result >> 1
    }
    return undefined
  }
  for (;;) {
    const [north, east] = [next(), next()]
    if (north === undefined || east === undefined) return positions
    latitude += north
    longitude += east
    positions.push([latitude / 1e5, longitude / 1e5])
  }
}

const radians = Math.PI / 180
const earthMetres = 6_371_000

/** Metres between two positions, along the surface. */
const metresBetween = ([a, b]: Position, [c, d]: Position): number => {
  const east = (d - b) * radians * Math.cos(((a + c) / 2) * radians)
  return earthMetres * Math.hypot((c - a) * radians, east)
}

/** The distance in metres at each position of a route. */
export const distancesAlong = (route: ReadonlyArray<Position>): ReadonlyArray<number> => {
  let sum = 0
  return route.map((position, index) => (sum += index === 0 ? 0 : metresBetween(route[index - 1]!, position)))
}

import type { TrackPoint } from "@daybook/core/running"
import type { Recorded } from "./Track.js"

const earth = 6_371_008.8
const radians = (degrees: number) => degrees * Math.PI / 180

/** Metres between two places on a sphere (haversine). */
const between = ([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]): number => {
  const half = Math.sin(radians(latB - latA) / 2) ** 2 + Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)))
}

/**
 * A recording as distance over time: by what the device counted, or else from place to place. Points without either, as
 * in a tunnel, are left out where the way goes on: the distance would stand still on them and then leap.
 */
export const courseOf = (recorded: ReadonlyArray<Recorded>): ReadonlyArray<TrackPoint> => {
  const counts = recorded.some(({ distance }) => distance !== null)
  const isMeasured = ({ distance, place }: Recorded) => (counts ? distance : place) !== null
  const [from, to] = [recorded.findIndex(isMeasured), recorded.findLastIndex(isMeasured)]
  const points = recorded.filter((point, index) => index < from || index > to || isMeasured(point))
  const first = points[0]
  if (first === undefined) return []
  let distance = 0
  let last: Recorded["place"] = null
  const course: Array<TrackPoint> = []
  for (const point of points) {
    if (counts) distance = Math.max(distance, point.distance ?? 0)
    else if (point.place !== null && last !== null) distance += between(last, point.place)
    last = point.place ?? last
    const at = (point.at - first.at) / 1000
    if (course.length === 0 || at > course[course.length - 1]!.at) course.push({ at, distance, elevation: point.elevation, heartrate: point.heartrate })
  }
  return course
}

const mostPlaces = 200

/** The way as Google's algorithm writes it at precision 5, drawn with at most 200 places; null for one without places. */
export const polylineOf = (points: ReadonlyArray<Recorded>): string | null => {
  const places = points.flatMap(({ place }) => place === null ? [] : [place])
  if (places.length < 2) return null
  const step = Math.max(1, (places.length - 1) / (mostPlaces - 1))
  const count = Math.min(places.length, mostPlaces)
  let text = ""
  let [lat, lon] = [0, 0]
  for (let index = 0; index < count; index++) {
    const place = places[index === count - 1 ? places.length - 1 : Math.round(index * step)]!
    const [nextLat, nextLon] = [Math.round(place[0] * 1e5), Math.round(place[1] * 1e5)]
    text += signed(nextLat - lat) + signed(nextLon - lon)
    lat = nextLat
    lon = nextLon
  }
  return text
}

const signed = (value: number): string => {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ""
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>= 5
  }
  return text + String.fromCharCode(rest + 63)
}

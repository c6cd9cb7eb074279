import { merged, type Run, type Told } from "@daybook/core/running"
import { Effect } from "effect"
import { type Gazetteer, type Place, Places, type Point } from "../../places/Gazetteer.js"

/** Tells the city of a run whose provider does not. */
export type PlaceOf = (run: Pick<Run, "polyline" | "start">) => Place | null

/** The first place of a course that Google's algorithm wrote at precision 5. */
const firstOf = (polyline: string): Point | null => {
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

/** Nothing is at exactly 0, 0 but recordings without a signal. */
const isOnEarth = ({ latitude, longitude }: Point) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

const pointOf = ({ polyline, start }: Pick<Run, "polyline" | "start">): Point | null => {
  const point = start !== undefined ? { latitude: start[0], longitude: start[1] } : polyline === null ? null : firstOf(polyline)
  return point !== null && isOnEarth(point) ? point : null
}

const isAsked = (told: Told) => {
  const run = merged(told)
  return run !== null && run.city === null && pointOf(run) !== null
}

const unknown: PlaceOf = () => null

const byGazetteer = ({ placeAt }: Gazetteer): PlaceOf => (run) => {
  const point = pointOf(run)
  return point === null ? null : placeAt(point)
}

/** The gazetteer is read only where one of these runs needs it. */
export const placesFor = (all: Iterable<Told>): Effect.Effect<PlaceOf> =>
  Array.from(all).some(isAsked) ? Effect.map(Effect.flatMap(Places, (load) => load), byGazetteer) : Effect.succeed(unknown)

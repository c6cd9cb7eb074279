import { mergeReports, type Run, type RunReports } from "@daybook/core/running"
import { Effect } from "effect"
import { type Gazetteer, type Place, Places, type Point } from "../../places/Gazetteer.js"

/** Finds the city of a run whose provider does not report it. */
export type PlaceOf = (run: Pick<Run, "polyline" | "start">) => Place | null

/** The first point of an encoded polyline (Google's algorithm, precision 5). */
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

/** Only recordings without a GPS signal are at exactly 0, 0. */
const isOnEarth = ({ latitude, longitude }: Point) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)

const pointOf = ({ polyline, start }: Pick<Run, "polyline" | "start">): Point | null => {
  const point =
    start !== undefined ? { latitude: start[0], longitude: start[1] } : polyline === null ? null : firstOf(polyline)
  return point !== null && isOnEarth(point) ? point : null
}

const lacksPlace = (reports: RunReports) => {
  const run = mergeReports(reports)
  return run !== null && run.city === null && pointOf(run) !== null
}

const unknown: PlaceOf = () => null

const byGazetteer =
  ({ placeAt }: Gazetteer): PlaceOf =>
  (run) => {
    const point = pointOf(run)
    return point === null ? null : placeAt(point)
  }

/** Loads the gazetteer only if one of these runs needs it. */
export const placesFor = (all: Iterable<RunReports>): Effect.Effect<PlaceOf> =>
  Array.from(all).some(lacksPlace)
    ? Effect.map(
        Effect.flatMap(Places, (load) => load),
        byGazetteer
      )
    : Effect.succeed(unknown)

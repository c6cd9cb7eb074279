import { type DistanceKey, type Effort, type Split, distances } from "./model.js"
import { type TrackPoint, isPossible, soundParts, timeAt } from "./track.js"
import { metresPerMile } from "./units.js"

/**
 * The fastest stretch of each standard distance that fits in the course, in elapsed time. A stretch begins or ends at a
 * recorded point; its other end may be interpolated. No stretch crosses a jump in the recording.
 */
export const effortsOfTrack = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<Effort> => {
  const parts = soundParts(points)
  return distances.flatMap(({ key, metres }) => {
    const fastest = parts.reduce(
      (best, part) => Math.min(best, fastestEndingAt(part, metres), fastestBeginningAt(part, metres)),
      Infinity
    )
    return Number.isFinite(fastest) && fastest > 0 ? [{ distance: key, elapsedTime: Math.round(fastest) }] : []
  })
}

const metresByKey = new Map(distances.map(({ key, metres }) => [key, metres]))

/** Leaves out efforts faster than a world record: they come from faulty recordings. */
export const possibleEfforts = (efforts: ReadonlyArray<Effort>): ReadonlyArray<Effort> =>
  efforts.filter(({ distance, elapsedTime }) => isPossible(metresByKey.get(distance) ?? 0, elapsedTime))

const fastestEndingAt = (points: ReadonlyArray<TrackPoint>, metres: number): number => {
  let best = Infinity
  let start = 0
  for (const end of points) {
    const from = end.distance - metres
    if (from < points[0]!.distance) continue
    while (start + 1 < points.length && points[start + 1]!.distance <= from) start++
    const next = points[start + 1]
    best = Math.min(best, end.at - (next === undefined ? points[start]!.at : timeAt(points[start]!, next, from)))
  }
  return best
}

const fastestBeginningAt = (points: ReadonlyArray<TrackPoint>, metres: number): number => {
  let best = Infinity
  let end = 0
  for (const start of points) {
    const to = start.distance + metres
    while (end < points.length && points[end]!.distance < to) end++
    if (end >= points.length) break
    best = Math.min(best, (end === 0 ? points[0]!.at : timeAt(points[end - 1]!, points[end]!, to)) - start.at)
  }
  return best
}

const distancesInSplits: ReadonlyArray<readonly [DistanceKey, "mile" | "km", number]> = [
  ["1k", "km", 1],
  ["mile", "mile", 1],
  ["2 mile", "mile", 2],
  ["5k", "km", 5],
  ["10k", "km", 10],
  ["15k", "km", 15],
  ["10 mile", "mile", 10],
  ["20k", "km", 20],
  ["50k", "km", 50]
]
/** A split counts as a full mile or kilometre within this many metres. */
const tolerance = 15
const metresOf = { mile: metresPerMile, km: 1000 }

type SplitTime = Pick<Split, "distance" | "elapsedTime">

/** Efforts from consecutive full splits, for runs without best efforts from the provider. */
export const effortsOfSplits = (splits: {
  readonly mile: ReadonlyArray<SplitTime>
  readonly km: ReadonlyArray<SplitTime>
}): ReadonlyArray<Effort> =>
  distancesInSplits.flatMap(([distance, unit, count]) => {
    const fastest = fastestInRow(
      splits[unit].map((split) =>
        Math.abs(split.distance - metresOf[unit]) <= tolerance ? split.elapsedTime : Infinity
      ),
      count
    )
    return Number.isFinite(fastest) ? [{ distance, elapsedTime: fastest }] : []
  })

const fastestInRow = (times: ReadonlyArray<number>, count: number): number =>
  times.reduce(
    (best, _, start) =>
      start + count > times.length
        ? best
        : Math.min(
            best,
            times.slice(start, start + count).reduce((sum, time) => sum + time, 0)
          ),
    Infinity
  )

/** The fastest effort over each distance. */
export const fastestOfEach = (efforts: ReadonlyArray<Effort>): ReadonlyArray<Effort> => {
  const slowestFirst = Array.from(efforts).sort((one, other) => other.elapsedTime - one.elapsedTime)
  return Array.from(new Map(slowestFirst.map((effort) => [effort.distance, effort])).values())
}

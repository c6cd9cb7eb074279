import { type DistanceKey, type Effort, type Split, distances } from "./records.js"
import { metresPerMile } from "./units.js"

/** One point of a recorded course. `at` and `distance` count from the start, in seconds and metres, and never fall. */
export interface TrackPoint {
  readonly at: number
  readonly distance: number
  readonly elevation: number | null
  readonly heartrate: number | null
}

/** Slower than this, in metres a second, is standing. */
const standing = 0.5
/** A split shorter than this, in metres, is the rounding at the end of a course. */
const shortest = 10

/** The time of a distance between two points, in a straight line between their distances. */
const timeAt = (before: TrackPoint, after: TrackPoint, distance: number): number =>
  after.distance === before.distance ? before.at : before.at + (after.at - before.at) * (distance - before.distance) / (after.distance - before.distance)

/**
 * The fastest stretch of each standard distance that the course is long enough for, by the clock. A stretch begins or
 * ends at a recorded point; its other end may lie between two.
 */
export const effortsOfTrack = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<Effort> =>
  distances.flatMap(({ key, metres }) => {
    const fastest = Math.min(fastestEndingAt(points, metres), fastestBeginningAt(points, metres))
    return Number.isFinite(fastest) && fastest > 0 ? [{ distance: key, elapsedTime: Math.round(fastest) }] : []
  })

const fastestEndingAt = (points: ReadonlyArray<TrackPoint>, metres: number): number => {
  let best = Infinity
  let start = 0
  for (const end of points) {
    const from = end.distance - metres
    if (from < 0) continue
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

interface Leg {
  distance: number
  elapsed: number
  moving: number
  climb: number
  beats: number
  timed: number
}

const emptyLeg = (): Leg => ({ distance: 0, elapsed: 0, moving: 0, climb: 0, beats: 0, timed: 0 })

/** The course mile by mile, the last one as long as it is. `elevation` is what the ground gained or lost. */
export const splitsOfTrack = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<Split> => {
  const splits: Array<Split> = []
  let leg = emptyLeg()
  const close = () => {
    splits.push(splitOf(leg, splits.length + 1))
    leg = emptyLeg()
  }
  for (let index = 1; index < points.length; index++) {
    const before = points[index - 1]!
    const after = points[index]!
    let done = 0
    const length = after.distance - before.distance
    // One step may cross several miles, where a recording has a hole.
    while (leg.distance + (length - done) >= metresPerMile) {
      const part = metresPerMile - leg.distance
      walk(leg, before, after, part, length)
      done += part
      close()
    }
    walk(leg, before, after, length - done, length)
  }
  if (leg.distance >= shortest) close()
  return splits
}

/** Adds a part of the way between two points to a leg. */
const walk = (leg: Leg, before: TrackPoint, after: TrackPoint, part: number, length: number) => {
  const share = length > 0 ? part / length : 1
  const time = (after.at - before.at) * share
  leg.distance += part
  leg.elapsed += time
  if (time > 0 && part / time >= standing) leg.moving += time
  if (before.elevation !== null && after.elevation !== null) leg.climb += (after.elevation - before.elevation) * share
  if (after.heartrate !== null) {
    leg.beats += after.heartrate * time
    leg.timed += time
  }
}

const splitOf = (leg: Leg, number: number): Split => ({
  number,
  distance: Math.round(leg.distance * 10) / 10,
  movingTime: Math.round(leg.moving),
  elapsedTime: Math.round(leg.elapsed),
  elevation: Math.round(leg.climb * 10) / 10,
  heartrate: leg.timed > 0 ? Math.round(leg.beats / leg.timed * 10) / 10 : null
})

const inSplits: ReadonlyArray<readonly [DistanceKey, "mile" | "km", number]> = [
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
/** Splits are whole within this many metres. */
const tolerance = 15
const metresOf = { mile: metresPerMile, km: 1000 }

type Leglike = Pick<Split, "distance" | "elapsedTime">

/** Efforts as far as whole splits in a row tell them, for runs of which the provider names no best efforts. */
export const effortsOfSplits = (splits: { readonly mile: ReadonlyArray<Leglike>; readonly km: ReadonlyArray<Leglike> }): ReadonlyArray<Effort> =>
  inSplits.flatMap(([distance, unit, count]) => {
    const fastest = fastestInRow(splits[unit].map((split) => Math.abs(split.distance - metresOf[unit]) <= tolerance ? split.elapsedTime : Infinity), count)
    return Number.isFinite(fastest) ? [{ distance, elapsedTime: fastest }] : []
  })

const fastestInRow = (times: ReadonlyArray<number>, count: number): number =>
  times.reduce((best, _, start) => start + count > times.length ? best : Math.min(best, times.slice(start, start + count).reduce((sum, time) => sum + time, 0)), Infinity)

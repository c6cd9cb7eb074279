import type { Split } from "./records.js"
import { metresPerMile } from "./units.js"

/** One point of a recorded course. `at` and `distance` count from the start, in seconds and metres, and never fall. */
export interface TrackPoint {
  readonly at: number
  readonly distance: number
  readonly elevation: number | null
  readonly heartrate: number | null
}

/** The time of a distance between two points, in a straight line between their distances. */
export const timeAt = (before: TrackPoint, after: TrackPoint, distance: number): number =>
  after.distance === before.distance ? before.at : before.at + (after.at - before.at) * (distance - before.distance) / (after.distance - before.distance)

/** Slower than this, in metres a second, is standing. */
const standing = 0.5
/** A split shorter than this, in metres, is the rounding at the end of a course. */
const shortest = 10

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

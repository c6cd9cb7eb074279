import { type Split, distances } from "./model.js"
import { metresPerMile } from "./units.js"

/**
 * Men's world records on track and road, in seconds. Source: World Athletics (worldathletics.org, "World Records",
 * 2025). Other distances are compared with the pace of the next shorter record.
 */
export const worldRecords = [
  { metres: 100, seconds: 9.58 },
  { metres: 200, seconds: 19.19 },
  { metres: 400, seconds: 43.03 },
  { metres: 800, seconds: 100.91 },
  { metres: 1000, seconds: 131.96 },
  { metres: 1500, seconds: 206 },
  { metres: 1609.344, seconds: 223.13 },
  { metres: 2000, seconds: 283.13 },
  { metres: 3000, seconds: 437.55 },
  { metres: 5000, seconds: 755.36 },
  { metres: 10_000, seconds: 1571 },
  { metres: 21_097.5, seconds: 3402 },
  { metres: 42_195, seconds: 7235 }
] as const

/** The highest measured speed of a runner, metres per second: 44.72 km/h in the 100 m at Berlin 2009. */
const fastestSprint = 12.42

/**
 * False if the time is below the world record for the distance in metres. The record is rounded down, since clocks cut
 * off fractions of a second.
 */
export const isPossible = (metres: number, seconds: number): boolean => {
  const record = worldRecords.findLast((record) => record.metres <= metres)
  return (
    seconds >= Math.floor(record === undefined ? metres / fastestSprint : (metres * record.seconds) / record.metres)
  )
}

/** One point of a recorded course. `at` (seconds) and `distance` (metres) count from the start and never decrease. */
export interface TrackPoint {
  readonly at: number
  readonly distance: number
  readonly elevation: number | null
  readonly heartrate: number | null
  /** Whether the recording was paused before this point. */
  readonly isResumed?: boolean
}

/** The time at a distance between two points, by linear interpolation. */
export const timeAt = (before: TrackPoint, after: TrackPoint, distance: number): number =>
  after.distance === before.distance
    ? before.at
    : before.at + ((after.at - before.at) * (distance - before.distance)) / (after.distance - before.distance)

/** Metres per second; slower is standing. */
const standing = 0.5
/** Metres. A shorter last split is a rounding error. */
const minSplit = 10

interface Leg {
  distance: number
  elapsed: number
  moving: number
  climb: number
  beats: number
  timed: number
}

const emptyLeg = (): Leg => ({ distance: 0, elapsed: 0, moving: 0, climb: 0, beats: 0, timed: 0 })

const isMoving = (metres: number, seconds: number): boolean => seconds > 0 && metres / seconds >= standing

/** Seconds of a course in which the runner did not stand. */
export const movingTimeOf = (points: ReadonlyArray<TrackPoint>): number =>
  points.reduce((sum, point, index) => {
    const before = points[index - 1]
    const seconds = before === undefined ? 0 : point.at - before.at
    return before !== undefined && isMoving(point.distance - before.distance, seconds) ? sum + seconds : sum
  }, 0)

/** The splits of a course in miles; the last one may be shorter. `elevation` is the net gain or loss. */
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
    // A step over a gap in the recording may cross several miles.
    while (leg.distance + (length - done) >= metresPerMile) {
      const part = metresPerMile - leg.distance
      extend(leg, before, after, part, length)
      done += part
      close()
    }
    extend(leg, before, after, length - done, length)
  }
  if (leg.distance >= minSplit) close()
  return splits
}

/** Adds a part of the step between two points to a leg. */
const extend = (leg: Leg, before: TrackPoint, after: TrackPoint, part: number, length: number) => {
  const share = length > 0 ? part / length : 1
  const time = (after.at - before.at) * share
  leg.distance += part
  leg.elapsed += time
  if (isMoving(part, time)) leg.moving += time
  if (after.isResumed === true) return
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
  heartrate: leg.timed > 0 ? Math.round((leg.beats / leg.timed) * 10) / 10 : null
})

/** Metres. Steps up to this length are ordinary GPS drift. */
const drift = 50
/** A gap is a step that is longer than these seconds and than so many median steps. */
const minGap = 30
const usualSteps = 5
/** Metres. A shorter gap at about the usual speed may be a tunnel and stays part of the run. */
const maxTunnel = 500
const tunnelPace = 1.2

/**
 * The plausible parts of a course. Left out are jumps of the position, gaps covered faster than the runner's usual
 * speed, and stretches faster than any runner, such as a ride home.
 */
export const soundParts = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<ReadonlyArray<TrackPoint>> => {
  const isJump = jumpsIn(points)
  return cutAt(points, (index) => isJump(points[index]!, points[index + 1]!)).flatMap((part) => {
    const tooFast = impossibleSteps(part)
    return cutAt(part, (index) => tooFast[index] === true)
  })
}

/** Splits after each point whose step to the next one is bad. */
const cutAt = (
  points: ReadonlyArray<TrackPoint>,
  isBad: (index: number) => boolean
): ReadonlyArray<ReadonlyArray<TrackPoint>> => {
  const parts: Array<ReadonlyArray<TrackPoint>> = []
  let start = 0
  for (let index = 0; index < points.length; index++) {
    if (index + 1 < points.length && !isBad(index)) continue
    if (index > start) parts.push(points.slice(start, index + 1))
    start = index + 1
  }
  return parts
}

type IsJump = (before: TrackPoint, after: TrackPoint) => boolean

const jumpsIn = (points: ReadonlyArray<TrackPoint>): IsJump => {
  const gap = Math.max(minGap, usualSteps * medianStep(points))
  const usual = usualSpeed(points, gap)
  return (before, after) => {
    const seconds = after.at - before.at
    const metres = after.distance - before.distance
    if (metres <= drift) return false
    if (!isPossible(metres, seconds)) return true
    return seconds > gap && (metres > maxTunnel || metres / seconds > usual * tunnelPace)
  }
}

const medianStep = (points: ReadonlyArray<TrackPoint>): number => {
  const steps = points
    .slice(1)
    .map(({ at }, index) => at - points[index]!.at)
    .sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 0
}

/** Metres per second while moving, without gaps and jumps. Infinity if there is no data. */
const usualSpeed = (points: ReadonlyArray<TrackPoint>, gap: number): number => {
  let [metres, seconds] = [0, 0]
  for (let index = 1; index < points.length; index++) {
    const length = points[index]!.distance - points[index - 1]!.distance
    const time = points[index]!.at - points[index - 1]!.at
    if (time > gap || length < standing * time || (length > drift && !isPossible(length, time))) continue
    metres += length
    seconds += time
  }
  return seconds > 0 ? metres / seconds : Infinity
}

/** Which steps belong to a stretch of a standard distance that is faster than the world record. */
const impossibleSteps = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<boolean> => {
  const edges = new Array<number>(points.length + 1).fill(0)
  const mark = (first: number, last: number) => {
    edges[first] = edges[first]! + 1
    edges[last] = edges[last]! - 1
  }
  for (const { metres } of distances) {
    let [end, start] = [0, 0]
    points.forEach((point, index) => {
      while (end < points.length && points[end]!.distance < point.distance + metres) end++
      if (
        end < points.length &&
        end > index &&
        !isPossible(metres, timeAt(points[end - 1]!, points[end]!, point.distance + metres) - point.at)
      )
        mark(index, end)
      if (point.distance - metres < points[0]!.distance) return
      while (start + 1 < index && points[start + 1]!.distance <= point.distance - metres) start++
      if (
        start < index &&
        !isPossible(metres, point.at - timeAt(points[start]!, points[start + 1]!, point.distance - metres))
      )
        mark(start, index)
    })
  }
  let open = 0
  return points.map((_, index) => (open += edges[index]!) > 0)
}

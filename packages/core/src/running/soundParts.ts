import { distances } from "./records.js"
import { timeAt, type TrackPoint } from "./track.js"
import { isPossible } from "./worldRecords.js"

/** Metres: a position wanders this far from one point to the next without being lost. */
const wander = 50
/** A step lasts longer than these seconds, and than so many usual steps, where the recording has a gap. */
const shortestGap = 30
const usualSteps = 5
/** A gap shorter than this, in metres, may be a tunnel: passed at about the usual speed, it is part of the run. */
const longestTunnel = 500
const tunnelPace = 1.2
/** Metres a second; slower is standing. */
const standing = 0.5

/**
 * The parts of a course that can have been run as recorded. Cut out are jumps of the position, gaps in which more was
 * covered than the runner runs, and stretches that nobody runs so fast, such as a ride home.
 */
export const soundParts = (points: ReadonlyArray<TrackPoint>): ReadonlyArray<ReadonlyArray<TrackPoint>> => {
  const isJump = jumpsIn(points)
  return cutAt(points, (index) => isJump(points[index]!, points[index + 1]!)).flatMap((part) => {
    const tooFast = impossibleSteps(part)
    return cutAt(part, (index) => tooFast[index] === true)
  })
}

/** Splits where the step from a point to the next, by the point's index, is bad. */
const cutAt = (points: ReadonlyArray<TrackPoint>, isBad: (index: number) => boolean): ReadonlyArray<ReadonlyArray<TrackPoint>> => {
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
  const gap = Math.max(shortestGap, usualSteps * medianStep(points))
  const usual = usualSpeed(points, gap)
  return (before, after) => {
    const seconds = after.at - before.at
    const metres = after.distance - before.distance
    if (metres <= wander) return false
    if (!isPossible(metres, seconds)) return true
    return seconds > gap && (metres > longestTunnel || metres / seconds > usual * tunnelPace)
  }
}

const medianStep = (points: ReadonlyArray<TrackPoint>): number => {
  const steps = points.slice(1).map(({ at }, index) => at - points[index]!.at).sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 0
}

/** Metres a second while moving, gaps and jumps aside; no limit where there is nothing to tell it by. */
const usualSpeed = (points: ReadonlyArray<TrackPoint>, gap: number): number => {
  let [metres, seconds] = [0, 0]
  for (let index = 1; index < points.length; index++) {
    const length = points[index]!.distance - points[index - 1]!.distance
    const time = points[index]!.at - points[index - 1]!.at
    if (time > gap || length < standing * time || (length > wander && !isPossible(length, time))) continue
    metres += length
    seconds += time
  }
  return seconds > 0 ? metres / seconds : Infinity
}

/** Which steps belong to a stretch of a standard distance that is faster than anybody runs it. */
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
      if (end < points.length && end > index && !isPossible(metres, timeAt(points[end - 1]!, points[end]!, point.distance + metres) - point.at)) mark(index, end)
      if (point.distance - metres < points[0]!.distance) return
      while (start + 1 < index && points[start + 1]!.distance <= point.distance - metres) start++
      if (start < index && !isPossible(metres, point.at - timeAt(points[start]!, points[start + 1]!, point.distance - metres))) mark(start, index)
    })
  }
  let open = 0
  return points.map((_, index) => (open += edges[index]!) > 0)
}

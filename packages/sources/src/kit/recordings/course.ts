import type { TrackPoint } from "@daybook/core/running"
import { metresBetween } from "./distance.js"
import { type IsPossible, isReachable } from "./samples.js"
import type { TrackSample } from "./track.js"

/** Metres per second; slower is standing. */
const standing = 0.5

/** A distance at one sample of a course. */
interface Knot {
  readonly index: number
  readonly distance: number
}

/** Milliseconds. A new segment after a shorter time is a lap, not a pause. */
const minPause = 10_000
const usualSteps = 2

/** Whether the recording was paused before each sample. */
const pausesIn = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<boolean> => {
  const stepAt = (index: number) => samples[index]!.at - samples[index - 1]!.at
  const isNewSegment = (index: number) => index > 0 && samples[index]!.segment !== samples[index - 1]!.segment
  if (!samples.some((_, index) => isNewSegment(index))) return samples.map(() => false)
  const steps = samples.slice(1).map((_, index) => stepAt(index + 1))
  const usual = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
  const maxStep = Math.max(minPause, usualSteps * usual)
  return samples.map((_, index) => isNewSegment(index) && stepAt(index) > maxStep)
}

/** Metres travelled by the places of the samples. What lies in pauses and jumps was not run. */
const placeKnots = (
  samples: ReadonlyArray<TrackSample>,
  pauses: ReadonlyArray<boolean>,
  isPossibleFor?: IsPossible
): ReadonlyArray<Knot> => {
  const knots: Array<Knot> = []
  let last: TrackSample | null = null
  let wasPaused = false
  samples.forEach((sample, index) => {
    wasPaused ||= pauses[index]!
    if (sample.place === null) return
    const metres: number = last === null || wasPaused ? 0 : metresBetween(last.place!, sample.place)
    const isRun = last === null || isReachable(metres, sample.at - last.at, isPossibleFor)
    knots.push({ index, distance: (knots.at(-1)?.distance ?? 0) + (isRun ? metres : 0) })
    last = sample
    wasPaused = false
  })
  return knots
}

type CountedSample = TrackSample & { readonly index: number; readonly distance: number }

const countedIn = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<CountedSample> =>
  samples.flatMap((sample, index) =>
    sample.distance === null ? [] : [{ ...sample, index, distance: sample.distance }]
  )

/** A count that stays for longer than this many usual steps was not written seldom: the runner stood. */
const longStay = 3

/** The median time between two different counts, milliseconds. */
const usualStepOf = (counts: ReadonlyArray<CountedSample>): number => {
  const changes = counts.filter(({ distance }, position) => distance !== counts[position - 1]?.distance)
  const steps = changes.slice(1).map(({ at }, position) => at - changes[position]!.at)
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0
}

/** Metres by which a counter may go back without having been reset. */
const backlash = 50

/**
 * Metres counted by the device since its first count. A count that many samples repeat was written seldom: only its
 * first sample is a knot, unless the runner stood. Where a counter jumps or is reset, `travelled` decides.
 */
const countKnots = (
  counts: ReadonlyArray<CountedSample>,
  travelled: (from: number, to: number) => number,
  isPossibleFor?: IsPossible
): ReadonlyArray<Knot> => {
  const first = counts[0]!
  const knots: Array<Knot> = [{ index: first.index, distance: 0 }]
  const maxStep = longStay * usualStepOf(counts)
  let [last, repeated, total] = [first, first, 0]
  const stood = () => {
    if (repeated.index > last.index) knots.push({ index: repeated.index, distance: total })
  }
  counts.slice(1).forEach((one, position) => {
    const metres = one.distance - last.distance
    if (metres <= 0 && metres > -backlash) {
      repeated = one
      return
    }
    const isCounted = metres > 0 && isReachable(metres, one.at - last.at, isPossibleFor)
    const next = counts[position + 2]
    const isStray =
      !isCounted &&
      next !== undefined &&
      next.distance >= last.distance &&
      isReachable(next.distance - last.distance, next.at - last.at, isPossibleFor)
    if (isStray) return
    const isReset = metres < 0 && isReachable(one.distance, one.at - last.at, isPossibleFor)
    const way = travelled(last.index, one.index)
    const step = isCounted ? metres : isReset ? one.distance : way
    const time = one.at - last.at
    // Places show better when the runner stood.
    if (way === 0 && (time > maxStep || step < (standing * time) / 1000)) stood()
    total += step
    knots.push({ index: one.index, distance: total })
    last = repeated = one
  })
  stood()
  return knots
}

/** The value at each sample: 0 before the knots, between them in proportion to `advance`, and after them with it. */
const interpolate = (
  count: number,
  knots: ReadonlyArray<Knot>,
  advance: (index: number) => number,
  time: (index: number) => number
): ReadonlyArray<number> => {
  const values = new Array<number>(count).fill(0)
  const final = knots.at(-1)!
  knots.forEach((from, position) => {
    const to = knots[position + 1]
    values[from.index] = from.distance
    if (to === undefined) return
    const by = advance(to.index) > advance(from.index) ? advance : time
    const whole = by(to.index) - by(from.index)
    for (let index = from.index + 1; index < to.index; index++) {
      const share = whole > 0 ? (by(index) - by(from.index)) / whole : 1
      values[index] = from.distance + (to.distance - from.distance) * share
    }
  })
  for (let index = final.index + 1; index < count; index++)
    values[index] = final.distance + advance(index) - advance(final.index)
  return values
}

/** Metres at each sample since the start, from the device's count or else from places. */
const distancesOf = (
  samples: ReadonlyArray<TrackSample>,
  pauses: ReadonlyArray<boolean>,
  isPossibleFor?: IsPossible
): ReadonlyArray<number> => {
  const still = () => 0
  const time = (index: number) => samples[index]!.at - samples[0]!.at
  const places = placeKnots(samples, pauses, isPossibleFor)
  const byPlace = places.length > 0 ? interpolate(samples.length, places, still, time) : null
  const counts = countedIn(samples)
  const [first] = counts
  const travelled = (index: number) => byPlace?.[index] ?? 0
  const origin = samples[0]?.distance ?? 0
  if (first === undefined || counts.every(({ distance }) => distance === origin)) return byPlace ?? samples.map(still)
  // The count of an activity begins with it, but may count on from an earlier one.
  const before = isReachable(first.distance, first.at - samples[0]!.at, isPossibleFor)
    ? first.distance
    : travelled(first.index)
  const knots = countKnots(counts, (from, to) => travelled(to) - travelled(from), isPossibleFor)
  const fromStart = knots.map(({ distance, index }) => ({ index, distance: before + distance }))
  return interpolate(
    samples.length,
    first.index === 0 ? fromStart : [{ index: 0, distance: 0 }, ...fromStart],
    travelled,
    time
  )
}

/**
 * Distance over time. A device's count of metres leads; places fill its gaps and replace a count that jumps. What lies
 * between two segments of a recording was not run. By default, the recording is one of a run.
 */
export const courseOf = (
  samples: ReadonlyArray<TrackSample>,
  isPossibleFor?: IsPossible
): ReadonlyArray<TrackPoint> => {
  const [first] = samples
  if (first === undefined) return []
  const pauses = pausesIn(samples)
  const distances = distancesOf(samples, pauses, isPossibleFor)
  const course: Array<TrackPoint> = []
  samples.forEach(({ at: instant, elevation, heartrate }, index) => {
    const at = (instant - first.at) / 1000
    const last = course.at(-1)
    const distance = Math.max(last?.distance ?? 0, distances[index]!)
    // Some devices write what they measure at one time in two records.
    if (last !== undefined && at <= last.at)
      course[course.length - 1] = {
        ...last,
        distance,
        elevation: last.elevation ?? elevation,
        heartrate: last.heartrate ?? heartrate
      }
    else course.push({ at, distance, elevation, heartrate, ...(pauses[index] === true && { isResumed: true }) })
  })
  return course
}

import { countBefore } from "@daybook/core/shared"
import { isOnEarth, isPossible } from "@daybook/core/running"
import { metresBetween } from "./distance.js"
import type { TrackSample } from "./track.js"

/** Metres above sea level that a runner can reach. 65535 means unknown in some formats. */
const lowest = -500
const highest = 9000
/** Metres. Counters may count on over years. */
const maxDistance = 1e9
const fastestHeart = 260

const within = (value: number | null, from: number, to: number): number | null =>
  value !== null && value >= from && value <= to ? value : null

/** A place on Earth; null for what is none. */
export const soundPlace = (place: TrackSample["place"]): TrackSample["place"] =>
  place !== null && isOnEarth({ latitude: place[0], longitude: place[1] }) ? place : null

/** Whether a file has an altitude that is none, such as the largest number of its program. */
export const hasImpossibleAltitude = (samples: ReadonlyArray<TrackSample>): boolean =>
  samples.some(({ elevation }) => elevation !== null && within(elevation, lowest, highest) === null)

/** A sample without the values that nothing on Earth can have. */
const plausible = (sample: TrackSample): TrackSample => ({
  ...sample,
  place: soundPlace(sample.place),
  distance: within(sample.distance, 0, maxDistance),
  elevation: within(sample.elevation, lowest, highest),
  heartrate: within(sample.heartrate, 1, fastestHeart)
})

/** Maximum number of samples in a row that a fault of the clock explains. */
const maxStrays = 5
/** Samples for each one that is out of order. With more disorder, the file has another order on purpose. */
const orderedForEach = 9

/** The positions of a longest part of the samples that is in order of time. */
const orderedPart = (samples: ReadonlyArray<TrackSample>): ReadonlySet<number> => {
  /** By length, the last position of the part that ends earliest. */
  const ends: Array<number> = []
  const before = new Array<number>(samples.length).fill(-1)
  samples.forEach(({ at }, index) => {
    const place = countBefore(ends.length, (length) => samples[ends[length]!]!.at <= at)
    before[index] = place === 0 ? -1 : ends[place - 1]!
    ends[place] = index
  })
  const part = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) part.add(index)
  return part
}

/** Samples in order of time. A few that a file has out of order have a wrong time and are left out. */
const inOrder = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<TrackSample> => {
  const ordered = orderedPart(samples)
  const disordered = samples.length - ordered.size
  if (disordered === 0) return samples
  if (disordered * orderedForEach > ordered.size) return samples.toSorted((a, b) => a.at - b.at)
  const strays = new Set<number>()
  for (let index = 0; index < samples.length; index++) {
    const start = index
    while (index < samples.length && !ordered.has(index)) index++
    if (index - start <= maxStrays) for (let stray = start; stray < index; stray++) strays.add(stray)
  }
  return samples.filter((_, index) => !strays.has(index)).sort((a, b) => a.at - b.at)
}

const hour = 3_600_000

/** How many samples at an end are further away from the rest than the rest is long, and at least an hour. */
const straysAt = (times: ReadonlyArray<number>): number => {
  for (let count = Math.min(maxStrays, Math.floor(times.length / 3)); count > 0; count--) {
    const gap = Math.abs(times[count]! - times[count - 1]!)
    if (gap > Math.max(hour, Math.abs(times.at(-1)! - times[count]!))) return count
  }
  return 0
}

/** Samples without a few at either end that a device wrote with a wrong time, such as before it knew the time. */
const withoutStrays = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<TrackSample> => {
  const times = samples.map(({ at }) => at)
  const early = straysAt(times)
  const late = straysAt(times.slice(early).reverse())
  if (early === 0 && late === 0) return samples
  return withoutStrays(samples.slice(early, samples.length - late))
}

/** Samples on either side that show how high a runner is. */
const neighbours = 3
/** Metres, and metres per second, by which an altitude may differ from that of its neighbours. */
const heightTolerance = 30
const climbRate = 1

const medianOf = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Samples without single altitudes that differ from all around them. */
const withoutSpikes = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<TrackSample> => {
  const measured = samples.flatMap(({ at, elevation }, index) => (elevation === null ? [] : [{ at, elevation, index }]))
  const spikes = new Set(
    measured.flatMap(({ elevation, index }, position) => {
      const around = measured.slice(Math.max(0, position - neighbours), position + neighbours + 1)
      if (around.length <= neighbours) return []
      const seconds = (around.at(-1)!.at - around[0]!.at) / 1000
      const tolerance = heightTolerance + (climbRate * seconds) / 2
      return Math.abs(elevation - medianOf(around.map((one) => one.elevation))) > tolerance ? [index] : []
    })
  )
  return spikes.size === 0
    ? samples
    : samples.map((sample, index) => (spikes.has(index) ? { ...sample, elevation: null } : sample))
}

/** Metres. Steps up to this length are ordinary GPS drift. */
const drift = 50

/** Whether metres can be covered in a time in seconds, by the one who was recorded. */
export type IsPossible = (metres: number, seconds: number) => boolean

/** Metres per second. The fastest skiers reach 255 km/h. */
const fastest = 71

/** In any sport. A runner is slower: see `isPossible`. */
export const anySport: IsPossible = (metres, seconds) => metres <= fastest * seconds

/** Whether a distance can be covered, in metres and milliseconds. */
export const isReachable = (metres: number, milliseconds: number, isPossibleFor: IsPossible = isPossible): boolean =>
  metres <= drift || isPossibleFor(metres, milliseconds / 1000)

/** Samples without single places that could not be reached from those before and after. */
const withoutJumps = (samples: ReadonlyArray<TrackSample>, isPossibleFor: IsPossible): ReadonlyArray<TrackSample> => {
  const placed = samples.filter(({ place }) => place !== null)
  const isNear = (one: TrackSample | undefined, other: TrackSample | undefined) =>
    one !== undefined &&
    other !== undefined &&
    isReachable(metresBetween(one.place!, other.place!), Math.abs(other.at - one.at), isPossibleFor)
  const jumps = new Set<TrackSample>()
  if (!isNear(placed[0], placed[1]) && isNear(placed[1], placed[2])) jumps.add(placed[0]!)
  let last = placed[jumps.size]
  placed.slice(jumps.size).forEach((sample, index, rest) => {
    const next = rest[index + 1]
    const isBack = next === undefined ? index > 1 : isNear(last, next)
    if (last !== sample && !isNear(last, sample) && isBack) jumps.add(sample)
    else last = sample
  })
  return jumps.size === 0 ? samples : samples.map((one) => (jumps.has(one) ? { ...one, place: null } : one))
}

/**
 * The samples of a recording in order of time, without what a fault of the device wrote: samples at a wrong time,
 * places, altitudes and other values that cannot be. By default, the recording is one of a run.
 */
export const soundSamples = (
  samples: ReadonlyArray<TrackSample>,
  isPossibleFor: IsPossible = isPossible
): ReadonlyArray<TrackSample> =>
  withoutSpikes(withoutJumps(withoutStrays(inOrder(samples.map(plausible))), isPossibleFor))

/**
 * When an activity began, epoch milliseconds: as a device says, unless that is further away from the samples than they
 * last, and at least an hour. Null if neither says.
 */
export const startOf = (claimed: number | null, samples: ReadonlyArray<TrackSample>): number | null => {
  const [first, last] = [samples[0]?.at, samples.at(-1)?.at]
  if (first === undefined || last === undefined) return claimed
  if (claimed === null) return first
  return claimed >= first - Math.max(hour, last - first) && claimed <= Math.max(last, first + hour) ? claimed : first
}

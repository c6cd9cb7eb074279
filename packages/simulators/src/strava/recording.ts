import { dice } from "../sampleOwner/dice.js"
import type { PersonRun } from "../sampleOwner/running.js"

/** One moment of a recorded run. */
export interface Moment {
  /** Seconds since the start, pauses included. */
  readonly at: number
  readonly distance: number
  readonly latitude: number
  readonly longitude: number
  readonly elevation: number
  readonly heartrate: number | null
}

const stepSeconds = 10

/** What the watch recorded of a run: ends at its distance and its elapsed time, with at most one pause. */
export const recordingOf = (run: PersonRun): ReadonlyArray<Moment> => {
  const chance = dice(run.id, "recording")
  const steps = Math.max(2, Math.floor(run.movingTime / stepSeconds))
  const wave = 3 + chance.below(5)
  const lengths = Array.from(
    { length: steps },
    (_, index) => 1 + 0.12 * Math.sin((index / steps) * wave * Math.PI * 2) + 0.06 * chance.normal()
  ).map((length) => Math.max(0.3, length))
  const scale = run.distance / lengths.reduce((sum, length) => sum + length, 0)
  const pauseAfter = 1 + Math.floor(steps * (0.3 + 0.4 * chance.roll()))
  const moments: Array<Moment> = []
  let distance = 0
  for (let index = 0; index <= steps; index++) {
    if (index > 0) distance += lengths[index - 1]! * scale
    const share = index / steps
    const angle = share * 2 * Math.PI
    // A loop whose length is about that of the run.
    const radius = run.distance / (2 * Math.PI) / 111_320
    moments.push({
      at: Math.round(run.movingTime * share) + (index >= pauseAfter ? run.elapsedTime - run.movingTime : 0),
      distance: index === steps ? run.distance : distance,
      latitude: run.town.latitude + radius * Math.sin(angle),
      longitude: run.town.longitude + (radius * (1 - Math.cos(angle))) / Math.cos((run.town.latitude * Math.PI) / 180),
      elevation: Math.round((60 + (run.elevation / 2) * Math.sin(angle)) * 10) / 10,
      heartrate: run.heartrate === null ? null : Math.round(run.heartrate + 8 * (share - 0.5) + chance.normal())
    })
  }
  return moments
}

/** Seconds since the start at which a distance was reached. */
export const reached = (moments: ReadonlyArray<Moment>, distance: number): number => {
  let low = 0
  let high = moments.length - 1
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (moments[middle]!.distance <= distance) low = middle
    else high = middle
  }
  const [before, after] = [moments[low]!, moments[high]!]
  return after.distance === before.distance
    ? after.at
    : before.at + ((after.at - before.at) * (distance - before.distance)) / (after.distance - before.distance)
}

import type { TrackPoint } from "@daybook/core/running"

/** Smaller climbs, in metres, are barometer noise. */
const noise = 2

/** Metres climbed over a course. */
export const climbOf = (course: ReadonlyArray<TrackPoint>): number => {
  let sum = 0
  let ground: number | null = null
  for (const { elevation, isResumed } of course) {
    // What lies in a pause was not climbed.
    if (isResumed === true) ground = null
    if (elevation === null) continue
    if (ground === null || elevation < ground) ground = elevation
    else if (elevation - ground >= noise) {
      sum += elevation - ground
      ground = elevation
    }
  }
  return Math.round(sum * 10) / 10
}

/** Average and highest heart rate of a course; null without any. */
export const heartratesOf = (course: ReadonlyArray<TrackPoint>) => {
  const beats = course.flatMap(({ heartrate }) => (heartrate === null ? [] : [heartrate]))
  if (beats.length === 0) return { average: null, highest: null }
  return {
    average: Math.round((beats.reduce((sum, beat) => sum + beat, 0) / beats.length) * 10) / 10,
    highest: beats.reduce((most, beat) => Math.max(most, beat), 0)
  }
}

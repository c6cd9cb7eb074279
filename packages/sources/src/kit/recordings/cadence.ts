import type { TrackSample } from "./track.js"

/**
 * Devices count the steps of one foot, some apps those of both. No runner makes so many steps with one foot, or so few
 * with both.
 */
const slowestOfBoth = 120

/** In the formats of Garmin, this value of a byte means unknown. */
const unknown = 255

/** Steps a minute as a file counts them; null if it counts none. */
export const countedSteps = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !(value > 0 && value < unknown) ? null : value

/** Steps a minute of both feet, from a count of one foot or of both. */
export const bothFeet = (count: number | null | undefined): number | null =>
  count === null || count === undefined ? null : count < slowestOfBoth ? count * 2 : count

/** Steps a minute of both feet over a recording, without its pauses; null if it counts none. */
export const cadenceOf = (points: ReadonlyArray<TrackSample>): number | null => {
  const counts = points.flatMap(({ cadence }) => countedSteps(cadence) ?? [])
  return counts.length === 0 ? null : bothFeet(counts.reduce((sum, count) => sum + count, 0) / counts.length)
}

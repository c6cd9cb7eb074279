import { type WorkoutGroup, type WorkoutSighting, refOf } from "../workouts/index.js"
import type { RecordedReport, Run } from "./model.js"

/** A report of a run as it is compared with others. */
export interface RunSighting extends WorkoutSighting {
  /** The public id of the run if this report leads. */
  readonly id: number
  /** All names by which corrections may mean it. */
  readonly names: ReadonlyArray<string>
}

export type RunGroup = WorkoutGroup<RunSighting>

/** A run of the leading source as it is compared with other reports. `names` are those of its own reports. */
export const anchorOf = (
  source: string,
  names: ReadonlyArray<string>,
  {
    distance,
    elapsedTime,
    id,
    movingTime,
    startedAt
  }: Pick<Run, "distance" | "elapsedTime" | "id" | "movingTime" | "startedAt">
): RunSighting => ({
  ref: refOf(source, String(id)),
  source,
  id,
  names,
  isAnchor: true,
  startedAt,
  movingTime,
  elapsedTime,
  distance,
  zoned: true,
  identities: [],
  richness: 0
})

/** A report as it is compared with others. */
export const sightingOf = ({ detail, identities, key, run, source, zoned }: RecordedReport): RunSighting => ({
  ref: refOf(source, key),
  source,
  id: run.id,
  names: [refOf(source, key)],
  isAnchor: false,
  startedAt: run.startedAt,
  movingTime: run.movingTime,
  elapsedTime: run.elapsedTime,
  distance: run.distance,
  zoned,
  identities,
  richness: [run.polyline, run.heartrateAvg, run.cadence, detail.splits, run.localStart].filter(
    (value) => value !== null && value !== undefined
  ).length
})

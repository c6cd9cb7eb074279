import type { GearRef, Run, WorkoutType } from "./model.js"

/** What corrections say of a run. Null means nothing. */
export interface RunCorrection {
  readonly title: string | null
  readonly workoutType: WorkoutType | null
  /** The shoes of the run. */
  readonly gear: GearRef | null
  readonly hidden: boolean
}

export const noCorrection: RunCorrection = { title: null, workoutType: null, gear: null, hidden: false }

/** A run as corrections write it. */
export const applyCorrection = <R extends Pick<Run, "gear" | "name" | "workoutType">>(
  run: R,
  { gear, title, workoutType }: RunCorrection
): R => ({ ...run, name: title ?? run.name, workoutType: workoutType ?? run.workoutType, gear: gear ?? run.gear })

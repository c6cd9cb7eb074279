import type { Run, WorkoutType } from "./model.js"

/** What corrections say of a run. Null means nothing. */
export interface RunCorrection {
  readonly title: string | null
  readonly workoutType: WorkoutType | null
  readonly hidden: boolean
}

export const noCorrection: RunCorrection = { title: null, workoutType: null, hidden: false }

/** A run as corrections write it. */
export const applyCorrection = <R extends Pick<Run, "name" | "workoutType">>(
  run: R,
  { title, workoutType }: RunCorrection
): R => ({ ...run, name: title ?? run.name, workoutType: workoutType ?? run.workoutType })

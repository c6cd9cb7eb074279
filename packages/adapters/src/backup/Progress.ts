import { Effect } from "effect"

/** Told of rows as they go by. */
export type Progress = (rows: number) => Effect.Effect<void>

export const silent: Progress = () => Effect.void

import { Effect, Exit } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** Works on what is taken. Where that is cut off, as by a budget of time, what was taken is given back, so that nobody has to wait for its lease to end. */
export const leased = <A, E, R, B, E2, R2>(
  take: Effect.Effect<A, E, R>,
  work: (taken: A) => Effect.Effect<B, E2, R2>,
  giveBack: (taken: A) => Effect.Effect<void, StorageFailure>
): Effect.Effect<B, E | E2, R | R2> =>
  Effect.acquireUseRelease(take, work, (taken, exit) => Exit.isInterrupted(exit) ? Effect.ignoreLogged(giveBack(taken)) : Effect.void)

import { Effect } from "effect"
import { SourceFailure } from "./SourceFailure.js"

/** So many failures in a row are of the provider, and not of the things that it was asked for. */
const mostInARow = 2

/** Others may go better where the provider is there, takes the login, and has calls left. */
export const mayBeOfOne = ({ state }: SourceFailure): boolean => state === "unavailable" || state === "bad_answer" || state === "not_found"

/** An answer of an unknown shape is of the one thing it is about, or of a provider that answers so to everything. */
export const isUnreadable = ({ state }: SourceFailure): boolean => state === "bad_answer"

/** Bears with single failures of one pass: `putOff` sees to what failed, and only several failures in a row end the pass. */
export const forbearing = (isBorne: (failure: SourceFailure) => boolean = mayBeOfOne) => {
  let inARow = 0
  return <A, E, R, E2, R2>(look: Effect.Effect<A, E | SourceFailure, R>, putOff: Effect.Effect<A, E2, R2>): Effect.Effect<A, E | E2 | SourceFailure, R | R2> =>
    look.pipe(
      Effect.tap(() => Effect.sync(() => void (inARow = 0))),
      Effect.catchAll((failure): Effect.Effect<A, E | E2 | SourceFailure, R2> =>
        failure instanceof SourceFailure && isBorne(failure) && ++inARow < mostInARow
          ? Effect.zipRight(Effect.logWarning(`${failure.message}: it is looked up later`), putOff)
          : Effect.fail(failure))
    )
}

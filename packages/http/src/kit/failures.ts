import type { BadInput, Conflict, NoData, StorageFailure } from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import { Effect } from "effect"
import * as Envelope from "./errors.js"

/** Failures of the query services. */
export type Failure = NoData | BadInput | Conflict | Refused | StorageFailure

/** Maps each failure to its error envelope. The cause of a storage failure is logged, not sent to the client. */
export const withErrorEnvelope = <A, R>(
  self: Effect.Effect<A, Failure, R>
): Effect.Effect<A, Envelope.ErrorEnvelope, R> =>
  Effect.catchTags(self, {
    NoData: () => Effect.fail(Envelope.notFound),
    BadInput: ({ message }) => Effect.fail(Envelope.badRequest(message)),
    Refused: ({ why }) =>
      Effect.zipRight(Effect.logWarning(`a webhook was refused: ${why}`), Effect.fail(Envelope.forbidden)),
    Conflict: ({ message }) => Effect.fail(Envelope.contradiction(message)),
    StorageFailure: (failure) =>
      Effect.zipRight(
        Effect.logError(failure.message),
        Effect.fail(failure.unavailable ? Envelope.unavailable : Envelope.serverError)
      )
  })

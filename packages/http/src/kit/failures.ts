import type { Resync } from "@daybook/core/changes"
import type { BadInput, Conflict, FileTooLarge, FullDisk, NoData, StorageFailure } from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import { Effect } from "effect"
import {
  type ErrorEnvelope,
  type LensDenial,
  badRequest,
  contradiction,
  forbidden,
  historyGone,
  noSpace,
  notFound,
  serverError,
  tooLarge,
  unavailable
} from "./errors.js"

/** Failures of the query services. */
export type Failure =
  NoData | BadInput | Conflict | FileTooLarge | FullDisk | LensDenial | Refused | Resync | StorageFailure

/** Maps each failure to its error envelope. The cause of a storage failure is logged, not sent to the client. */
export const withErrorEnvelope = <A, R>(self: Effect.Effect<A, Failure, R>): Effect.Effect<A, ErrorEnvelope, R> =>
  Effect.catchTags(self, {
    NoData: () => Effect.fail(notFound),
    LensDenial: () => Effect.fail(forbidden),
    BadInput: ({ message }) => Effect.fail(badRequest(message)),
    Refused: ({ why }) => Effect.zipRight(Effect.logWarning(`a webhook was refused: ${why}`), Effect.fail(forbidden)),
    Resync: ({ message }) => Effect.fail(historyGone(message)),
    Conflict: ({ message }) => Effect.fail(contradiction(message)),
    FileTooLarge: () => Effect.fail(tooLarge),
    FullDisk: ({ message }) => Effect.fail(noSpace(message)),
    StorageFailure: (failure) =>
      Effect.zipRight(Effect.logError(failure.message), Effect.fail(failure.unavailable ? unavailable : serverError))
  })

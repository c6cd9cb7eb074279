import { Clock, Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Subscription, Subscriptions } from "./listeners.js"

/** How long streams stay open while the database is unreachable. */
const maxOutage = 60_000

/**
 * Makes the reads of the database for some streams. Ends these streams if the reads fail for too long: their clients
 * connect again, perhaps to another host. True if a read succeeded.
 */
export const readsFor = (streams: Subscriptions, isMeant: (subscription: Subscription) => boolean) => {
  /** The first failure since the last success; null while reads succeed. */
  let failingSince: number | null = null

  const fail = Effect.map(Clock.currentTimeMillis, (now) => {
    failingSince ??= now
    if (now - failingSince < maxOutage) return
    failingSince = null
    for (const { listener } of streams.of(isMeant)) listener.end()
  })

  return (read: Effect.Effect<unknown, StorageFailure>): Effect.Effect<boolean> =>
    Effect.matchEffect(read, {
      onFailure: ({ message }) => Effect.as(Effect.zipRight(Effect.logDebug(message), fail), false),
      onSuccess: () =>
        Effect.sync(() => {
          failingSince = null
          return true
        })
    })
}

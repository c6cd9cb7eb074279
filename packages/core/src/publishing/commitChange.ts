import { Effect } from "effect"
import type { Domain } from "../domains.js"
import { Transaction } from "../shared/Transaction.js"
import { DataVersions } from "../sync/SyncStore.js"

/**
 * Commits a change outside a sync, such as an enrichment, a webhook or a decision by hand. Rows, shared services and
 * data version change in one transaction. `publish` runs, and the version rises, only if the change had an effect.
 */
export const commitChange = <A, E, R, E2 = never, R2 = never>(
  domain: Domain,
  change: Effect.Effect<A, E, R>,
  hasChanged: (answer: A) => boolean,
  publish: (answer: A) => Effect.Effect<void, E2, R2> = () => Effect.void
) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const versions = yield* DataVersions
    return yield* transaction.run(
      Effect.tap(change, (answer) =>
        hasChanged(answer) ? Effect.zipRight(publish(answer), versions.bump(domain)) : Effect.void
      )
    )
  })

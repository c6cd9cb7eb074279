import { Effect, Layer } from "effect"
import { EnrichmentTurns } from "../../src/sync/EnrichmentTurns.js"

/** No other process works at any queue. */
export const aloneAtQueues = Layer.succeed(EnrichmentTurns, { begin: () => Effect.void })

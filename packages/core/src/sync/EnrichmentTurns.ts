import { Context, type Effect, type Scope } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/**
 * Makes sure that one process at a time works at an enrichment queue: two that worked side by side would ask the provider
 * for everything twice, and at twice the rate that it allows.
 */
export class EnrichmentTurns extends Context.Tag("@daybook/core/EnrichmentTurns")<EnrichmentTurns, {
  /** Waits until no other process works at the queue; from then on it is this one's until the scope closes. */
  readonly begin: (queue: string) => Effect.Effect<void, StorageFailure, Scope.Scope>
}>() {}

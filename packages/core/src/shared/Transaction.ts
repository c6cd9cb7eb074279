import { Context, type Effect } from "effect"
import type { StorageFailure } from "./errors.js"

/** Runs what it is given as one transaction: all of its writes are kept, or none. */
export class Transaction extends Context.Tag("@daybook/core/Transaction")<Transaction, {
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>
  /** Runs it for its answer alone: whatever it wrote is taken back. */
  readonly rehearse: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>
}>() {}

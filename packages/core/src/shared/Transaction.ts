import { Context, type Effect } from "effect"
import type { StorageFailure } from "./errors.js"

/** Runs an effect in one database transaction. */
export class Transaction extends Context.Tag("@daybook/core/Transaction")<
  Transaction,
  {
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>
    /** Runs it for its result and rolls back all writes. */
    readonly dryRun: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailure, R>
  }
>() {}

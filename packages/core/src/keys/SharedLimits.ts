import { Context, type Effect, type Scope } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Allowance, Counted } from "./slidingWindow.js"

/**
 * Requests counted together with the other hosts on the same database (operations §6). A host that is alone counts by
 * itself, which costs no question; from the moment that another one is there, both count here.
 */
export class SharedLimits extends Context.Tag("@daybook/core/SharedLimits")<SharedLimits, {
  /**
   * Takes part as a host for as long as the scope lives; ends once every other host counts together with this one.
   * `counted` tells what this host counted by itself so far.
   */
  readonly join: (counted: () => ReadonlyArray<Counted>) => Effect.Effect<void, StorageFailure, Scope.Scope>
  /** True while requests have to be counted together. */
  readonly isShared: () => boolean
  /** Counts one request of a caller over all hosts, unless it is over the limit. */
  readonly take: (caller: string, limit: number) => Effect.Effect<Allowance, StorageFailure>
}>() {}

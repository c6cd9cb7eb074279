import { Context, type Effect } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Change } from "./model.js"

/** The state of the log at one instant. */
export interface LogState {
  readonly epoch: string
  /** The newest number; 0 if nothing was ever logged. */
  readonly head: number
  /** The highest number of a deletion that is no longer in the log; 0 if there is none. */
  readonly purged: number
}

export interface LogRange {
  /** Only later changes. */
  readonly after: number
  /** Null means all that this process knows. */
  readonly domains: ReadonlyArray<Domain> | null
  readonly types: ReadonlyArray<string> | null
  readonly limit: number
}

/** Changes in the order of their numbers, and the state of the log in the same snapshot. */
export interface LogPage {
  readonly state: LogState
  readonly changes: ReadonlyArray<Change>
  /** True if the range has more changes than `limit`. */
  readonly isCut: boolean
}

/**
 * The log of changes: one row per record, its newest change. Deletions stay for a time. Writers add to it through
 * `logChanges`. Numbers grow in the order of commits: who has read up to a number never meets a lower one later.
 */
export class ChangeLog extends Context.Tag("@daybook/core/ChangeLog")<
  ChangeLog,
  {
    readonly read: (range: LogRange) => Effect.Effect<LogPage, StorageFailure>
    readonly state: Effect.Effect<LogState, StorageFailure>
    /** The newest number that this process knows, without a query. Every host is notified of a commit. */
    readonly latest: () => number
    /** Waits until this process knows a number above this one. */
    readonly passed: (seq: number) => Effect.Effect<void>
    /** Removes deletions made before an instant and answers their number. */
    readonly purge: (before: number) => Effect.Effect<number, StorageFailure>
  }
>() {}

import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Applied, Span } from "../sync/Source.js"
import type { Presence } from "./Presence.js"
import type { Play } from "./records.js"

/** Where plays are written. Every count that reads need is kept right in the same transaction. */
export class ListeningRecords extends Context.Tag("@daybook/core/ListeningRecords")<ListeningRecords, {
  /**
   * Stores the plays that are not there yet. With a span, also says which stored plays of this source lie in it and
   * were not given. Keys are the stored plays' ids.
   */
  readonly put: (source: string, plays: ReadonlyArray<Play>, covers: Span | null) => Effect.Effect<Applied & { readonly presence: Presence }, StorageFailure>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<{ readonly removed: number; readonly presence: Presence }, StorageFailure>
  /** Completes the counts that large pages left to the end of a run. Reads are right before and after, but slower before. */
  readonly settle: Effect.Effect<void, StorageFailure>
  /** Plays stored from this source, hidden ones too. */
  readonly count: (source: string) => Effect.Effect<number, StorageFailure>
  /** The same by months of UTC, oldest first, of plays before an instant. */
  readonly months: (source: string, before: number) => Effect.Effect<ReadonlyArray<MonthHeld>, StorageFailure>
}>() {}

/** Plays stored of a month that has any. */
export interface MonthHeld {
  /** The month's first instant, epoch milliseconds. */
  readonly from: number
  readonly plays: number
}

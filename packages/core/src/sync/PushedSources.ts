import { Context, Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** The last records that were sent to Daybook for a source. */
export interface LatestDelivery {
  /** Epoch milliseconds. */
  readonly at: number
  readonly added: number
  /** What was sent, as the sync types of other sources say it. */
  readonly syncType: string
}

/** Sources that send their records instead of being read: they have no runs. */
export class PushedSources extends Context.Reference<PushedSources>()("@daybook/core/PushedSources", {
  defaultValue: (): {
    /** The last delivery of each such source that ever had one, by its id. */
    readonly latest: Effect.Effect<ReadonlyMap<string, LatestDelivery>, StorageFailure>
  } => ({ latest: Effect.succeed(new Map()) })
}) {}

import type { Context, Effect, Option } from "effect"
import type { Transaction } from "../shared/Transaction.js"
import type { DataVersions } from "./DataVersions.js"
import type { SyncStore } from "./SyncStore.js"

/** What a walk stands on. */
export interface Ground {
  readonly store: Context.Tag.Service<SyncStore>
  readonly transaction: Context.Tag.Service<Transaction>
  readonly versions: Context.Tag.Service<DataVersions>
}

export interface WalkOptions {
  readonly dryRun: boolean
  readonly allowMassDelete: boolean
  /** Name of the export file that is read in place of the provider. */
  readonly fileName?: string
  /** Told after each stored page. */
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

export interface Progress {
  readonly seen: number
  readonly total: Option.Option<number>
}

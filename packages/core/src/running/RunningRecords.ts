import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { FullList } from "../sync/FullList.js"
import type { Applied, Span } from "../sync/Source.js"
import type { Report } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** A stored run as the halls show it. */
export interface ShownRun {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly city: string | null
  readonly startedAt: number
  readonly date: LocalDate
  /** Metres. */
  readonly distance: number
}

/** What storing did, the runs that are new or another than before, and lone recordings that became part of one. */
export interface Stored extends Applied {
  readonly gone: ReadonlyArray<number>
  readonly shown: ReadonlyArray<ShownRun>
}

/** What the provider is still to be asked for: a run in full, or a pair of shoes. */
export const lookUps = ["detail", "gear"] as const
export type LookUp = typeof lookUps[number]

export interface Wanted {
  readonly subject: string
  /** Earlier attempts in vain. */
  readonly attempts: number
}

/** Where runs are written. Every count that reads need is kept right in the same transaction. */
export class RunningRecords extends Context.Tag("@daybook/core/RunningRecords")<RunningRecords, {
  /**
   * Takes what a road says. With a span, also says which stored runs begin in it and were not given. Keys are the
   * provider's ids. What was deleted here by hand stays deleted; what the provider deleted comes back only when the
   * provider itself, not an export file, has it again. A recording without an id of the provider's (below 0) is kept by
   * itself until a run of its time is there, and completes that. Account archives are full lists: an older one than the
   * newest says nothing, and what a whole one lacks, and no other road knows, is missing.
   */
  readonly put: (source: string, reports: ReadonlyArray<Report>, covers: Span | null, list?: FullList) => Answer<Stored>
  /** Removes what the provider no longer has; answers the ids of those that were there. */
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<number>>
  /** Deletes a run by hand, for good. False where there is none. */
  readonly discard: (id: number) => Answer<boolean>
  /** Those of some keys that are stored. */
  readonly stored: (source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
  /** Runs stored from this source. */
  readonly count: (source: string) => Answer<number>
  /** Makes every count anew from what the roads said. */
  readonly recompute: Answer<void>
  /** What is due, runs newest first. */
  readonly due: (source: string, lookUp: LookUp, limit: number) => Answer<ReadonlyArray<Wanted>>
  readonly dueCount: (source: string, lookUp: LookUp) => Answer<number>
  /** Leaves a look-up alone until an instant, or for good; an attempt in vain is counted. */
  readonly settleLookUp: (source: string, lookUp: LookUp, subject: string, until: number | null) => Answer<void>
}>() {}

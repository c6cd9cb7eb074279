import { Context, type Effect } from "effect"
import type { BadInput, StorageFailure } from "../shared/errors.js"
import type { Presence } from "./Presence.js"

export const filterTypes = ["holiday", "audiobook", "custom"] as const
export const filterScopes = ["album", "track", "artist", "artist_track", "track_regex"] as const

/** A rule that keeps plays out of every result (contract §2.2). `createdAt` is epoch milliseconds. */
export interface Filter {
  readonly id: number
  readonly type: typeof filterTypes[number]
  readonly scope: typeof filterScopes[number]
  /**
   * `artist`: the whole name; `album`, `track`: a part of the title; `artist_track`: both whole, as `artist||track`;
   * `track_regex`: a regular expression on the title. Upper and lower case are the same throughout.
   */
  readonly pattern: string
  readonly reason: string | null
  readonly createdAt: number
}

/** The filters in force. Adding or removing one acts on the plays stored already, too. */
export class ListeningFilters extends Context.Tag("@daybook/core/ListeningFilters")<ListeningFilters, {
  readonly all: Effect.Effect<ReadonlyArray<Filter>, StorageFailure>
  readonly add: (filter: Omit<Filter, "id" | "createdAt">) => Effect.Effect<{ readonly filter: Filter; readonly presence: Presence }, StorageFailure | BadInput>
  /** Null where there is no such filter. */
  readonly remove: (id: number) => Effect.Effect<Presence | null, StorageFailure>
  /** Completes the counts that a change left behind, once it is stored. */
  readonly settle: Effect.Effect<void, StorageFailure>
}>() {}

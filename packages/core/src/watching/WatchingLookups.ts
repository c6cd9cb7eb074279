import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Identifiers, TitleKind } from "./records.js"

/** A film or show to look up elsewhere. */
export interface WantedTitle {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly ids: Identifiers
  /** Look-ups that found nothing so far. */
  readonly attempts: number
}

/** The look-ups that follow a sync. A task names who asks for what, such as `tmdb-movies`. */
export class WatchingLookups extends Context.Tag("@daybook/core/WatchingLookups")<WatchingLookups, {
  /** What is due for a task, last watched first. Only what was watched is ever due. */
  readonly due: (task: string, kind: TitleKind, limit: number) => Effect.Effect<ReadonlyArray<WantedTitle>, StorageFailure>
  readonly dueCount: (task: string, kind: TitleKind) => Effect.Effect<number, StorageFailure>
  /** Not again before `until` (epoch milliseconds). `found` false counts as one more attempt. */
  readonly settle: (task: string, ids: ReadonlyArray<number>, until: number, found: boolean) => Effect.Effect<void, StorageFailure>
  /** Stored films of a title, by the same measure as reports find theirs; with a year only those of about that year. */
  readonly moviesNamed: (title: string, year: number | null) => Effect.Effect<ReadonlyArray<WantedTitle>, StorageFailure>
  readonly movieOfTmdb: (tmdbId: number) => Effect.Effect<WantedTitle | null, StorageFailure>
}>() {}

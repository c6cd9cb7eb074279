import { Context, type Effect, type Option } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type { Cursor } from "./Source.js"
import type { SourceState } from "./SourceFailure.js"

export type Trigger = "command" | "schedule" | "admin" | "webhook" | "import"

/** How far a job is. The total is not known of every job. */
export interface JobProgress {
  readonly done: number
  readonly total: number | null
}

/** What a job said of itself; a sync says none of it. */
export interface JobState {
  readonly progress: Option.Option<JobProgress>
  /** Once it has ended well: what the operator wanted to know. */
  readonly result: Option.Option<Readonly<Record<string, unknown>>>
}

/** One run of one source, or of one job. Times are epoch milliseconds. */
export interface Run {
  readonly id: number
  readonly source: string
  readonly domain: Domain
  readonly syncType: string
  readonly trigger: Trigger
  readonly status: "running" | "completed" | "failed"
  readonly startedAt: number
  readonly finishedAt: Option.Option<number>
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly failure: Option.Option<{ readonly state: SourceState; readonly message: string; readonly next: string }>
  /** Only jobs have one. */
  readonly job?: JobState | undefined
}

export type Claim =
  | { readonly _tag: "Claimed"; readonly run: number }
  | { readonly _tag: "Busy"; readonly run: number }

export interface Counts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export interface LatestRun extends Run {
  /** Runs begun since the instant asked for, and how many of them failed. */
  readonly recent: number
  readonly recentFailed: number
  readonly lastSuccess: Option.Option<number>
  /** Runs in a row that failed, up to this one. */
  readonly failures: number
}

export interface Enrichment {
  readonly artistsWithPlaysWithoutLink: number
  readonly artistsWithoutLink: number
  readonly tracksWithoutLink: number
  readonly mismatchedAlbums: number
}

/** What the syncs of all sources did and where each goes on. */
export class SyncStore extends Context.Tag("@daybook/core/SyncStore")<SyncStore, {
  /** Begins a run, unless one of the same source is alive. A run whose process is dead or silent is ended as failed. */
  readonly claim: (of: {
    readonly source: string
    readonly domain: Domain
    readonly syncType: string
    readonly trigger: Trigger
    /** True for a job, which goes by its name as a source does but says nothing of how syncs stand. */
    readonly isJob?: boolean
  }) => Effect.Effect<Claim, StorageFailure>
  /** Says that the run is alive. False where it was ended as dead meanwhile. */
  readonly beat: (run: number) => Effect.Effect<boolean, StorageFailure>
  /** Ends runs whose process is dead or silent as failed, and says how many there were. */
  readonly reap: Effect.Effect<number, StorageFailure>
  /** True for the one host that takes a due time of a source: each is taken once. */
  readonly takeSlot: (source: string, due: number) => Effect.Effect<boolean, StorageFailure>
  /** Stores how far a job is, and its result once it has one. */
  readonly report: (run: number, state: JobState) => Effect.Effect<void, StorageFailure>
  readonly finish: (run: number, counts: Counts, failure: Run["failure"]) => Effect.Effect<void, StorageFailure>
  readonly cursor: (source: string) => Effect.Effect<Option.Option<Cursor>, StorageFailure>
  readonly advance: (source: string, cursor: Cursor) => Effect.Effect<void, StorageFailure>
  /** Remembers keys for removal at the end of a whole pass, over a crash if need be. */
  readonly stage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
  readonly staged: (source: string) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
  readonly unstage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
  readonly run: (id: number) => Effect.Effect<Option.Option<Run>, StorageFailure>
  /** Newest first. Of each source some thousand are kept. */
  readonly runs: (of: PageOf) => Effect.Effect<Paged<Run>, StorageFailure>
  /**
   * The newest run of each source, and how those begun since an instant went. Jobs are left out, and so is what a
   * webhook had read again: that is one record and says nothing of the source.
   */
  readonly latest: (since: number) => Effect.Effect<ReadonlyArray<LatestRun>, StorageFailure>
  /** Look-ups that have not found anything yet, and albums whose artist the catalogue calls otherwise. */
  readonly enrichment: Effect.Effect<Enrichment, StorageFailure>
}>() {}

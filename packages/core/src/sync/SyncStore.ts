import { Context, type Effect, type Option, type Scope } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/fields.js"
import type { Transaction } from "../shared/Transaction.js"
import type { Cursor } from "./Source.js"
import type { SourceState } from "./SourceFailure.js"

export type Trigger = "command" | "schedule" | "admin" | "webhook" | "import"

/** Progress of a job; the total is null where unknown. */
export interface JobProgress {
  readonly done: number
  readonly total: number | null
}

/** The state of a job; a sync has none. */
export interface JobState {
  readonly progress: Option.Option<JobProgress>
  /** The result for the operator, once the job has completed. */
  readonly result: Option.Option<Readonly<Record<string, unknown>>>
}

/** One run of a source or job. Times are epoch milliseconds. */
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
  /** Set for jobs only. */
  readonly job?: JobState | undefined
}

export type Claim = { readonly _tag: "Claimed"; readonly run: number } | { readonly _tag: "Busy"; readonly run: number }

export interface Counts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export interface LatestRun extends Run {
  /** Runs started since the requested instant, and how many of them failed. */
  readonly recent: number
  readonly recentFailed: number
  readonly lastSuccess: Option.Option<number>
  /** Consecutive failed runs up to this one. */
  readonly failures: number
}

/** Runs, cursors and staged removals of all sources. */
export class SyncStore extends Context.Tag("@daybook/core/SyncStore")<
  SyncStore,
  {
    /**
     * Starts a run unless one of the same source is active. First ends runs whose process is dead or silent as failed.
     */
    readonly claim: (of: {
      readonly source: string
      readonly domain: Domain
      readonly syncType: string
      readonly trigger: Trigger
      /** True for a job. Its name stands in for a source, and it does not count in the sync status. */
      readonly isJob?: boolean
    }) => Effect.Effect<Claim, StorageFailure>
    /** Records a heartbeat. False if the run was ended as dead meanwhile. */
    readonly heartbeat: (run: number) => Effect.Effect<boolean, StorageFailure>
    /** Ends runs whose process is dead or silent as failed and returns their number. */
    readonly endDeadRuns: Effect.Effect<number, StorageFailure>
    /** True for the one host that claims a due time of a source; each is claimed once. */
    readonly takeSlot: (source: string, due: number) => Effect.Effect<boolean, StorageFailure>
    /** Stores the progress of a job and, once it has one, its result. */
    readonly report: (run: number, state: JobState) => Effect.Effect<void, StorageFailure>
    readonly finish: (run: number, counts: Counts, failure: Run["failure"]) => Effect.Effect<void, StorageFailure>
    readonly cursor: (source: string) => Effect.Effect<Option.Option<Cursor>, StorageFailure>
    readonly advance: (source: string, cursor: Cursor) => Effect.Effect<void, StorageFailure>
    /** Stages keys for removal at the end of a full sync. They survive a crash. */
    readonly stage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
    readonly staged: (source: string) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
    readonly unstage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
    readonly run: (id: number) => Effect.Effect<Option.Option<Run>, StorageFailure>
    /** Newest first. Retention is some thousand runs a source. */
    readonly runs: (of: PageOf) => Effect.Effect<Paged<Run>, StorageFailure>
    /**
     * The newest run of each source, and statistics of the runs since an instant. Jobs do not count, nor do webhook
     * runs: they read one record and say nothing about the source.
     */
    readonly latest: (since: number) => Effect.Effect<ReadonlyArray<LatestRun>, StorageFailure>
  }
>() {}

/**
 * A version number for each domain. Every data change on any host increases it, so a response stays valid while the
 * version stays the same.
 */
export class DataVersions extends Context.Tag("@daybook/core/DataVersions")<
  DataVersions,
  {
    /** The latest known version, without a query. */
    readonly latest: (domain: Domain) => number
    /** Increases the version in the caller's transaction. */
    readonly bump: (domain: Domain) => Effect.Effect<void, StorageFailure>
  }
>() {}

/**
 * Locks that let only one process work on an enrichment queue. Two processes would send every request twice, at twice
 * the provider's rate limit.
 */
export class EnrichmentLocks extends Context.Tag("@daybook/core/EnrichmentLocks")<
  EnrichmentLocks,
  {
    /** Waits for the lock of a queue and holds it until the scope closes. */
    readonly acquire: (queue: string) => Effect.Effect<void, StorageFailure, Scope.Scope>
  }
>() {}

export interface SyncDeps {
  readonly store: Context.Tag.Service<SyncStore>
  readonly transaction: Context.Tag.Service<Transaction>
  readonly versions: Context.Tag.Service<DataVersions>
}

export interface RunOptions {
  readonly dryRun: boolean
  readonly allowMassDelete: boolean
  /** Name of the export file that is read instead of the provider. */
  readonly fileName?: string
  /** Called after each stored page. */
  readonly onProgress: (progress: SyncProgress) => Effect.Effect<void>
}

export interface SyncProgress {
  readonly seen: number
  readonly total: Option.Option<number>
}

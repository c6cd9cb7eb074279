import { Context, type Effect, Option, type Scope } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/fields.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Transaction } from "../shared/Transaction.js"
import type { Drift } from "./driftModel.js"
import type { Cursor, Span } from "./Source.js"
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

/** A line that a run logged. */
export interface LogLine {
  readonly at: number
  readonly level: "debug" | "info" | "warning" | "error"
  readonly message: string
}

/** Which runs to list; an absent member matches any. */
export interface RunQuery extends PageOf {
  readonly source?: string | undefined
  readonly status?: Run["status"] | undefined
}

/** The finished runs of a source on one day. */
export interface RunDay {
  readonly source: string
  readonly domain: Domain
  readonly date: LocalDate
  readonly completed: number
  readonly failed: number
}

export interface LatestRun extends Run {
  /** Runs started since the requested instant, and how many of them failed. */
  readonly recent: number
  readonly recentFailed: number
  readonly lastSuccess: Option.Option<number>
  /** Consecutive failed runs up to this one. */
  readonly failures: number
  /** The newest comparison with the provider's own number of records; none if there was none. */
  readonly drift?: Drift | undefined
}

/** What a sync of a source starts from. */
export interface Position {
  readonly cursor: Option.Option<Cursor>
  readonly drift: Option.Option<Drift>
}

/** An enrichment queue, in any process. */
export interface QueueName {
  readonly id: string
  readonly domain: Domain
  /** The source that the work belongs to; null for work of a shared service. */
  readonly source: string | null
}

/** A queue whose last drain of due items failed. Times are epoch milliseconds. */
export interface FailingQueue extends QueueName {
  readonly message: string
  readonly next: string
  readonly since: number
  readonly failedAt: number
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
    /** Stores the counts of a run so far. Every host is notified. */
    readonly progress: (run: number, counts: Counts) => Effect.Effect<void, StorageFailure>
    /** Stores the progress of a job and, once it has one, its result. */
    readonly report: (run: number, state: JobState) => Effect.Effect<void, StorageFailure>
    readonly finish: (run: number, counts: Counts, failure: Run["failure"]) => Effect.Effect<void, StorageFailure>
    /** Where the last sync ended, and the newest comparison with the provider's own number of records. */
    readonly position: (source: string) => Effect.Effect<Position, StorageFailure>
    readonly advance: (source: string, cursor: Cursor) => Effect.Effect<void, StorageFailure>
    /** Stages keys for removal at the end of a full sync. They survive a crash. */
    readonly stage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
    readonly staged: (source: string) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
    readonly unstage: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<void, StorageFailure>
    /** Stores a comparison. An alarm is announced to hooks in the same transaction. */
    readonly recordDrift: (
      source: string,
      domain: Domain,
      drift: Drift,
      isAlarm: boolean
    ) => Effect.Effect<void, StorageFailure>
    /** Records why the drain of a queue failed; none once a drain of due items succeeded. */
    readonly recordDrain: (queue: QueueName, failure: Run["failure"]) => Effect.Effect<void, StorageFailure>
    /** The queues that fail, the longest failing first. */
    readonly failingQueues: Effect.Effect<ReadonlyArray<FailingQueue>, StorageFailure>
    readonly run: (id: number) => Effect.Effect<Option.Option<Run>, StorageFailure>
    /** Newest first. Retention is a month and at least a thousand runs a source. */
    readonly runs: (of: RunQuery) => Effect.Effect<Paged<Run>, StorageFailure>
    /** Appends to the log of a run. It is deleted with its run. */
    readonly writeLog: (run: number, lines: ReadonlyArray<LogLine>) => Effect.Effect<void, StorageFailure>
    /** What a run logged, oldest first. */
    readonly log: (run: number) => Effect.Effect<ReadonlyArray<LogLine>, StorageFailure>
    /**
     * The finished runs by source and by the day of their start, both ascending. Days follow each other; the last one
     * has no end. Jobs and webhook runs do not count.
     */
    readonly days: (
      days: ReadonlyArray<{ readonly date: LocalDate; readonly since: number }>
    ) => Effect.Effect<ReadonlyArray<RunDay>, StorageFailure>
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
  readonly onProgress: (progress: RunProgress) => Effect.Effect<void>
  /** Called in the transaction of each stored page, with the progress including it. */
  readonly inPage?: (progress: RunProgress) => Effect.Effect<void, StorageFailure>
  /** The progress of an interrupted run over the same file. Its pages are read, but not stored again. */
  readonly resume?: RunProgress
}

export interface SyncProgress {
  readonly seen: number
  readonly total: Option.Option<number>
}

/** What a run has done so far, counted in records. */
export interface RunProgress extends SyncProgress, Counts {
  readonly pages: number
  /** Records that were stored before, changed or not. */
  readonly present: number
  /** First and last time of the records. */
  readonly times: Span | undefined
}

export const noProgress: RunProgress = {
  seen: 0,
  total: Option.none(),
  pages: 0,
  added: 0,
  changed: 0,
  removed: 0,
  present: 0,
  times: undefined
}

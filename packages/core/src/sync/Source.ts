import { Context, Effect, Option, Stream } from "effect"
import type { Domain } from "../domains.js"
import type { Days } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { EnrichmentTasks } from "./EnrichmentTasks.js"
import type { SourceFailure } from "./SourceFailure.js"

/**
 * An account export: everything that the provider held at one time. Exports arrive in any order, so each record stores
 * the time of the newest listing that had it:
 *
 * - A listing older than the stored record does not change it (`isOutdated`).
 * - A record missing from a listing at least as new as the record is missing (`isMissing`).
 * - A record found only in a listing older than the newest one was deleted since (`isDeletedSince`).
 *
 * Any order of listings leads to the same records, and importing a listing twice changes nothing.
 */
export interface FullListing {
  /** When the provider made the listing, epoch milliseconds. */
  readonly asOf: number
  /** Names of the record lists that are complete: what they lack is missing. Empty for a damaged file. */
  readonly completeLists: ReadonlyArray<string>
  /** Natural keys of all records, if they arrive in several pages. */
  readonly keys?: ReadonlyArray<string>
  /** Natural keys that the listing reports as deleted. */
  readonly deleted?: ReadonlyArray<string>
  /** The listing comes from the provider's API, so no listing is newer. */
  readonly isLive?: boolean
}

/** Epoch milliseconds; null for records stored before listings had a time. */
type AsOf = number | null

/** Whether the stored record is newer than the listing. */
export const isOutdated = (listedAt: AsOf, storedAsOf: AsOf): boolean =>
  listedAt !== null && storedAsOf !== null && listedAt < storedAsOf

/** Whether a record is deleted that a full listing lacks. */
export const isMissing = (storedAsOf: AsOf, listedAt: number): boolean => storedAsOf === null || storedAsOf <= listedAt

/** Whether a record that only an older listing has was deleted before the newest listing. */
export const isDeletedSince = (listedAt: AsOf, newest: AsOf): boolean =>
  listedAt !== null && newest !== null && listedAt < newest

/** An uploaded export file, wherever its bytes are stored. */
export interface ImportFile {
  /** Base name with extension. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** All bytes in order; can be read once. */
  readonly stream: Stream.Stream<Uint8Array, SourceFailure>
  /** The bytes from `from` (inclusive) to `to` (exclusive), for archives with their index at the end. */
  readonly slice: (from: number, to: number) => Effect.Effect<Uint8Array, SourceFailure>
}

/** Where the next sync continues: opaque text that only its source interprets. */
export type Cursor = string

/** The records of one provider response, or of one part of an export file. */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  /** Natural keys that the provider reports as deleted. */
  readonly deleted: ReadonlyArray<string>
  /**
   * The span in which `records` is complete. Stored records of this span that are not in `records` are missing at the
   * provider.
   */
  readonly covers: Option.Option<Span>
  /** Where to continue after this page is stored. */
  readonly cursor: Option.Option<Cursor>
  /** Number of records in the whole run, where the provider states it. */
  readonly total: Option.Option<number>
  /**
   * Records after this instant (epoch milliseconds) enter the feed as news; earlier ones are history. Without it every
   * record is history.
   */
  readonly newSince?: number
  /** Set when the page is part of a full listing that the provider made at one time. */
  readonly fullListing?: FullListing
  /** How many records count towards progress, if not all of `records` do. */
  readonly seen?: number
}

/** Half-open, epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The effect of storing a page. `present` holds the keys of records that were already stored; `missing` holds the keys
 * of stored records that the provider no longer has.
 */
export interface PageResult {
  readonly added: number
  readonly changed: number
  readonly present: ReadonlyArray<string>
  readonly missing: ReadonlyArray<string>
}

/** Writes the records of sources into one domain. Every member runs inside the caller's transaction. */
export interface DomainWriter<Record, R> {
  readonly domain: Domain
  readonly apply: (source: string, page: Page<Record>) => Effect.Effect<PageResult, StorageFailure, R>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<number, StorageFailure, R>
  readonly count: (source: string) => Effect.Effect<number, StorageFailure, R>
  /**
   * For a source with several lists, one of which may be lost without the others: the list of a key, and the size of
   * each list.
   */
  readonly lists?: {
    readonly of: (key: string) => string
    readonly counts: (source: string) => Effect.Effect<ReadonlyMap<string, number>, StorageFailure, R>
  }
  /** Updates the aggregates that the domain defers to the end of a run, such as play counts. */
  readonly recount: Effect.Effect<void, StorageFailure, R>
}

export interface Step<R> {
  readonly apply: Effect.Effect<PageResult, StorageFailure, R>
  readonly cursor: Option.Option<Cursor>
  readonly seen: number
  readonly total: Option.Option<number>
}

export interface PullRequest {
  readonly cursor: Option.Option<Cursor>
  /** Ignore the cursor and read everything again. */
  readonly full: boolean
}

/** Work after a sync, item by item: links, metadata, pictures. Every item is idempotent. */
export interface Enrichment<R> {
  readonly id: string
  /** Processes the due items, most urgent first, and reports progress. Ends when nothing is due. */
  readonly drain: Stream.Stream<EnrichmentProgress, SourceFailure | StorageFailure, R | EnrichmentTasks>
}

export interface EnrichmentProgress {
  readonly done: number
  readonly left: number
  /** How many of the processed items had a match, where it is counted. */
  readonly found?: number
}

/** The lists of one source. */
export interface RecordLists<R> {
  readonly of: (key: string) => string
  readonly counts: Effect.Effect<ReadonlyMap<string, number>, StorageFailure, R>
}

/** Asks the provider for each key alone and returns the keys of records that it has deleted. */
type ConfirmDeleted = (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, SourceFailure>

/** A provider bound to a domain. The engine never sees the record type, so it needs no union of all domains. */
export interface Source<R> {
  readonly id: string
  readonly domain: Domain
  /** Shown as `sync_type` in the sync status. */
  readonly syncType: string
  readonly pull: (request: PullRequest) => Stream.Stream<Step<R>, SourceFailure | StorageFailure, R>
  /** Reads some days again. Reports no deletions and no cursor. */
  readonly pullDays: Option.Option<(days: Days) => Stream.Stream<Step<R>, SourceFailure, R>>
  readonly importFile: Option.Option<(file: ImportFile) => Stream.Stream<Step<R>, SourceFailure, R>>
  readonly enrichments: ReadonlyArray<Enrichment<R>>
  /**
   * Confirms deletions with the provider, for records that are missing from its lists. Without it the lists are
   * trusted.
   */
  readonly confirmDeleted: Option.Option<ConfirmDeleted>
  readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<number, StorageFailure, R>
  readonly count: Effect.Effect<number, StorageFailure, R>
  readonly lists: Option.Option<RecordLists<R>>
  readonly recount: Effect.Effect<void, StorageFailure, R>
}

/** Stores a page of a source in its domain. */
export const stepOf =
  <Record, R>(writer: DomainWriter<Record, R>, source: string) =>
  (page: Page<Record>): Step<R> => ({
    apply: writer.apply(source, page),
    cursor: page.cursor,
    seen: page.seen ?? page.records.length,
    total: page.total
  })

export const source = <Record, R>(options: {
  readonly id: string
  readonly writer: DomainWriter<Record, R>
  readonly syncType: string
  readonly pull: (request: PullRequest) => Stream.Stream<Page<Record>, SourceFailure | StorageFailure, R>
  readonly pullDays?: (days: Days) => Stream.Stream<Page<Record>, SourceFailure, R>
  readonly importFile: Option.Option<(file: ImportFile) => Stream.Stream<Page<Record>, SourceFailure, R>>
  readonly enrichments?: ReadonlyArray<Enrichment<R>>
  readonly confirmDeleted?: ConfirmDeleted
}): Source<R> => {
  const step = stepOf(options.writer, options.id)
  return {
    id: options.id,
    domain: options.writer.domain,
    syncType: options.syncType,
    pull: (request) => Stream.map(options.pull(request), step),
    pullDays: Option.map(Option.fromNullable(options.pullDays), (pull) => (days: Days) => Stream.map(pull(days), step)),
    importFile: Option.map(options.importFile, (read) => (file: ImportFile) => Stream.map(read(file), step)),
    enrichments: options.enrichments ?? [],
    confirmDeleted: Option.fromNullable(options.confirmDeleted),
    remove: (keys) => options.writer.remove(options.id, keys),
    count: options.writer.count(options.id),
    lists: Option.map(Option.fromNullable(options.writer.lists), ({ counts, of }) => ({
      of,
      counts: counts(options.id)
    })),
    recount: options.writer.recount
  }
}

/** Provides the dependencies of a source, so that sources of every domain fit in one list. */
export const provide = <R>(self: Source<R>, context: Context.Context<R>): Source<never> => {
  const step = provideStep(context)
  return {
    ...self,
    pull: (request) => Stream.provideContext(Stream.map(self.pull(request), step), context),
    pullDays: Option.map(
      self.pullDays,
      (pull) => (days: Days) => Stream.provideContext(Stream.map(pull(days), step), context)
    ),
    importFile: Option.map(
      self.importFile,
      (read) => (file: ImportFile) => Stream.provideContext(Stream.map(read(file), step), context)
    ),
    enrichments: self.enrichments.map(({ drain, id }) => ({
      id,
      drain: Stream.mapInputContext(drain, (tasks: Context.Context<EnrichmentTasks>) => Context.merge(tasks, context))
    })),
    remove: (keys) => Effect.provide(self.remove(keys), context),
    count: Effect.provide(self.count, context),
    lists: Option.map(self.lists, ({ counts, of }) => ({ of, counts: Effect.provide(counts, context) })),
    recount: Effect.provide(self.recount, context)
  }
}

/** Provides the dependencies of a step. */
export const provideStep =
  <R>(context: Context.Context<R>) =>
  (step: Step<R>): Step<never> => ({ ...step, apply: Effect.provide(step.apply, context) })

/** One provider that Daybook can read, whether configured or not. */
export interface SourceEntry {
  readonly id: string
  readonly domain: Domain
  /**
   * Names of the missing settings, with the value where only another one works. Empty when the source is configured.
   */
  readonly missing: ReadonlyArray<string>
  /** Pulls no records: its enrichments run after each sync of another source of the domain. */
  readonly enrichesOnly: boolean
  /** When the scheduler syncs it, if it has a schedule. */
  readonly schedule: Option.Option<Schedule>
  /** Present when configured. */
  readonly source: Option.Option<Source<never>>
  /** The source without settings: stored records and export files. Its `pull` ends at once. */
  readonly archive: Source<never>
}

/** The settings to give, as the operator would type them: a disabled switch must be set to true. */
export const missingSettings = ({ missing }: Pick<SourceEntry, "missing">): ReadonlyArray<string> =>
  missing.map((name) => (name.endsWith("_ENABLED") ? `${name}=true` : name))

export interface Schedule {
  /** Five cron fields. */
  readonly cron: string
  /** IANA zone of the cron fields. */
  readonly zone: string
}

/** Every provider, in the order of the adapters' list. */
export class Sources extends Context.Tag("@daybook/core/Sources")<Sources, ReadonlyArray<SourceEntry>>() {}

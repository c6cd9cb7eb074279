import { Context, Effect, Option, Stream } from "effect"
import type { Domain } from "../domains.js"
import type { Days } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { ProviderCount } from "./driftModel.js"
import type { EnrichmentTasks } from "./EnrichmentTasks.js"
import type { OnFileReport, Recognise } from "./FileSample.js"
import type { FullListing } from "./fullListing.js"
import type { SourceFailure } from "./SourceFailure.js"

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
  readonly onReport?: OnFileReport
  /** Notes the files of an archive: all by their names, and those that are opened. */
  readonly members?: { readonly list: (names: ReadonlyArray<string>) => void; readonly open: (name: string) => void }
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
  /** Whether the run reads everything, if that does not follow from its cursor. */
  readonly readsAll?: boolean
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
  /** Set where the domain reads rows itself, and some may be unreadable. */
  readonly rows?: RowTally
}

/** How many rows could be read. */
export interface RowTally {
  readonly readable: number
  readonly unreadable: number
  /** What is wrong with the first unreadable rows. */
  readonly examples: ReadonlyArray<string>
}

const maxExamples = 5

export const noRows: RowTally = { readable: 0, unreadable: 0, examples: [] }

export const addRows = (one: RowTally, other: RowTally): RowTally => ({
  readable: one.readable + other.readable,
  unreadable: one.unreadable + other.unreadable,
  examples: [...one.examples, ...other.examples].slice(0, maxExamples)
})

/** Writes the records of sources into one domain. Every member runs inside the caller's transaction. */
export interface DomainWriter<Record, R> {
  readonly domain: Domain
  readonly apply: (source: string, page: Page<Record>) => Effect.Effect<PageResult, StorageFailure, R>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<number, StorageFailure, R>
  readonly count: (source: string) => Effect.Effect<number, StorageFailure, R>
  /** When a record took place, epoch milliseconds; null if it does not say. */
  readonly timeOf?: (record: Record) => number | null
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
  /** First and last time of its records; undefined if they have none. Asked after `apply`, which checks the page. */
  readonly times?: () => Span | undefined
  /** Whether the run reads everything, if that does not follow from its cursor. */
  readonly readsAll?: boolean | undefined
  /** The page concludes nothing from what other pages have, so a run that is resumed may skip it. */
  readonly isIndependent?: () => boolean
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
  /** Without it no file is recognised. */
  readonly recognise?: Recognise | undefined
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
  /** The provider's own number of records, where it tells one. Null if it is not known at the moment. */
  readonly providerCount?: Effect.Effect<ProviderCount | null, SourceFailure> | undefined
  /** A full read may find no record although some are stored: the provider lists recent ones only, or is not asked. */
  readonly mayListNothing?: boolean | undefined
}

/**
 * What a page must be before it is stored. By default anything: the types of built-in sources suffice. The check of a
 * source from outside dies with a `SourceFailure`.
 */
export class PageCheck extends Context.Reference<PageCheck>()("@daybook/core/PageCheck", {
  defaultValue: (): ((page: Page<unknown>) => Effect.Effect<void>) => () => Effect.void
}) {}

/** Stores a page of a source in its domain. */
export const stepOf =
  <Record, R>(writer: DomainWriter<Record, R>, source: string) =>
  (page: Page<Record>): Step<R> => ({
    apply: Effect.flatMap(PageCheck, (check) => Effect.zipRight(check(page), writer.apply(source, page))),
    cursor: page.cursor,
    seen: page.seen ?? page.records.length,
    total: page.total,
    times: () => timesOf(writer, page),
    readsAll: page.readsAll,
    isIndependent: () => page.fullListing === undefined && page.covers._tag === "None" && page.deleted.length === 0
  })

const timesOf = <Record, R>({ timeOf }: DomainWriter<Record, R>, { records }: Page<Record>): Span | undefined => {
  if (timeOf === undefined) return undefined
  let [from, to] = [Infinity, -Infinity]
  for (const record of records) {
    const time = timeOf(record)
    if (time !== null) [from, to] = [Math.min(from, time), Math.max(to, time)]
  }
  return from <= to ? { from, to } : undefined
}

export const source = <Record, R>(options: {
  readonly id: string
  readonly writer: DomainWriter<Record, R>
  readonly syncType: string
  readonly pull: (request: PullRequest) => Stream.Stream<Page<Record>, SourceFailure | StorageFailure, R>
  readonly pullDays?: (days: Days) => Stream.Stream<Page<Record>, SourceFailure, R>
  readonly importFile: Option.Option<(file: ImportFile) => Stream.Stream<Page<Record>, SourceFailure, R>>
  readonly recognise?: Recognise | undefined
  readonly enrichments?: ReadonlyArray<Enrichment<R>>
  readonly confirmDeleted?: ConfirmDeleted
  readonly providerCount?: Source<R>["providerCount"]
  readonly mayListNothing?: boolean
}): Source<R> => {
  const step = stepOf(options.writer, options.id)
  return {
    id: options.id,
    domain: options.writer.domain,
    syncType: options.syncType,
    pull: (request) => Stream.map(options.pull(request), step),
    pullDays: Option.map(Option.fromNullable(options.pullDays), (pull) => (days: Days) => Stream.map(pull(days), step)),
    importFile: Option.map(options.importFile, (read) => (file: ImportFile) => Stream.map(read(file), step)),
    recognise: options.recognise,
    enrichments: options.enrichments ?? [],
    confirmDeleted: Option.fromNullable(options.confirmDeleted),
    remove: (keys) => options.writer.remove(options.id, keys),
    count: options.writer.count(options.id),
    lists: Option.map(Option.fromNullable(options.writer.lists), ({ counts, of }) => ({
      of,
      counts: counts(options.id)
    })),
    recount: options.writer.recount,
    providerCount: options.providerCount,
    mayListNothing: options.mayListNothing
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

import { type Context, Effect, Option, Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { Days } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { FullList } from "./FullList.js"
import type { ImportFile } from "./ImportFile.js"
import type { SourceFailure } from "./SourceFailure.js"

/** Where a source will go on next time: opaque text of its own making. */
export type Cursor = string

/** What one answer of a provider, or one part of an export file, says. */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  /** Natural keys that the provider says are gone. */
  readonly gone: ReadonlyArray<string>
  /** The span of which `records` is all that the provider holds; what we hold there besides is missing at the provider. */
  readonly covers: Option.Option<Span>
  /** Where to go on, once this page is stored. */
  readonly cursor: Option.Option<Cursor>
  /** Records in the whole walk, where the provider says so. */
  readonly total: Option.Option<number>
  /** Records after this instant (epoch milliseconds) are news to the feed, earlier ones history. Without it all are history. */
  readonly newSince?: number
  /** The page is part of a full list that the provider made at one time. */
  readonly list?: FullList
  /** How many of the walk's records these are, where some of them are remarks on the whole. */
  readonly seen?: number
}

/** Half-open, epoch milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * What storing a page did. `present` are the keys of its records that were stored already, `missing` those of stored
 * records that the provider no longer holds.
 */
export interface Applied {
  readonly added: number
  readonly changed: number
  readonly present: ReadonlyArray<string>
  readonly missing: ReadonlyArray<string>
}

/** How one domain keeps the records of its sources. Everything runs inside the caller's transaction. */
export interface Room<Record, R> {
  readonly domain: Domain
  readonly apply: (source: string, page: Page<Record>) => Effect.Effect<Applied, StorageFailure, R>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<number, StorageFailure, R>
  readonly count: (source: string) => Effect.Effect<number, StorageFailure, R>
  /** Where a source keeps lists of different things, one of which may be lost while the others stand: the list that a key is of, and how many each holds. */
  readonly lists?: {
    readonly of: (key: string) => string
    readonly counts: (source: string) => Effect.Effect<ReadonlyMap<string, number>, StorageFailure, R>
  }
  /** Work on the whole that a room leaves to the end of a run, such as counts over what was stored. */
  readonly settle: Effect.Effect<void, StorageFailure, R>
}

export interface Step<R> {
  readonly apply: Effect.Effect<Applied, StorageFailure, R>
  readonly cursor: Option.Option<Cursor>
  readonly seen: number
  readonly total: Option.Option<number>
}

export interface PullRequest {
  readonly cursor: Option.Option<Cursor>
  /** Read everything again, whatever the cursor says. */
  readonly full: boolean
}

/** Work that follows a sync, item by item: links, metadata, pictures. Each item is done once and is safe to repeat. */
export interface Follower<R> {
  readonly id: string
  /** Handles what is due, most wanted first, and says how many each time. Ends when nothing is due. */
  readonly drain: Stream.Stream<FollowUp, SourceFailure | StorageFailure, R>
}

export interface FollowUp {
  readonly done: number
  readonly left: number
  /** Of those done how many found what they sought, where somebody counts them. */
  readonly found?: number
}

/** The lists of one source. */
export interface Lists<R> {
  readonly of: (key: string) => string
  readonly counts: Effect.Effect<ReadonlyMap<string, number>, StorageFailure, R>
}

/** Those of some natural keys that the provider, asked for each by itself, has no more. */
type ReallyGone = (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, SourceFailure>

/** A provider pointed at a room. The engine never sees the record type, so no union of all rooms exists anywhere. */
export interface Source<R> {
  readonly id: string
  readonly domain: Domain
  /** Shown as `sync_type` in the sync status. */
  readonly syncType: string
  readonly pull: (request: PullRequest) => Stream.Stream<Step<R>, SourceFailure | StorageFailure, R>
  /** What the provider has of some days, read anew: nothing is said of what is gone, or of where to go on. */
  readonly pullDays: Option.Option<(days: Days) => Stream.Stream<Step<R>, SourceFailure, R>>
  readonly importFile: Option.Option<(file: ImportFile) => Stream.Stream<Step<R>, SourceFailure, R>>
  readonly followers: ReadonlyArray<Follower<R>>
  /** Asks the provider which of the records that its lists lack it really has no more. Without it the lists are believed. */
  readonly reallyGone: Option.Option<ReallyGone>
  readonly remove: (keys: ReadonlyArray<string>) => Effect.Effect<number, StorageFailure, R>
  readonly count: Effect.Effect<number, StorageFailure, R>
  readonly lists: Option.Option<Lists<R>>
  readonly settle: Effect.Effect<void, StorageFailure, R>
}

/** How a page of a source goes into its room. */
export const stepOf = <Record, R>(room: Room<Record, R>, source: string) => (page: Page<Record>): Step<R> => ({
  apply: room.apply(source, page),
  cursor: page.cursor,
  seen: page.seen ?? page.records.length,
  total: page.total
})

export const source = <Record, R>(options: {
  readonly id: string
  readonly room: Room<Record, R>
  readonly syncType: string
  readonly pull: (request: PullRequest) => Stream.Stream<Page<Record>, SourceFailure | StorageFailure, R>
  readonly pullDays?: (days: Days) => Stream.Stream<Page<Record>, SourceFailure, R>
  readonly importFile: Option.Option<(file: ImportFile) => Stream.Stream<Page<Record>, SourceFailure, R>>
  readonly followers?: ReadonlyArray<Follower<R>>
  readonly reallyGone?: ReallyGone
}): Source<R> => {
  const step = stepOf(options.room, options.id)
  return {
    id: options.id,
    domain: options.room.domain,
    syncType: options.syncType,
    pull: (request) => Stream.map(options.pull(request), step),
    pullDays: Option.map(Option.fromNullable(options.pullDays), (pull) => (days: Days) => Stream.map(pull(days), step)),
    importFile: Option.map(options.importFile, (read) => (file: ImportFile) => Stream.map(read(file), step)),
    followers: options.followers ?? [],
    reallyGone: Option.fromNullable(options.reallyGone),
    remove: (keys) => options.room.remove(options.id, keys),
    count: options.room.count(options.id),
    lists: Option.map(Option.fromNullable(options.room.lists), ({ counts, of }) => ({ of, counts: counts(options.id) })),
    settle: options.room.settle
  }
}

/** Gives a source all that it needs, so that sources of every room stand in one list. */
export const provide = <R>(self: Source<R>, context: Context.Context<R>): Source<never> => {
  const step = provideStep(context)
  return {
    ...self,
    pull: (request) => Stream.provideContext(Stream.map(self.pull(request), step), context),
    pullDays: Option.map(self.pullDays, (pull) => (days: Days) => Stream.provideContext(Stream.map(pull(days), step), context)),
    importFile: Option.map(self.importFile, (read) => (file: ImportFile) => Stream.provideContext(Stream.map(read(file), step), context)),
    followers: self.followers.map(({ drain, id }) => ({ id, drain: Stream.provideContext(drain, context) })),
    remove: (keys) => Effect.provide(self.remove(keys), context),
    count: Effect.provide(self.count, context),
    lists: Option.map(self.lists, ({ counts, of }) => ({ of, counts: Effect.provide(counts, context) })),
    settle: Effect.provide(self.settle, context)
  }
}

/** Gives a step all that it needs. */
export const provideStep = <R>(context: Context.Context<R>) => (step: Step<R>): Step<never> => ({ ...step, apply: Effect.provide(step.apply, context) })

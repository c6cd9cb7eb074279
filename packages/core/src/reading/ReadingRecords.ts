import { Context, type Effect } from "effect"
import type { FeedKey } from "../feed/FeedItem.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Applied } from "../sync/Source.js"
import type { ReadingRecord } from "./records.js"

/** An article as the halls show it. */
export interface ShownArticle {
  readonly id: number
  readonly source: string
  readonly sourceId: number | null
  readonly title: string
  readonly author: string | null
  readonly siteName: string | null
  readonly url: string
  readonly description: string | null
  /** As far as it is searched. */
  readonly content: string | null
  readonly imageUrl: string | null
  readonly savedAt: number
  readonly savedOn: LocalDate
  /** Null while it is not finished, and where it was only put away in bulk. */
  readonly finished: { readonly at: number; readonly on: LocalDate } | null
}

export interface ShownHighlight {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly article: Pick<ShownArticle, "title" | "author" | "url">
}

/** What a change did to what the halls show: to be shown anew, entries of the feed that are no longer true, and what is gone. */
export interface Presence {
  readonly articles: ReadonlyArray<ShownArticle>
  readonly highlights: ReadonlyArray<ShownHighlight>
  readonly retracted: ReadonlyArray<FeedKey>
  readonly vanished: ReadonlyArray<EntityRef>
}

/** Where articles and highlights are written. Both are records that `count` counts; keys of articles are `a:` and their source id, of highlights `h:` and theirs. */
export class ReadingRecords extends Context.Tag("@daybook/core/ReadingRecords")<ReadingRecords, {
  /**
   * Stores what is new or has changed. What the source's interface tells of an article goes before what an export file
   * says. Keys that are gone, and highlights that a whole list lacks, are told as missing.
   */
  readonly put: (source: string, records: ReadonlyArray<ReadingRecord>, gone: ReadonlyArray<string>) => Effect.Effect<Applied & { readonly presence: Presence }, StorageFailure>
  /** With an article go its highlights and its text. */
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Effect.Effect<{ readonly removed: number; readonly presence: Presence }, StorageFailure>
  readonly count: (source: string) => Effect.Effect<number, StorageFailure>
  /** How many articles (`a`) and highlights (`h`) of a source there are. */
  readonly lists: (source: string) => Effect.Effect<ReadonlyMap<string, number>, StorageFailure>
  /** How the halls are to show articles now. */
  readonly shown: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<ShownArticle>, StorageFailure>
}>() {}

export const articleKey = (sourceId: number): string => `a:${sourceId}`
export const highlightKey = (sourceId: number): string => `h:${sourceId}`

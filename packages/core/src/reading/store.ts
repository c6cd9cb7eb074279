import { Context, type Effect, type Option } from "effect"
import type { FeedKey } from "../feed/FeedStore.js"
import type { RowOf } from "../kit/record.js"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { PageOf, Paged } from "../shared/fields.js"
import type { EntityRef } from "../domains.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { PageResult } from "../sync/Source.js"
import type * as Fact from "./facts.js"
import type { ReadingRecord, Status, publishedFields } from "./model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const articleSorts = ["saved_at", "finished_at", "title"] as const
export type ArticleSort = (typeof articleSorts)[number]

/** A query for articles. Null members do not filter. */
export interface ArticlesOf {
  readonly page: PageOf
  /** The range of the time of saving. */
  readonly saved: DateRange
  /** The range of the time of finishing. Any range but `always` selects only finished articles. */
  readonly finished: DateRange
  readonly status: Status | null
  /** The exact name. */
  readonly tag: string | null
  /** Without `www.`. */
  readonly domain: string | null
  readonly starred: boolean | null
  /** Whether to include articles without an available text. */
  readonly withoutBody: boolean
  /** Whether to include articles archived in bulk, which have the same time of saving and finishing. */
  readonly bulkArchived: boolean
  readonly sort: ArticleSort
  readonly order: "asc" | "desc"
}

/** Queries over the articles. Lists have a total order (ties by id), so that pages neither skip nor repeat rows. */
export class ReadingStore extends Context.Tag("@daybook/core/ReadingStore")<
  ReadingStore,
  {
    /** Articles without the sorted value come last in either order. */
    readonly articles: (query: ArticlesOf) => Answer<Paged<Fact.ArticleFact>>
    /** Articles in progress, most recently read first. */
    readonly currentlyReading: (withoutBody: boolean) => Answer<ReadonlyArray<Fact.ArticleFact>>
    readonly article: (id: number) => Answer<Option.Option<Fact.ArticleProfile>>
    /** In no particular order. Unknown ids are absent. */
    readonly articlesById: (ids: ReadonlyArray<number>) => Answer<ReadonlyArray<Fact.ArticleFact>>
    /** Newest first. */
    readonly highlights: (page: PageOf, marked: DateRange) => Answer<Paged<Fact.PlacedHighlight>>
    readonly highlight: (id: number) => Answer<Option.Option<Fact.PlacedHighlight>>
    readonly highlightCount: Answer<number>
    /** The nth highlight, from 0, in a fixed order. */
    readonly highlightAt: (place: number) => Answer<Option.Option<Fact.PlacedHighlight>>
    /** Each total uses its own time: saving, finishing or marking. */
    readonly totals: (range: DateRange) => Answer<Fact.Totals>
    /** Ascending. Days without saved or finished articles are absent. */
    readonly days: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayCount>>
    /** Ascending. Days after `until` are left out. */
    readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<Fact.FinishedDays>>
    /** Most used first, then by name. */
    readonly tags: (saved: DateRange, limit: number | null) => Answer<ReadonlyArray<Fact.NameCount>>
    readonly domains: (saved: DateRange, limit: number) => Answer<ReadonlyArray<Fact.NameCount>>
  }
>() {}

/** An article as the shared services publish it. */
export interface PublishableArticle extends RowOf<typeof publishedFields> {
  readonly title: string
  readonly description: string | null
  /** The part of the text that is searched. */
  readonly content: string | null
  /** Null if it is not finished, or was only archived in bulk. */
  readonly finished: { readonly at: number; readonly on: LocalDate } | null
}

export interface ShownHighlight {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly article: Pick<PublishableArticle, "title" | "author" | "url">
}

/** What a write changed: entities to publish, feed entries to retract and entities to withdraw. */
export interface ReadingChanges {
  readonly articles: ReadonlyArray<PublishableArticle>
  readonly highlights: ReadonlyArray<ShownHighlight>
  readonly retracted: ReadonlyArray<FeedKey>
  readonly deleted: ReadonlyArray<EntityRef>
  /** Records that corrections hide from now on: their pictures stay. */
  readonly concealed?: ReadonlyArray<EntityRef>
}

/** Writes articles and highlights; `count` includes both. Keys are `a:` or `h:` and the id at the source. */
export class ReadingRecords extends Context.Tag("@daybook/core/ReadingRecords")<
  ReadingRecords,
  {
    /**
     * Stores new and changed records. The source's API takes precedence over an export file. Reports as missing the
     * keys in `deleted` and the highlights that a complete list lacks.
     */
    readonly put: (
      source: string,
      records: ReadonlyArray<ReadingRecord>,
      deleted: ReadonlyArray<string>
    ) => Effect.Effect<PageResult & { readonly changes: ReadingChanges }, StorageFailure>
    /** Deletes an article's highlights and text too. */
    readonly remove: (
      source: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<{ readonly removed: number; readonly changes: ReadingChanges }, StorageFailure>
    readonly count: (source: string) => Effect.Effect<number, StorageFailure>
    /** The number of articles (`a`) and highlights (`h`) of a source. */
    readonly lists: (source: string) => Effect.Effect<ReadonlyMap<string, number>, StorageFailure>
    /** The articles in their current published form. */
    readonly publishable: (
      ids: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<PublishableArticle>, StorageFailure>
  }
>() {}

export const articleKey = (sourceId: string): string => `a:${sourceId}`
export const highlightKey = (sourceId: string): string => `h:${sourceId}`

/** The ids at the source in keys of one kind. */
const idsOf = (kind: "a" | "h", keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(2)] : []))

/** The ids in the keys of articles and of highlights. */
export const idsOfKeys = (keys: ReadonlyArray<string>) => ({ articles: idsOf("a", keys), highlights: idsOf("h", keys) })

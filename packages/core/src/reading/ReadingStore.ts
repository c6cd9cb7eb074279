import { Context, type Effect, type Option } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type * as Fact from "./facts.js"
import type { Status } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const articleSorts = ["saved_at", "finished_at", "title"] as const
export type ArticleSort = typeof articleSorts[number]

/** Which articles. What is null does not narrow. */
export interface ArticlesOf {
  readonly page: PageOf
  /** By the time of saving. */
  readonly saved: DateRange
  /** By the time of finishing: other than always, only finished articles. */
  readonly finished: DateRange
  readonly status: Status | null
  /** Exactly as spelled. */
  readonly tag: string | null
  /** Without `www.`. */
  readonly domain: string | null
  readonly starred: boolean | null
  /** Articles whose text could not be had, too. */
  readonly withoutBody: boolean
  /** Articles that were put away in bulk, too: finished at the very time of saving. */
  readonly bulkArchived: boolean
  readonly sort: ArticleSort
  readonly order: "asc" | "desc"
}

/** What can be asked of the articles. Lists are in a total order (ties by id), so that pages neither skip nor repeat. */
export class ReadingStore extends Context.Tag("@daybook/core/ReadingStore")<ReadingStore, {
  /** Articles without a value of what is sorted by come last, either way. */
  readonly articles: (of: ArticlesOf) => Answer<Paged<Fact.ArticleFact>>
  /** Those being read, the one last read in first. */
  readonly currentlyReading: (withoutBody: boolean) => Answer<ReadonlyArray<Fact.ArticleFact>>
  readonly article: (id: number) => Answer<Option.Option<Fact.ArticleProfile>>
  /** In no order; unknown ids are absent. */
  readonly articlesById: (ids: ReadonlyArray<number>) => Answer<ReadonlyArray<Fact.ArticleFact>>
  /** Newest first, by the time of marking. */
  readonly highlights: (page: PageOf, marked: DateRange) => Answer<Paged<Fact.PlacedHighlight>>
  readonly highlight: (id: number) => Answer<Option.Option<Fact.PlacedHighlight>>
  readonly highlightCount: Answer<number>
  /** The nth highlight, from 0, in some fixed order. */
  readonly highlightAt: (place: number) => Answer<Option.Option<Fact.PlacedHighlight>>
  /** Each figure by its own time: saving, finishing, marking. */
  readonly totals: (range: DateRange) => Answer<Fact.Totals>
  /** Ascending; days on which nothing was saved or finished are absent. */
  readonly days: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayCount>>
  /** Ascending. A day after `until` is in none. */
  readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<Fact.FinishedDays>>
  /** Most used first, then by name. */
  readonly tags: (saved: DateRange, limit: number | null) => Answer<ReadonlyArray<Fact.NameCount>>
  readonly domains: (saved: DateRange, limit: number) => Answer<ReadonlyArray<Fact.NameCount>>
}>() {}

import { Context, type Effect, type Option } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type * as Fact from "./facts.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface WatchesOf {
  readonly page: PageOf
  readonly range: DateRange
  /** Films to leave out. */
  readonly exclude: ReadonlyArray<number>
}

export interface MoviesOf {
  readonly page: PageOf
  /** Exactly as spelled, or null for any. */
  readonly genre: string | null
  readonly director: string | null
  /** The decade's first year. */
  readonly decade: number | null
  /** Of release. */
  readonly year: number | null
  readonly sort: "watched_at" | "title" | "year" | "rating"
  readonly order: "asc" | "desc"
  readonly exclude: ReadonlyArray<number>
}

export interface ShowsOf {
  readonly page: PageOf
  readonly sort: "title" | "year"
  readonly order: "asc" | "desc"
}

export interface RatingsOf {
  readonly page: PageOf
  readonly sort: "rating" | "date"
  readonly order: "asc" | "desc"
}

/**
 * What can be asked of the viewings. Films and shows that nobody watched are not there, whoever owns them. A film that
 * was seen at an unknown time is a film without a viewing: in no range, sum or period. A viewing
 * whose time is not known counts on its day in every zone: it lies in a range that holds the home zone's noon of it.
 * Lists are in a total order (ties by id), so that pages neither skip nor repeat.
 */
export class WatchingStore extends Context.Tag("@daybook/core/WatchingStore")<WatchingStore, {
  /** Viewings of films, newest first. */
  readonly watches: (of: WatchesOf) => Answer<Paged<Fact.MovieWatch>>
  /** Films without a value to sort by come last, whatever the order. */
  readonly movies: (of: MoviesOf) => Answer<Paged<Fact.WatchedMovie>>
  readonly movie: (id: number) => Answer<Option.Option<Fact.MovieProfile>>
  readonly totals: (range: DateRange) => Answer<Fact.Totals>
  /** Different watched films of each genre, most first, then by name. A film counts for each of its genres. */
  readonly genres: (range: DateRange) => Answer<ReadonlyArray<Fact.NamedCount>>
  /** Newest decade first; films without a year are in none. */
  readonly decades: (range: DateRange) => Answer<ReadonlyArray<Fact.DecadeCount>>
  /** Most films first, then by name. Two people of one name are two. */
  readonly directors: (range: DateRange, limit: number) => Answer<ReadonlyArray<Fact.NamedCount>>
  /** What most different films of a range have in common: of equally many the first name, and the newest decade. */
  readonly leading: (range: DateRange) => Answer<Fact.Leading>
  /** Viewings of films by the first day of each day, week or month that has any, ascending. */
  readonly periods: (grain: "day" | "week" | "month", range: DateRange) => Answer<ReadonlyArray<Fact.DayCount>>
  readonly shows: (of: ShowsOf) => Answer<Paged<Fact.ShowFact>>
  readonly show: (id: number) => Answer<Option.Option<Fact.ShowProfile>>
  /** Each rated film once, with its newest rated viewing. Films that were seen at an unknown time come last by date. */
  readonly ratings: (of: RatingsOf) => Answer<Paged<Fact.SeenMovie>>
  /** The best rated films of a range, each once with its newest rated viewing in it. */
  readonly topRated: (range: DateRange, limit: number) => Answer<ReadonlyArray<Fact.MovieWatch>>
  /** Newest first, those of an unknown time last. */
  readonly reviews: (page: PageOf) => Answer<Paged<Fact.SeenMovie>>
  /** Reports that were taken for one viewing with another, newest first. */
  readonly merges: (page: PageOf) => Answer<Paged<Fact.MergeFact>>
  /** The viewing of a film that a report belongs to. */
  readonly watchOf: (reportId: number) => Answer<Option.Option<{ readonly movieId: number; readonly watch: Fact.WatchFact }>>
}>() {}

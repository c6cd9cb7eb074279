import { Context, type Effect, type Option } from "effect"
import type { Changes } from "../publishing/index.js"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { PageOf, Paged } from "../shared/fields.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { EnrichmentTask } from "../sync/EnrichmentTasks.js"
import type { FullListing } from "../sync/fullListing.js"
import type { PageResult, Span } from "../sync/Source.js"
import type * as Fact from "./facts.js"
import type { Identifiers, Report, Title, TitleKind, WatchingRecord } from "./model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface WatchQuery {
  readonly page: PageOf
  readonly range: DateRange
  /** Films to exclude. */
  readonly exclude: ReadonlyArray<number>
}

export interface MovieQuery {
  readonly page: PageOf
  /** The exact name, or null for any. */
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

export interface ShowQuery {
  readonly page: PageOf
  readonly sort: "title" | "year"
  readonly order: "asc" | "desc"
}

export interface RatingQuery {
  readonly page: PageOf
  readonly sort: "rating" | "date"
  readonly order: "asc" | "desc"
}

/**
 * Queries over the viewings. Only watched films and shows are listed. A film that was seen at an unknown time has no
 * viewing: it is in no range, sum or period. A viewing with only a day counts on that day in every zone: a range
 * contains it if it contains noon of that day in the home time zone. Lists have a total order (ties by id), so that
 * pages neither skip nor repeat rows.
 */
export class WatchingStore extends Context.Tag("@daybook/core/WatchingStore")<
  WatchingStore,
  {
    /** Viewings of films, newest first. */
    readonly watches: (query: WatchQuery) => Answer<Paged<Fact.MovieWatch>>
    /** Films without a value to sort by come last in either order. */
    readonly movies: (query: MovieQuery) => Answer<Paged<Fact.WatchedMovie>>
    readonly movie: (id: number) => Answer<Option.Option<Fact.MovieProfile>>
    readonly viewing: (id: number) => Answer<Option.Option<Fact.ViewingFact>>
    readonly totals: (range: DateRange) => Answer<Fact.Totals>
    /** Distinct watched films of each genre, most first, then by name. A film counts for each of its genres. */
    readonly genres: (range: DateRange) => Answer<ReadonlyArray<Fact.NamedCount>>
    /** Newest decade first. Films without a year are left out. */
    readonly decades: (range: DateRange) => Answer<ReadonlyArray<Fact.DecadeCount>>
    /** Most films first, then by name. Two people with the same name are counted separately. */
    readonly directors: (range: DateRange, limit: number) => Answer<ReadonlyArray<Fact.NamedCount>>
    /** A range and a part of it. Ties of the most frequent: first name, newest decade. */
    readonly summary: (range: DateRange, part: DateRange) => Answer<Fact.Summary>
    /** Viewings of films per day, week or month, ascending. Periods without any are absent. */
    readonly periods: (grain: "day" | "week" | "month", range: DateRange) => Answer<ReadonlyArray<Fact.DayCount>>
    readonly shows: (query: ShowQuery) => Answer<Paged<Fact.ShowFact>>
    readonly show: (id: number) => Answer<Option.Option<Fact.ShowProfile>>
    /** Each rated film once, with its newest rated viewing. By date, films seen at an unknown time come last. */
    readonly ratings: (query: RatingQuery) => Answer<Paged<Fact.SeenMovie>>
    /** The best rated films of a range, each with its newest rated viewing in it. */
    readonly topRated: (range: DateRange, limit: number) => Answer<ReadonlyArray<Fact.MovieWatch>>
    /** Newest first, those of an unknown time last. */
    readonly reviews: (page: PageOf) => Answer<Paged<Fact.SeenMovie>>
    /** Reports that were merged into another report's viewing, newest first. */
    readonly merges: (page: PageOf) => Answer<Paged<Fact.MergeFact>>
    /** The viewing of a film to which a report belongs. */
    readonly watchOf: (
      reportId: number
    ) => Answer<Option.Option<{ readonly movieId: number; readonly watch: Fact.WatchFact }>>
  }
>() {}

/** A viewing as the feed publishes it. */
export interface PublishableWatch {
  readonly sourceId: string
  readonly watchedAt: number
  readonly date: LocalDate
  readonly source: string
  readonly rating: number | null
  readonly rewatch: boolean
  /** Null for a film. */
  readonly episode: { readonly season: number; readonly number: number; readonly title: string | null } | null
}

/** A film or show with viewings, as the shared services publish it. */
export interface PublishableTitle {
  readonly id: number
  readonly kind: TitleKind
  readonly title: string
  readonly year: number | null
  readonly tmdbId: number | null
  readonly directors: ReadonlyArray<string>
  readonly summary: string | null
  readonly poster: string | null
  /** New and changed viewings. */
  readonly watches: ReadonlyArray<PublishableWatch>
}

/** What the shared services publish and withdraw after a write. Titles without viewings are deleted. */
export type WatchingChanges = Changes<PublishableTitle>

/** A manual change; absent members keep their value. */
export interface WatchEdit {
  /** A null date means that the time is known. */
  readonly watched?: { readonly at: number; readonly date: LocalDate | null }
  readonly rating?: number | null
  readonly rewatch?: boolean
  /** Null deletes the review. */
  readonly review?: string | null
}

/** A film of TMDB by its number, with its details. */
export interface FoundFilm {
  readonly tmdbId: number
  readonly title: Title
}

type Write<A> = Effect.Effect<A, StorageFailure>

/** Writes reports of viewings. The viewings are derived from them in the same transaction. */
export class WatchingRecords extends Context.Tag("@daybook/core/WatchingRecords")<
  WatchingRecords,
  {
    /**
     * Stores a source's records. With a span, also lists the stored reports that were logged in it and that `records`
     * lacks. A full list does so for all records of the kinds that it lists completely. Keys are the ids of reports, or
     * `rating:` and the film's id.
     */
    readonly put: (
      source: string,
      records: ReadonlyArray<WatchingRecord>,
      covers: Span | null,
      list?: FullListing
    ) => Write<{ readonly applied: PageResult; readonly changes: WatchingChanges }>
    readonly remove: (
      source: string,
      keys: ReadonlyArray<string>
    ) => Write<{ readonly removed: number; readonly changes: WatchingChanges }>
    /** How many records of each list are stored from this source. */
    readonly counts: (source: string) => Write<ReadonlyMap<string, number>>
    /** Reports stored from this source. */
    readonly count: (source: string) => Write<number>
    /**
     * Replaces the details of other sources by those of the metadata service. Merges films that turn out to be the
     * same.
     */
    readonly describe: (kind: TitleKind, id: number, title: Title) => Write<WatchingChanges>
    /**
     * Says which film of TMDB a watched film is, as a correction; null: none. Null if there is no such film, or if
     * another one that was watched has the number and contradicts.
     */
    readonly identify: (id: number, film: FoundFilm | null) => Write<WatchingChanges | null>
    /**
     * Adds a viewing of a film by hand; `report` is the new report's id. Its review takes precedence over those of
     * sources. Null if the film has a viewing on that day.
     */
    readonly add: (
      movie: Title,
      report: Report
    ) => Write<{ readonly report: number; readonly changes: WatchingChanges } | null>
    /** Edits a viewing by hand. Later reports do not change what was edited. Null if there is no such viewing. */
    readonly edit: (id: number, change: WatchEdit) => Write<WatchingChanges | null>
    /** Deletes a viewing permanently, even if sources still report it. Null if there is no such viewing. */
    readonly dismiss: (id: number) => Write<WatchingChanges | null>
    /**
     * Gives the episodes that a source names the numbers that TMDB has for them, and stores their reports as viewings.
     * `tmdbId` is the show's number at TMDB. Null if none of them waits for a number.
     */
    readonly numberEpisodes: (episodes: ReadonlyArray<EpisodeNumber>, tmdbId: number) => Write<WatchingChanges | null>
    /** Says what a name without a number is, by a correction. Null if it does not wait for a decision. */
    readonly decideEpisode: (id: number, choice: UnnumberedChoice) => Write<WatchingChanges | null>
    /** Separates a report from the viewing it was merged into, by corrections. Null if it is in none. */
    readonly separate: (id: number) => Write<WatchingChanges | null>
  }
>() {}

/** A film or show to look up at a provider. */
export interface TitleTarget {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly ids: Identifiers
  /** Whether the owner said which one it is: then its ids decide, and not its title. */
  readonly isIdentified: boolean
  /** Attempts that found nothing so far. */
  readonly attempts: number
}

/** The number of a named episode in its season. `id` is that of the named episode. */
export interface EpisodeNumber {
  readonly id: number
  readonly number: number
}

/** What a person says that a name without a number is: an episode, a film, or nothing that counts. */
export type UnnumberedChoice = { readonly season: number; readonly number: number } | "film" | "nothing"

/** The episodes of one season that wait for their numbers. */
export interface UnnumberedSeason {
  readonly key: string
  readonly show: string
  readonly season: number
  readonly episodes: ReadonlyArray<{ readonly id: number; readonly title: string }>
  /** Attempts that found none of them so far. */
  readonly attempts: number
}

/** The enrichment of episodes without a number by TMDB, season by season. */
export const seasonTask: EnrichmentTask = { domain: "watching", task: "tmdb-episodes", kind: "season" }

/** The subject of `seasonTask`. `showKey` is the name of the show as titles match. */
export const seasonKey = (showKey: string, season: number): string => `${season} ${showKey}`

/** The enrichment of films by TMDB. */
export const movieTask: EnrichmentTask = { domain: "watching", task: "tmdb-movies", kind: "movie" }

/** Enrichment of films and shows after a sync. A task names the provider and the data: `tmdb-movies`. */
export class WatchingEnrichmentStore extends Context.Tag("@daybook/core/WatchingEnrichmentStore")<
  WatchingEnrichmentStore,
  {
    /** The titles that are due for a task, last watched first. Only watched titles are ever due. */
    readonly due: (
      task: string,
      kind: TitleKind,
      limit: number
    ) => Effect.Effect<ReadonlyArray<TitleTarget>, StorageFailure>
    readonly dueCount: (task: string, kind: TitleKind) => Effect.Effect<number, StorageFailure>
    /** Stored films with a title, matched as reports are. With a year, only films of about that year. */
    readonly moviesNamed: (
      title: string,
      year: number | null
    ) => Effect.Effect<ReadonlyArray<TitleTarget>, StorageFailure>
    readonly movieOfTmdb: (tmdbId: number) => Effect.Effect<TitleTarget | null, StorageFailure>
    /** Seasons with episodes that wait for their numbers and are due, last watched first. */
    readonly dueSeasons: (limit: number) => Effect.Effect<ReadonlyArray<UnnumberedSeason>, StorageFailure>
    readonly dueSeasonCount: Effect.Effect<number, StorageFailure>
    /** Episodes that wait for their numbers, last watched first. */
    readonly unnumbered: (page: PageOf) => Effect.Effect<Paged<Fact.UnnumberedEpisode>, StorageFailure>
    /** The season of an episode that waits for its number; null within if the source does not say it. */
    readonly seasonOfUnnumbered: (id: number) => Effect.Effect<Option.Option<number | null>, StorageFailure>
    /** Watched films that TMDB was asked for in vain and that are still looked for, last watched first. */
    readonly unmatched: (page: PageOf) => Effect.Effect<Paged<Fact.UnmatchedFilm>, StorageFailure>
  }
>() {}

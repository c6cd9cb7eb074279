import type { Picture } from "../images/Picture.js"
import type { RowOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { TitleKind, movieFields, occurrence, opinion, showFields } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds. */
export interface MovieFact extends RowOf<typeof movieFields> {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly directors: ReadonlyArray<string>
  readonly picture: Picture | null
}

/** One viewing of a film. */
export interface WatchFact extends RowOf<typeof occurrence>, RowOf<typeof opinion> {
  readonly id: number
}

/** A viewing of a film or an episode. */
export interface ViewingFact extends WatchFact {
  readonly title: {
    readonly kind: TitleKind
    readonly id: number
    readonly title: string
    readonly year: number | null
  }
  readonly episode: { readonly season: number; readonly number: number; readonly title: string | null } | null
}

export interface MovieWatch extends WatchFact {
  readonly movie: MovieFact
}

/** A viewing, or a film that was seen at an unknown time (`watchedAt` null). */
export interface SeenMovie extends Omit<MovieWatch, "watchedAt"> {
  readonly watchedAt: number | null
}

export interface WatchedMovie extends MovieFact {
  /** Ignores diary entries without a review that no other source reports. */
  readonly lastWatchedAt: number | null
}

export interface MovieProfile {
  readonly movie: MovieFact
  readonly firstWatchedAt: number | null
  /** As in lists of films. */
  readonly lastWatchedAt: number | null
  /** Newest first. */
  readonly watches: ReadonlyArray<WatchFact>
}

export interface ShowFact extends RowOf<typeof showFields> {
  readonly id: number
  readonly title: string
  readonly year: number | null
  /** Distinct episodes, also of unknown times. */
  readonly episodesWatched: number
  readonly picture: Picture | null
}

/** An episode with its newest viewing. */
export interface EpisodeFact {
  readonly season: number
  readonly episode: number
  readonly title: string | null
  readonly watchedAt: number
}

/** An episode that was watched, nobody knows when. */
export interface UndatedEpisode extends Omit<EpisodeFact, "watchedAt"> {
  readonly source: string
}

export interface ShowProfile {
  readonly show: ShowFact
  readonly firstWatchedAt: number | null
  /** Ordered by season and number. */
  readonly episodes: ReadonlyArray<EpisodeFact>
  /** Episodes that were watched at an unknown time only, in the same order. */
  readonly undated: ReadonlyArray<UndatedEpisode>
}

/** Sums over the viewings of a range. */
export interface Totals {
  /** Distinct films. */
  readonly movies: number
  /** Over all viewings of films whose length is known. */
  readonly minutes: number
  readonly shows: number
  /** Distinct episodes. */
  readonly episodes: number
  /** The days of the first and the last viewing of a film. */
  readonly firstDate: LocalDate | null
  readonly lastDate: LocalDate | null
}

/** Distinct films per genre or director. */
export interface NamedCount {
  readonly name: string
  readonly count: number
}

export interface DecadeCount {
  readonly decade: number
  readonly count: number
}

/** The most frequent genre, director and decade of films. */
export interface Leading {
  readonly genre: string | null
  readonly director: string | null
  readonly decade: number | null
}

/** The totals of a range and of a part of it, and what is most frequent in the range. */
export interface Summary {
  readonly totals: Totals
  readonly part: Totals
  readonly leading: Leading
}

export interface DayCount {
  /** The day, or the first of the period. */
  readonly date: LocalDate
  readonly count: number
}

interface MergeSide extends RowOf<typeof occurrence> {
  readonly id: number
}

/** A watched film that the metadata service has not found. */
export interface UnmatchedFilm {
  readonly id: number
  readonly title: string
  readonly year: number | null
  /** Null if all of its viewings are at an unknown time. */
  readonly lastWatchedAt: number | null
  readonly attempts: number
}

/** An episode that a source names without its number. Its viewings wait for it. */
export interface UnnumberedEpisode {
  readonly id: number
  readonly show: string
  /** Null if the source does not say it. */
  readonly season: number | null
  /** The number in the season, if the source says it without the season. */
  readonly episode: number | null
  readonly title: string
  readonly viewings: number
  readonly lastWatchedAt: number
  /** How often TMDB was asked in vain; 0 if it was not asked yet. */
  readonly attempts: number
}

/** A report that was merged into another report's viewing. */
export interface MergeFact {
  /** The id of the merged report. */
  readonly id: number
  readonly movie: { readonly id: number; readonly title: string; readonly year: number | null }
  readonly kept: MergeSide
  readonly merged: MergeSide
  readonly reason: string
  /** The episode, with its show as `movie`; null for a film. */
  readonly episode: ViewingFact["episode"]
}

import type { Picture } from "../images/Picture.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { WatchSource } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds. */
export interface MovieFact {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly directors: ReadonlyArray<string>
  readonly genres: ReadonlyArray<string>
  readonly durationMin: number | null
  readonly contentRating: string | null
  readonly imdbId: string | null
  readonly tmdbId: number | null
  readonly tmdbRating: number | null
  readonly tagline: string | null
  readonly summary: string | null
  readonly picture: Picture | null
}

/** One viewing of a film. */
export interface WatchFact {
  readonly id: number
  readonly watchedAt: number
  readonly source: WatchSource
  /** 0.5 to 5. */
  readonly rating: number | null
  readonly rewatch: boolean
  readonly review: string | null
  readonly reviewUrl: string | null
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

export interface ShowFact {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly tmdbId: number | null
  readonly tmdbRating: number | null
  readonly contentRating: string | null
  readonly summary: string | null
  readonly totalSeasons: number | null
  readonly totalEpisodes: number | null
  /** Distinct episodes. */
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

export interface ShowProfile {
  readonly show: ShowFact
  readonly firstWatchedAt: number | null
  /** Ordered by season and number. */
  readonly episodes: ReadonlyArray<EpisodeFact>
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

export interface Leading {
  readonly genre: string | null
  readonly director: string | null
  readonly decade: number | null
}

export interface DayCount {
  /** The day, or the first of the period. */
  readonly date: LocalDate
  readonly count: number
}

/** A report that was merged into another report's viewing. */
export interface MergeFact {
  /** The id of the merged report. */
  readonly id: number
  readonly movie: { readonly id: number; readonly title: string; readonly year: number | null }
  readonly kept: { readonly id: number; readonly source: WatchSource; readonly watchedAt: number }
  readonly merged: { readonly id: number; readonly source: WatchSource; readonly watchedAt: number }
  readonly reason: string
}

import type { LocalDate } from "../shared/LocalDate.js"

/** Under which numbers other services know a film or show. Those of a show's episodes are none of these. */
export interface Identifiers {
  /** Address of the film at the diary service: `boxd.it/1ZRQ`. */
  readonly letterboxd: string | null
  /** TMDB's number of the film, or of the series where it is a show. */
  readonly tmdb: number | null
  /** TMDB's number of a series that a film diary keeps as if it were a film. */
  readonly tmdbSeries: number | null
  /** `tt…` */
  readonly imdb: string | null
  readonly tvdb: string | null
  /** The media server's own, such as `plex://movie/5d776…`. */
  readonly plex: string | null
}

export const noIdentifiers: Identifiers = { letterboxd: null, tmdb: null, tmdbSeries: null, imdb: null, tvdb: null, plex: null }

export interface Director {
  readonly name: string
  /** TMDB's number of the person. */
  readonly id: number | null
}

/** What is known of a film or show besides its name; null or empty where the source does not say. */
export interface Details {
  readonly genres: ReadonlyArray<string>
  readonly directors: ReadonlyArray<Director>
  readonly durationMin: number | null
  /** Such as PG-13. */
  readonly contentRating: string | null
  readonly tagline: string | null
  readonly summary: string | null
  /** 0 to 10. */
  readonly tmdbRating: number | null
  /** Address of a picture, without any token. */
  readonly poster: string | null
  readonly seasons: number | null
  readonly episodes: number | null
}

export const noDetails: Details = {
  genres: [],
  directors: [],
  durationMin: null,
  contentRating: null,
  tagline: null,
  summary: null,
  tmdbRating: null,
  poster: null,
  seasons: null,
  episodes: null
}

/**
 * A film or show as a source names it. The same one by any shared identifier, else by name and year. Years differ by one
 * between sources; within the diary service each year is a film of its own.
 */
export interface Title {
  readonly title: string
  readonly year: number | null
  readonly ids: Identifiers
  readonly details: Details
}

export const titleKinds = ["movie", "show"] as const
export type TitleKind = typeof titleKinds[number]

/** What was watched. */
export type Subject =
  | { readonly kind: "movie"; readonly title: Title }
  | { readonly kind: "episode"; readonly title: Title; readonly season: number; readonly episode: number; readonly episodeTitle: string | null }

/**
 * One viewing as one source reports it. Unique in its source by `address` where it has one, else by subject and `key`.
 * A report without `at` says that a film was seen, at a time that nobody knows: it is no viewing.
 */
export interface Report {
  /** The natural key at the source: the second of a play; day and rewatch of a diary entry. */
  readonly key: string
  /** Epoch milliseconds; 12:00 UTC of `date` where only that is known; null where the time is not known at all. */
  readonly at: number | null
  /** The day, where the source knows no time; null where the home zone decides it, or where `at` is null. */
  readonly date: LocalDate | null
  /** 0.5 to 5. */
  readonly rating: number | null
  /** Null where the source does not say. */
  readonly rewatch: boolean | null
  readonly review: string | null
  readonly reviewUrl: string | null
  /** Rating and review that it lacks are not known, as where a file is damaged. */
  readonly isPartial?: boolean
  /** Where the entry is at the source; it stays when the entry changes. */
  readonly address?: string | null
  /** Another name that the source has for it and may change, such as a feed's guid. */
  readonly alias: string | null
  /** When it was written down at the source, epoch milliseconds, where that is told. */
  readonly loggedAt: number | null
}

/** What a source says of one film or episode. */
export interface WatchingRecord {
  readonly subject: Subject
  readonly report: Report | null
  /** The person's rating of the film itself, 0.5 to 5. */
  readonly rating: number | null
  /** How often it was played and when last, where the source counts plays that it does not list. */
  readonly tally: { readonly plays: number; readonly lastAt: number } | null
}

export const sources = ["plex", "letterboxd", "manual"] as const
/** Who reports viewings; `manual` is the person at this service itself. */
export type WatchSource = typeof sources[number]

/** The instant that stands for a day whose time nobody knows. */
export const noonOf = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`)

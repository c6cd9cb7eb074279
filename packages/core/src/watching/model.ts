import type { LocalDate } from "../shared/LocalDate.js"

/** The ids of a film or show at other services. Ids of episodes are not included. */
export interface Identifiers {
  /** Address of the film at the diary service: `boxd.it/1ZRQ`. */
  readonly letterboxd: string | null
  /** TMDB's id of the film, or of the series if it is a show. */
  readonly tmdb: number | null
  /** TMDB's id of a series that a film diary lists as a film. */
  readonly tmdbSeries: number | null
  /** `tt…` */
  readonly imdb: string | null
  readonly tvdb: string | null
  /** The media server's own, such as `plex://movie/5d776…`. */
  readonly plex: string | null
}

export const noIdentifiers: Identifiers = {
  letterboxd: null,
  tmdb: null,
  tmdbSeries: null,
  imdb: null,
  tvdb: null,
  plex: null
}

export interface Director {
  readonly name: string
  /** TMDB's id of the person. */
  readonly id: number | null
}

/** Details of a film or show; null or empty if the source does not report them. */
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
 * A film or show as a source names it. Two titles match by any shared identifier, else by name and year. Years of
 * different sources may differ by one; within the diary service, each year is a different film.
 */
export interface Title {
  readonly title: string
  readonly year: number | null
  readonly ids: Identifiers
  readonly details: Details
}

export const titleKinds = ["movie", "show"] as const
export type TitleKind = (typeof titleKinds)[number]

/** What was watched. */
export type Subject =
  | { readonly kind: "movie"; readonly title: Title }
  | {
      readonly kind: "episode"
      readonly title: Title
      readonly season: number
      readonly episode: number
      readonly episodeTitle: string | null
    }

/**
 * One viewing as one source reports it. Unique in its source by `address` if it has one, else by subject and `key`. A
 * report without `at` says that a film was seen at an unknown time; it is not a viewing.
 */
export interface Report {
  /** The natural key at the source: the second of a play, or the day and rewatch flag of a diary entry. */
  readonly key: string
  /** Epoch milliseconds. 12:00 UTC of `date` if only the day is known; null if the time is unknown. */
  readonly at: number | null
  /** The day, if the source has no time. Null if the home time zone decides the day, or if `at` is null. */
  readonly date: LocalDate | null
  /** 0.5 to 5. */
  readonly rating: number | null
  /** Null if the source does not report it. */
  readonly rewatch: boolean | null
  readonly review: string | null
  readonly reviewUrl: string | null
  /** Whether a missing rating or review is unknown, for example because a file is damaged. */
  readonly isPartial?: boolean
  /** The entry's permanent address at the source. */
  readonly address?: string | null
  /** Another identifier at the source, which may change: a feed's guid. */
  readonly alias: string | null
  /** When it was logged at the source, epoch milliseconds. Null if unknown. */
  readonly loggedAt: number | null
}

/** One source's record of a film or episode. */
export interface WatchingRecord {
  readonly subject: Subject
  readonly report: Report | null
  /** The person's rating of the film itself, 0.5 to 5. */
  readonly rating: number | null
  /** Number of plays and the last one, if the source counts plays that it does not list. */
  readonly tally: { readonly plays: number; readonly lastAt: number } | null
}

export const sources = ["plex", "letterboxd", "manual"] as const
/** The sources of viewings; `manual` is entry by hand. */
export type WatchSource = (typeof sources)[number]

/** The instant that represents a day with an unknown time. */
export const noonOf = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`)

/** The sort key of a title: without diacritics, case and leading article. */
export const sortTitle = (title: string): string => plain(title).replace(/^(the|an|a) (?=.)/, "")

/** The key by which titles match: only letters and digits. A title without any matches only itself. */
export const matchTitle = (title: string): string => {
  const bare = plain(title)
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}

const plain = (title: string): string => title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

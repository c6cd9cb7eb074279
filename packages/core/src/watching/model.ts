import { type RowOf, boolean, date, instant, integer, number, real, text, texts, unknownOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { withoutMarks } from "../shared/names.js"

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
  readonly trakt: number | null
  /** AniList and MyAnimeList list each season as a title of its own: a show may have several ids. */
  readonly anilist: number | null
  readonly mal: number | null
  /** The item's id at the owner's Jellyfin server. */
  readonly jellyfin: string | null
  readonly simkl: number | null
}

export const noIdentifiers: Identifiers = {
  letterboxd: null,
  tmdb: null,
  tmdbSeries: null,
  imdb: null,
  tvdb: null,
  plex: null,
  trakt: null,
  anilist: null,
  mal: null,
  jellyfin: null,
  simkl: null
}

export interface Director {
  readonly name: string
  /** TMDB's id of the person. */
  readonly id: number | null
}

/** Details of a film or show; null or empty if the source does not report them. */
export const details = {
  genres: texts({ sensitivity: "public", description: "Genres", example: ["Comedy"] }),
  durationMin: integer({ nullable: true, sensitivity: "public", description: "Running time in minutes", example: 111 }),
  contentRating: text({
    nullable: true,
    sensitivity: "public",
    description: "Age rating, such as PG-13",
    example: "PG-13"
  }),
  tagline: text({
    nullable: true,
    sensitivity: "public",
    description: "Tagline",
    example: "Every hour has its price."
  }),
  summary: text({
    nullable: true,
    sensitivity: "public",
    description: "Summary in a few sentences",
    example: "In Tanniska a watchmaker finds a map and cannot let it be."
  }),
  tmdbRating: number({
    nullable: true,
    sensitivity: "public",
    description: "Average rating at TMDB, 0 to 10",
    example: 6.8
  }),
  /** Address of a picture, without any token. */
  poster: text({ nullable: true }),
  seasons: integer({
    nullable: true,
    as: "total_seasons",
    sensitivity: "public",
    description: "Number of seasons at TMDB",
    example: 4
  }),
  episodes: integer({
    nullable: true,
    as: "total_episodes",
    sensitivity: "public",
    description: "Number of episodes at TMDB",
    example: 40
  })
}

export interface Details extends RowOf<typeof details> {
  readonly directors: ReadonlyArray<Director>
}

export const noDetails: Details = { ...unknownOf(details), genres: [], directors: [] }

const { contentRating, durationMin, episodes, genres, seasons, summary, tagline, tmdbRating } = details
const tmdbId = integer({ nullable: true, sensitivity: "public", description: "Id at TMDB", example: 100066 })
const imdbId = text({ nullable: true, sensitivity: "public", description: "Id at IMDb", example: "tt2000374" })

/** What answers show of a film, in their order. */
export const movieFields = { genres, durationMin, contentRating, imdbId, tmdbId, tmdbRating, tagline, summary }
/** What answers show of a show, in their order. */
export const showFields = { tmdbId, tmdbRating, contentRating, summary, seasons, episodes }

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
   * An episode without its season or its number, or a title that may be a film. Its report is a viewing once TMDB or
   * the person says what it is.
   */
  | {
      readonly kind: "unnumbered"
      readonly title: Title
      readonly season: number | null
      readonly episode: number | null
      readonly episodeTitle: string
    }
  /** A show as a whole, for ratings and for services that count its episodes without naming them. */
  | { readonly kind: "show"; readonly title: Title }

/** What has a place in the stored films and shows. */
export type NumberedSubject = Exclude<Subject, { readonly kind: "unnumbered" }>

/** When a viewing took place, and which source reports it. */
export const occurrence = {
  watchedAt: instant({ sensitivity: "public", example: "2026-03-14T12:00:00.000Z" }),
  source: text({ sensitivity: "public", description: "Source that reported the record", example: "trakt" })
}

/** What the person says about a viewing. */
export const opinion = {
  /** 0.5 to 5. */
  rating: real({
    nullable: true,
    as: "user_rating",
    sensitivity: "public",
    description: "The person's own rating, 0.5 to 5",
    example: 4.5
  }),
  rewatch: boolean({ sensitivity: "public", description: "Whether the film had been watched before", example: false }),
  review: text({
    nullable: true,
    sensitive: true,
    description: "The person's own review",
    example: "Better than I remembered."
  }),
  reviewUrl: text({
    nullable: true,
    sensitivity: "private",
    description: "Address of the review at Letterboxd",
    example: "https://letterboxd.com/ada/film/violet-chalk/"
  })
}

/** What a source says about a viewing. */
export const reported = {
  /** The natural key at the source: the second of a play, or the day and rewatch flag of a diary entry. */
  key: text(),
  /** Epoch milliseconds. 12:00 UTC of `date` if only the day is known; null if the time is unknown. */
  at: instant({ nullable: true }),
  /** The day, if the source has no time. Null if the home time zone decides the day, or if `at` is null. */
  date: date({ nullable: true }),
  ...opinion,
  /** Null if the source does not report it. */
  rewatch: boolean({ nullable: true }),
  /** Another identifier at the source, which may change: a feed's guid. */
  alias: text({ nullable: true }),
  /** When it was logged at the source, epoch milliseconds. Null if unknown. */
  loggedAt: instant({ nullable: true })
}

/**
 * One viewing as one source reports it. Unique in its source by `address` if it has one, else by subject and `key`. A
 * report without `at` says that something was seen at an unknown time; it is not a viewing.
 */
export interface Report extends RowOf<typeof reported> {
  /** Whether a missing rating or review is unknown, for example because a file is damaged. */
  readonly isPartial?: boolean
  /** The entry's permanent address at the source. */
  readonly address?: string | null
  /** When the viewing ended, epoch milliseconds. Only if `at` is its start. */
  readonly endedAt?: number | null
  /** Somebody marked it as watched: `at` is when that was, or a time that somebody chose. */
  readonly isMarked?: boolean
  /** Many titles were marked at once: only the day of `at` says something. */
  readonly isDayOnly?: boolean
  /** Without `at`: how often a film or an episode was watched, or how many episodes of a show. Null if unknown. */
  readonly plays?: number | null
}

/** One source's record of a film or episode. */
export interface WatchingRecord {
  readonly subject: Subject
  readonly report: Report | null
  /** The person's rating of the film or show itself, 0.5 to 5. Null for an episode. */
  readonly rating: number | null
  /** Number of plays and the last one, if the source counts plays that it does not list. */
  readonly tally: { readonly plays: number; readonly lastAt: number } | null
}

/** The instant that represents a day with an unknown time. */
export const noonOf = (date: LocalDate): number => Date.parse(`${date}T12:00:00Z`)

/** The sort key of a title: without diacritics, case and leading article. */
export const sortTitle = (title: string): string => withoutMarks(title).replace(/^(the|an|a) (?=.)/, "")

/** The key by which titles match: only letters and digits. A title without any matches only itself. */
export const matchTitle = (title: string): string => {
  const bare = withoutMarks(title)
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}

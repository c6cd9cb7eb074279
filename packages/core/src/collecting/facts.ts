import type { Picture } from "../images/Picture.js"
import type { RowOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Care, ReleaseDetail, releaseFields, releaseNames } from "./model.js"
import type { discFields, filmFields, filmTexts } from "./discs.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds, prices are in cents. */
export interface ReleaseFact extends RowOf<typeof releaseNames> {
  readonly genres: ReadonlyArray<string>
  readonly picture: Picture | null
}

/** A copy that the owner has. */
export interface CopyFact extends ReleaseFact, RowOf<typeof releaseFields>, Pick<Care, "addedAt" | "rating"> {
  readonly id: number
}

/** `notes` are the owner's notes on this copy. */
export interface CopyProfile extends CopyFact, Care, Omit<ReleaseDetail, "notes"> {
  /** The provider's notes on the pressing. */
  readonly releaseNotes: string | null
}

export interface WantFact extends ReleaseFact, Pick<Care, "addedAt" | "rating" | "notes"> {
  readonly id: number
  /** The carrier and its descriptions, the carrier first. */
  readonly formats: ReadonlyArray<string>
}

export interface NamedCount {
  readonly name: string
  readonly count: number
}

export interface ArtistCount {
  readonly name: string
  readonly artistId: number | null
  /** Distinct releases. */
  readonly releases: number
  /** The picture of the artist with that name in the listening domain. */
  readonly picture: Picture | null
}

/** Sums over the copies added in a range. */
export interface CopyTotals {
  readonly copies: number
  readonly wants: number
  readonly artists: number
  /** The artist with the most copies. */
  readonly topArtist: NamedCount | null
  readonly topGenre: string | null
  readonly oldestYear: number | null
  readonly newestYear: number | null
}

export interface DayCount {
  readonly date: LocalDate
  readonly count: number
}

/**
 * How a copy matches the listening domain: album with the same name, album with a name one or two letters off, only the
 * artist, or not at all.
 */
export type MatchType = "exact" | "fuzzy" | "artist_only" | "none"

export interface PlayedCopy extends CopyPlays {
  readonly copy: CopyFact
}

/** What the listening domain says of a copy. */
export interface CopyPlays {
  /** Ids in the listening domain. */
  readonly albumId: number | null
  readonly artistId: number | null
  readonly album: string | null
  readonly artist: string | null
  /** Plays of the album, or of the artist if only that matches. */
  readonly plays: number
  readonly lastPlayedAt: number | null
  readonly match: MatchType
  /** 1 exact; 0.9 and 0.7 one and two letters off; 0.5 artist only; 0 none. */
  readonly confidence: number
}

/** A release whose album in the listening domain has a similar name, and no person decided. */
export interface UnsureRecord {
  readonly releaseId: number
  readonly title: string
  readonly artists: string
  readonly year: number | null
  readonly albumId: number
  readonly album: string
  readonly artist: string
  readonly plays: number
  readonly confidence: number
}

/** A film on disc and a watched one with the same title and another year, and no person decided. */
export interface UnsureFilm {
  readonly discId: number
  readonly title: string
  readonly year: number | null
  readonly movieId: number
  readonly movieTitle: string
  readonly movieYear: number | null
  readonly watches: number
}

/** A count and its total, independent of the filter of a list. */
export interface Share {
  readonly all: number
  readonly part: number
}

export interface DiscFact extends RowOf<typeof filmFields>, RowOf<typeof discFields> {
  readonly id: number
  readonly picture: Picture | null
}

export interface ViewingFact {
  readonly watchedAt: number
  readonly source: string
  readonly rating: number | null
}

export interface DiscProfile extends DiscFact, RowOf<typeof filmTexts> {
  /** Newest first. */
  readonly viewings: ReadonlyArray<ViewingFact>
  /** Id of the film in the watching domain. */
  readonly movieId: number | null
}

export interface DiscTotals {
  readonly discs: number
  readonly byFormat: ReadonlyArray<NamedCount>
  readonly byResolution: ReadonlyArray<NamedCount>
  readonly byHdr: ReadonlyArray<NamedCount>
  /** Distinct films. */
  readonly byGenre: ReadonlyArray<NamedCount>
  /** Distinct films; `1990s`. */
  readonly byDecade: ReadonlyArray<NamedCount>
}

export interface WatchedDisc extends DiscFact {
  readonly watches: number
  readonly lastWatchedAt: number | null
}

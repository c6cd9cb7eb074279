import type { Picture } from "../images/Picture.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Hdr, Label, MediaType, Resolution, Track } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds, prices are in cents. */
export interface ReleaseFact {
  /** Discogs' id. */
  readonly releaseId: number
  readonly title: string
  /** As printed on the release. */
  readonly artists: ReadonlyArray<string>
  readonly year: number | null
  readonly genres: ReadonlyArray<string>
  readonly picture: Picture | null
}

/** A copy that the owner has. */
export interface CopyFact extends ReleaseFact {
  readonly id: number
  readonly format: string | null
  readonly formatDetail: ReadonlyArray<string>
  readonly labels: ReadonlyArray<Label>
  readonly styles: ReadonlyArray<string>
  readonly addedAt: number | null
  readonly rating: number
}

export interface CopyProfile extends CopyFact {
  readonly tracklist: ReadonlyArray<Track>
  readonly country: string | null
  readonly have: number | null
  readonly want: number | null
  readonly lowestPrice: number | null
  readonly forSale: number | null
  /** The owner's notes on this copy. */
  readonly notes: string | null
  /** The provider's notes on the pressing. */
  readonly releaseNotes: string | null
  readonly mediaCondition: string | null
  readonly sleeveCondition: string | null
}

export interface WantFact extends ReleaseFact {
  readonly id: number
  /** The carrier and its descriptions, the carrier first. */
  readonly formats: ReadonlyArray<string>
  readonly notes: string | null
  readonly rating: number
  readonly addedAt: number | null
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

export interface PlayedCopy {
  readonly copy: CopyFact
  readonly album: string | null
  readonly artist: string | null
  /** Plays of the album, or of the artist if only that matches. */
  readonly plays: number
  readonly lastPlayedAt: number | null
  readonly match: MatchType
  /** 1 exact; 0.9 and 0.7 one and two letters off; 0.5 artist only; 0 none. */
  readonly confidence: number
}

/** A count and its total, independent of the filter of a list. */
export interface Share {
  readonly all: number
  readonly part: number
}

export interface DiscFact {
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly tmdbId: number | null
  readonly imdbId: string | null
  readonly runtime: number | null
  readonly tmdbRating: number | null
  readonly mediaType: MediaType
  readonly resolution: Resolution | null
  readonly hdr: Hdr | null
  readonly audio: string | null
  readonly audioChannels: string | null
  readonly collectedAt: number
  readonly picture: Picture | null
}

export interface ViewingFact {
  readonly watchedAt: number
  readonly source: string
  readonly rating: number | null
}

export interface DiscProfile extends DiscFact {
  readonly tagline: string | null
  readonly summary: string | null
  readonly contentRating: string | null
  /** Newest first. */
  readonly viewings: ReadonlyArray<ViewingFact>
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

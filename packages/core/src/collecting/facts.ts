import type { Picture } from "../images/Picture.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Hdr, Label, MediaType, Resolution, Track } from "./records.js"

/** Facts are what the store answers. Times are epoch milliseconds, money is in cents. */
export interface ReleaseFact {
  /** Discogs' number. */
  readonly releaseId: number
  readonly title: string
  /** As printed on the release. */
  readonly artists: ReadonlyArray<string>
  readonly year: number | null
  readonly genres: ReadonlyArray<string>
  readonly picture: Picture | null
}

/** A copy that the person owns. */
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
  /** What the person wrote on this copy. */
  readonly notes: string | null
  /** What the provider says of the pressing. */
  readonly releaseNotes: string | null
  readonly mediaCondition: string | null
  readonly sleeveCondition: string | null
}

export interface WantFact extends ReleaseFact {
  readonly id: number
  /** All there is to say of the carrier, the carrier itself first. */
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
  /** Different releases. */
  readonly releases: number
  /** Of the artist of that name in the listening room. */
  readonly picture: Picture | null
}

/** Sums over the copies added in a range. */
export interface CopyTotals {
  readonly copies: number
  readonly wants: number
  readonly artists: number
  /** By copies. */
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
 * How a copy is found in the listening room: its album by name, by a name one or two letters off, only its artist, or
 * not at all.
 */
export type MatchType = "exact" | "fuzzy" | "artist_only" | "none"

export interface HeardCopy {
  readonly copy: CopyFact
  readonly album: string | null
  readonly artist: string | null
  /** Of the album, or of the artist where only that matches. */
  readonly plays: number
  readonly lastPlayedAt: number | null
  readonly match: MatchType
  /** 1 exact, 0.9 and 0.7 one and two letters off, 0.5 artist only, 0 none. */
  readonly confidence: number
}

/** How much of a whole, whatever part of it a list shows. */
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
  /** Different films. */
  readonly byGenre: ReadonlyArray<NamedCount>
  /** Different films; `1990s`. */
  readonly byDecade: ReadonlyArray<NamedCount>
}

export interface WatchedDisc extends DiscFact {
  readonly watches: number
  readonly lastWatchedAt: number | null
}

import type { Picture } from "../images/Picture.js"
import type { RowOf } from "../kit/record.js"
import type { DaySpan, LocalDate } from "../shared/LocalDate.js"
import type {
  albumFields,
  artistFields,
  artistNameFields,
  biographyFields,
  playCountFields,
  totalFields,
  trackFields
} from "./model.js"

/** Facts are the rows that the store returns, aggregated as far as SQL does it well. Times are epoch milliseconds. */

export type ArtistName = RowOf<typeof artistNameFields>
export type TrackFact = RowOf<typeof trackFields>

export interface ArtistFact extends RowOf<typeof artistFields> {
  readonly picture: Picture | null
}

export interface AlbumFact extends RowOf<typeof albumFields> {
  readonly picture: Picture | null
}

export interface PlayFact {
  readonly playedAt: number
  readonly track: TrackFact
  readonly artist: ArtistName
  readonly album: AlbumFact | null
}

/** The library's matches for the names of a play, which need not be stored itself. */
export interface PlayMatch {
  readonly artist: ArtistName | null
  readonly track: TrackFact | null
  readonly album: AlbumFact | null
}

export interface NewestAlbum {
  readonly artist: ArtistName
  readonly album: AlbumFact
  readonly lastPlayedAt: number
}

/**
 * An artist, album or track with its plays in a range. Albums and tracks include their artist, tracks also their most
 * played album.
 */
export interface CountedArtist {
  readonly artist: ArtistFact
  readonly plays: number
}
export interface CountedAlbum {
  readonly artist: ArtistName
  readonly album: AlbumFact
  readonly plays: number
}
export interface CountedTrack {
  readonly artist: ArtistName
  readonly track: TrackFact
  readonly album: AlbumFact | null
  readonly plays: number
}

/** A track with all its plays. */
export interface TrackProfile extends CountedTrack {
  readonly firstPlayedAt: number
  readonly lastPlayedAt: number
}

export interface TopOfEach {
  readonly artists: ReadonlyArray<CountedArtist>
  readonly albums: ReadonlyArray<CountedAlbum>
  readonly tracks: ReadonlyArray<CountedTrack>
}

export type Totals = RowOf<typeof totalFields>

/** Totals of a period that begins on `start`. */
export interface PeriodTotals extends Totals {
  readonly start: LocalDate
}

export interface DayCount {
  readonly date: LocalDate
  readonly plays: number
}

/** Consecutive days that all have plays. */
export interface PlayedDays extends DaySpan {
  readonly plays: number
}

export interface ArtistProfile extends RowOf<typeof playCountFields>, RowOf<typeof biographyFields> {
  readonly artist: ArtistFact
  /** The provider's own count, if it reports one. */
  readonly providerPlays: number | null
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>
  /** Most played first. Only albums with enough played tracks. */
  readonly topAlbums: ReadonlyArray<CountedAlbum>
  readonly topTracks: ReadonlyArray<CountedTrack>
  /** Only artists in the library, most similar first. */
  readonly similar: ReadonlyArray<SimilarArtist>
}

export interface SimilarArtist {
  readonly artist: ArtistFact
  readonly plays: number
  /** 0 to 1. */
  readonly similarity: number
}

/** A concert of an artist, in the attending domain. */
export interface ConcertFact {
  readonly eventId: number
  readonly date: LocalDate
  readonly title: string
  readonly venue: string | null
  readonly city: string | null
  readonly attended: boolean
}

export interface AlbumProfile {
  readonly album: AlbumFact
  readonly artist: ArtistName
  readonly plays: number
  readonly firstPlayedAt: number | null
  readonly tracks: ReadonlyArray<{ readonly track: TrackFact; readonly plays: number }>
}

export interface GenreCount {
  /** First day of the week, month or year. */
  readonly start: LocalDate
  readonly genre: string
  readonly plays: number
}

/** Plays by bucket, by id. */
export type SeriesById = ReadonlyMap<number, ReadonlyMap<LocalDate, number>>

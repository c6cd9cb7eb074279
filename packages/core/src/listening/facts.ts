import type { Picture } from "../images/Picture.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { DaySpan } from "../shared/streaks.js"

/** Facts are what the store answers: rows at the grain that SQL is good at. Times are epoch milliseconds. */
export interface ArtistName {
  readonly id: number
  readonly name: string
  readonly appleMusicUrl: string | null
}

export interface ArtistFact extends ArtistName {
  readonly mbid: string | null
  readonly url: string | null
  readonly genre: string | null
  readonly picture: Picture | null
}

export interface AlbumFact {
  readonly id: number
  readonly name: string
  readonly mbid: string | null
  readonly url: string | null
  readonly appleMusicUrl: string | null
  readonly releasedYear: number | null
  readonly totalTracks: number | null
  readonly picture: Picture | null
}

export interface TrackFact {
  readonly id: number
  readonly name: string
  readonly url: string | null
  readonly appleMusicUrl: string | null
  readonly previewUrl: string | null
}

export interface PlayFact {
  readonly playedAt: number
  readonly track: TrackFact
  readonly artist: ArtistName
  readonly album: AlbumFact | null
}

/** What is known of a play that may not be stored, each of its names by itself. */
export interface Recognised {
  readonly artist: ArtistName | null
  readonly track: TrackFact | null
  readonly album: AlbumFact | null
}

export interface NewestAlbum {
  readonly artist: ArtistName
  readonly album: AlbumFact
  readonly lastPlayedAt: number
}

/** An artist, album or track with its plays in some range. Albums and tracks have their artist; a track its most played album. */
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

export interface TopOfEach {
  readonly artists: ReadonlyArray<CountedArtist>
  readonly albums: ReadonlyArray<CountedAlbum>
  readonly tracks: ReadonlyArray<CountedTrack>
}

export interface Totals {
  readonly plays: number
  readonly artists: number
  readonly albums: number
  readonly tracks: number
}

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

export interface ArtistProfile {
  readonly artist: ArtistFact
  /** Plays as the provider counts them, where it says. */
  readonly providerPlays: number | null
  readonly plays: number
  readonly firstPlayedAt: number | null
  readonly lastPlayedAt: number | null
  /** Place among all artists by plays, ties in a fixed order. */
  readonly rank: number | null
  readonly tracks: number
  readonly albums: number
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>
  readonly bioSummary: string | null
  readonly bioContent: string | null
  readonly bioSyncedAt: number | null
  /** Most played first, those alone of which enough tracks were heard. */
  readonly topAlbums: ReadonlyArray<CountedAlbum>
  readonly topTracks: ReadonlyArray<CountedTrack>
  /** Those that are in the library too, most similar first. */
  readonly similar: ReadonlyArray<SimilarArtist>
}

export interface SimilarArtist {
  readonly artist: ArtistFact
  readonly plays: number
  /** 0 to 1. */
  readonly similarity: number
}

/** A concert of an artist, in the attending room. */
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

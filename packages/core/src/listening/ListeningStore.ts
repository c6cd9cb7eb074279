import { Context, type Effect, type Option } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type { Series } from "../shared/Sparkline.js"
import type * as Fact from "./facts.js"
import type { Kind } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** The span of a top list, of uniques, of totals. */
export interface Within {
  readonly range: DateRange
}

export interface TopOf extends Within {
  readonly page: PageOf
}

export interface PlaysOf extends Within {
  readonly page: PageOf
  /** Case-insensitive part of the artist's name, or null for any. */
  readonly artist: string | null
  readonly album: string | null
}

export interface ArtistsOf {
  readonly page: PageOf
  readonly sort: "playcount" | "name"
  readonly order: "asc" | "desc"
  readonly search: string | null
}

export interface AlbumsOf {
  readonly page: PageOf
  /** `recent` is the order in which albums became known. */
  readonly sort: "playcount" | "name" | "recent"
  readonly order: "asc" | "desc"
  readonly search: string | null
  /** Case-insensitive part of the artist's name, or null for any. */
  readonly artist: string | null
}

/** How much of an artist's best is asked for. Albums need so many tracks that were heard. */
export interface BestOf {
  readonly albums: number
  readonly tracksOfAlbum: number
  readonly tracks: number
  readonly similar: number
}

/**
 * What can be asked of the plays. Only visible plays count: not those that a filter hides, and of one play that two
 * services report only the one. Lists are in a total order (ties by id), so that pages neither skip nor repeat.
 */
export class ListeningStore extends Context.Tag("@daybook/core/ListeningStore")<ListeningStore, {
  /** Newest first. */
  readonly plays: (of: PlaysOf) => Answer<Paged<Fact.PlayFact>>
  /** A page of the albums of the newest `window` plays of a range, each once, by its newest play; plays without an album count for none. */
  readonly newestAlbums: (range: DateRange, page: PageOf, window: number) => Answer<ReadonlyArray<Fact.NewestAlbum>>
  /** When the owner's account was opened, of several the first, where a provider says so. */
  readonly registeredAt: Answer<Option.Option<number>>
  /** Most plays first, then by name. */
  readonly topArtists: (of: TopOf) => Answer<Paged<Fact.CountedArtist>>
  readonly topAlbums: (of: TopOf) => Answer<Paged<Fact.CountedAlbum>>
  /** One page of each of the three lists. */
  readonly topOfEach: (of: TopOf) => Answer<Fact.TopOfEach>
  readonly topTracks: (of: TopOf & { readonly artistId: number | null }) => Answer<Paged<Fact.CountedTrack>>
  /** Plays of each id in the range by the first day of each bucket; buckets without plays are absent. */
  readonly series: (kind: Kind, ids: ReadonlyArray<number>, series: Series, range: DateRange) => Answer<ReadonlyMap<number, ReadonlyMap<LocalDate, number>>>
  readonly totals: (range: DateRange) => Answer<Fact.Totals>
  readonly firstPlay: Answer<Option.Option<number>>
  /** Ascending; days without plays are absent. */
  readonly playsPerDay: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayCount>>
  /** Ascending. A day after `until` is in none. */
  readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<Fact.PlayedDays>>
  /** Months that have plays, ascending. A range cuts its first and last month. */
  readonly months: (range: DateRange) => Answer<ReadonlyArray<Fact.PeriodTotals>>
  /** Years that have plays, descending, each with its most played artist. */
  readonly years: Answer<ReadonlyArray<Fact.PeriodTotals & { readonly topArtist: { readonly id: number; readonly name: string } | null }>>
  /** Plays by genre in each week, month or year of the range, ascending by period, most played first. */
  readonly genres: (groupBy: "week" | "month" | "year", range: DateRange) => Answer<ReadonlyArray<Fact.GenreCount>>
  readonly artists: (of: ArtistsOf) => Answer<Paged<Fact.CountedArtist>>
  readonly albums: (of: AlbumsOf) => Answer<Paged<Fact.CountedAlbum>>
  readonly artist: (id: number, best: BestOf) => Answer<Option.Option<Fact.ArtistProfile>>
  /** Whether an artist has plays. */
  readonly isHeard: (artistId: number) => Answer<boolean>
  readonly album: (id: number) => Answer<Option.Option<Fact.AlbumProfile>>
  /** The artist of exactly this name (case aside), else the most played one whose name holds the text. */
  readonly artistNamed: (text: string) => Answer<Option.Option<Fact.ArtistFact>>
  /** Concerts of an artist, newest first: those of the performer of the same MusicBrainz id, else of the same name. */
  readonly concertsOf: (artistId: number) => Answer<ReadonlyArray<Fact.ConcertFact>>
  /** What the library knows of a track and its album by their names, exactly as spelled, and of its artist, case aside; and whether a filter hides any of them, known or not. */
  readonly recognise: (artist: string, track: string, album: string | null) => Answer<{ readonly hidden: boolean; readonly known: Fact.Recognised | null }>
}>() {}

import { Context, type Effect, type Option } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { PageOf, Paged, Series } from "../shared/fields.js"
import type { EntityRef } from "../domains.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { PageResult, Span } from "../sync/Source.js"
import type * as Fact from "./facts.js"
import type { Kind, Play } from "./model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface TopQuery {
  readonly range: DateRange
  readonly page: PageOf
}

export interface PlayQuery {
  readonly range: DateRange
  readonly page: PageOf
  /** Case-insensitive part of the artist's name, or null for any. */
  readonly artist: string | null
  readonly album: string | null
}

export interface ArtistQuery {
  readonly page: PageOf
  readonly sort: "playcount" | "name"
  readonly order: "asc" | "desc"
  readonly search: string | null
}

export interface AlbumQuery {
  readonly page: PageOf
  /** `recent`: by the time an album was first stored. */
  readonly sort: "playcount" | "name" | "recent"
  readonly order: "asc" | "desc"
  readonly search: string | null
  /** Case-insensitive part of the artist's name, or null for any. */
  readonly artist: string | null
}

/** How many items an artist's detail lists. Only albums with at least `tracksOfAlbum` played tracks count. */
export interface ArtistDetailLimits {
  readonly albums: number
  readonly tracksOfAlbum: number
  readonly tracks: number
  readonly similar: number
}

/**
 * Queries over the plays. Only visible plays count: a filter hides none of them, and a play that two services report
 * counts once. Lists have a total order (ties by id), so that pages neither skip nor repeat rows.
 */
export class ListeningStore extends Context.Tag("@daybook/core/ListeningStore")<
  ListeningStore,
  {
    /** Newest first. */
    readonly plays: (query: PlayQuery) => Answer<Paged<Fact.PlayFact>>
    /**
     * A page of the albums of the newest `window` plays of a range, each once, ordered by its newest play. Plays
     * without an album are ignored.
     */
    readonly newestAlbums: (range: DateRange, page: PageOf, window: number) => Answer<ReadonlyArray<Fact.NewestAlbum>>
    /** Most plays first, then by name. */
    readonly topArtists: (query: TopQuery) => Answer<Paged<Fact.CountedArtist>>
    readonly topAlbums: (query: TopQuery) => Answer<Paged<Fact.CountedAlbum>>
    /** One page of each of the three lists. */
    readonly topOfEach: (query: TopQuery) => Answer<Fact.TopOfEach>
    readonly topTracks: (query: TopQuery & { readonly artistId: number | null }) => Answer<Paged<Fact.CountedTrack>>
    /** Plays of each id in the range, by the buckets of the series. Buckets without plays are absent. */
    readonly series: (
      kind: Kind,
      ids: ReadonlyArray<number>,
      series: Series,
      range: DateRange
    ) => Answer<Fact.SeriesById>
    /** The same for ids of each kind. */
    readonly seriesOfEach: (
      ids: Readonly<Record<"artists" | "albums" | "tracks", ReadonlyArray<number>>>,
      series: Series,
      range: DateRange
    ) => Answer<Readonly<Record<"artists" | "albums" | "tracks", Fact.SeriesById>>>
    readonly totals: (range: DateRange) => Answer<Fact.Totals>
    /** When the first play was, and when the owner's first account was opened, if a provider reports it. */
    readonly beginning: Answer<Readonly<Record<"firstPlay" | "registeredAt", Option.Option<number>>>>
    /** Ascending. Days without plays are absent. */
    readonly playsPerDay: (from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<Fact.DayCount>>
    /** Ascending. Days after `until` are left out. */
    readonly daySpans: (until: LocalDate) => Answer<ReadonlyArray<Fact.PlayedDays>>
    /** Months that have plays, ascending. Only plays within the range count in its first and last month. */
    readonly months: (range: DateRange) => Answer<ReadonlyArray<Fact.PeriodTotals>>
    /** Years that have plays, descending, each with its most played artist. */
    readonly years: Answer<
      ReadonlyArray<Fact.PeriodTotals & { readonly topArtist: { readonly id: number; readonly name: string } | null }>
    >
    /** Plays by genre in each week, month or year of the range, ascending by period, most played first. */
    readonly genres: (groupBy: "week" | "month" | "year", range: DateRange) => Answer<ReadonlyArray<Fact.GenreCount>>
    readonly artists: (query: ArtistQuery) => Answer<Paged<Fact.CountedArtist>>
    readonly albums: (query: AlbumQuery) => Answer<Paged<Fact.CountedAlbum>>
    readonly artist: (id: number, limits: ArtistDetailLimits) => Answer<Option.Option<Fact.ArtistProfile>>
    /** Whether an artist has plays. */
    readonly hasPlays: (artistId: number) => Answer<boolean>
    readonly album: (id: number) => Answer<Option.Option<Fact.AlbumProfile>>
    /** None without visible plays. The album is that of its newest play that has one. */
    readonly track: (id: number) => Answer<Option.Option<Fact.TrackProfile>>
    /** The artist with exactly this name (ignoring case), else the most played one whose name contains the text. */
    readonly artistNamed: (text: string) => Answer<Option.Option<Fact.ArtistFact>>
    /** Concerts of the performer with the artist's MusicBrainz id, else with the same name. Newest first. */
    readonly concertsOf: (artistId: number) => Answer<ReadonlyArray<Fact.ConcertFact>>
    /**
     * Matches a track, its album and its artist by their names, ignoring case. `hidden` says whether a filter
     * hides any of them, whether or not they are in the library.
     */
    readonly matchPlay: (
      artist: string,
      track: string,
      album: string | null
    ) => Answer<{ readonly hidden: boolean; readonly match: Fact.PlayMatch | null }>
  }
>() {}

/** Writes plays. The counts that queries read are updated in the same transaction. */
export class ListeningRecords extends Context.Tag("@daybook/core/ListeningRecords")<
  ListeningRecords,
  {
    /**
     * Stores new plays. With a span, also reports the stored plays of this source in it that `plays` lacks. Keys are
     * the ids of stored plays.
     */
    readonly put: (
      source: string,
      plays: ReadonlyArray<Play>,
      covers: Span | null
    ) => Effect.Effect<PageResult & { readonly changes: ListeningChanges }, StorageFailure>
    readonly remove: (
      source: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<{ readonly removed: number; readonly changes: ListeningChanges }, StorageFailure>
    /** Updates the counts that large pages defer to the end of a run. Queries are correct before that, but slower. */
    readonly completeCounts: Effect.Effect<void, StorageFailure>
    /** Plays stored from this source, including hidden ones. */
    readonly count: (source: string) => Effect.Effect<number, StorageFailure>
    /** The plays before an instant, counted by UTC month, oldest first. */
    readonly months: (source: string, before: number) => Effect.Effect<ReadonlyArray<MonthlyPlays>, StorageFailure>
  }
>() {}

/** Stored plays of one month. Months without plays are left out. */
export interface MonthlyPlays {
  /** The month's first instant, epoch milliseconds. */
  readonly from: number
  readonly plays: number
}

/** An artist, album or track that got its first visible plays with this write. */
export interface Discovery {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  /** For an artist, the same as `name`. */
  readonly artist: string
  readonly mbid: string | null
  /** What the owner gave as `mbid`, or `none`: then no name is looked up. */
  readonly givenMbid: string | null
  readonly url: string | null
  /** The earliest of these plays, epoch milliseconds. */
  readonly firstPlayedAt: number
}

/** The artists, albums and tracks that a write added to the visible library or removed from it. */
export interface ListeningChanges {
  readonly upserted: ReadonlyArray<Discovery>
  readonly deleted: ReadonlyArray<EntityRef>
}

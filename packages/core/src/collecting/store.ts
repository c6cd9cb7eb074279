import { Context, type Effect, type Option } from "effect"
import type { Changes } from "../publishing/index.js"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/fields.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { PageResult } from "../sync/Source.js"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type * as Fact from "./facts.js"
import type { CollectingRecord, Release, ReleaseDetail } from "./model.js"
import type { Edition, Film, FilmDetail, MediaType } from "./discs.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const copySorts = ["date_added", "title", "year", "rating"] as const
export type CopySort = (typeof copySorts)[number]
export const wantSorts = ["date_added", "title", "year"] as const
export type WantSort = (typeof wantSorts)[number]
export const discSorts = ["collected_at", "title", "year"] as const
export type DiscSort = (typeof discSorts)[number]
export type Order = "asc" | "desc"

/** Texts match parts of names, ignoring case and diacritics. Null matches any. */
export interface CopiesOf {
  readonly page: PageOf
  readonly range: DateRange
  /** The carrier, ignoring case. */
  readonly format: string | null
  readonly genre: string | null
  readonly artist: string | null
  /** Part of the title or of an artist's name. */
  readonly text: string | null
  readonly sort: CopySort
  readonly order: Order
}

export interface WantQuery {
  readonly page: PageOf
  readonly range: DateRange
  readonly sort: WantSort
  readonly order: Order
}

export interface DiscsOf {
  readonly page: PageOf
  readonly range: DateRange
  readonly mediaType: MediaType | null
  readonly genre: string | null
  readonly title: string | null
  readonly sort: DiscSort
  readonly order: Order
}

export interface PlayedRecordQuery {
  readonly page: PageOf
  readonly sort: "plays" | "added"
  /** `listened` needs plays of the album; plays of the artist do not suffice. */
  readonly filter: "all" | "listened" | "unlistened"
}

export interface WatchedDiscQuery {
  readonly page: PageOf
  readonly filter: "all" | "watched" | "unwatched"
}

/** A day and its instants: half-open, epoch milliseconds. */
export interface Day {
  readonly date: LocalDate
  readonly from: number
  readonly to: number
}

/**
 * Queries over records, wants and discs. Lists have a total order, ties by id. Rows without the sorted value come last.
 */
export class CollectingStore extends Context.Tag("@daybook/core/CollectingStore")<
  CollectingStore,
  {
    readonly copies: (query: CopiesOf) => Answer<Paged<Fact.CopyFact>>
    readonly copy: (id: number) => Answer<Option.Option<Fact.CopyProfile>>
    readonly wants: (query: WantQuery) => Answer<Paged<Fact.WantFact>>
    readonly want: (id: number) => Answer<Option.Option<Fact.WantFact>>
    readonly copyTotals: (range: DateRange) => Answer<Fact.CopyTotals>
    /** The provider's value of all copies, in cents. */
    readonly value: Answer<number | null>
    /** Copies by carrier, most first, then by name. Null is an unknown carrier. */
    readonly formats: (
      range: DateRange
    ) => Answer<ReadonlyArray<{ readonly name: string | null; readonly count: number }>>
    /** Copies by genre, most first, then by name. A copy may have several genres. */
    readonly genres: Answer<ReadonlyArray<Fact.NamedCount>>
    /** Most releases first, then by name. Placeholders such as "Various" are left out. */
    readonly artists: (limit: number) => Answer<ReadonlyArray<Fact.ArtistCount>>
    /** Copies and discs added per day. Days without any are absent. */
    readonly perDay: (days: ReadonlyArray<Day>) => Answer<ReadonlyArray<Fact.DayCount>>
    /** Copies with their plays in the listening domain. `share` counts the copies whose album has plays. */
    readonly played: (query: PlayedRecordQuery) => Answer<Paged<Fact.PlayedCopy> & { readonly share: Fact.Share }>
    /** The plays of one copy, as `played` has them. None if there is no such copy. */
    readonly playsOfCopy: (id: number) => Answer<Option.Option<Fact.CopyPlays>>
    readonly discs: (query: DiscsOf) => Answer<Paged<Fact.DiscFact>>
    readonly disc: (id: number) => Answer<Option.Option<Fact.DiscProfile>>
    /** By media type, most first, then by name. */
    readonly mediaTypes: Answer<ReadonlyArray<Fact.NamedCount>>
    readonly discTotals: (range: DateRange) => Answer<Fact.DiscTotals>
    readonly discsAdded: (range: DateRange) => Answer<number>
    /** Discs with their viewings in the watching domain, newest first. `share` counts the watched films on disc. */
    readonly watched: (query: WatchedDiscQuery) => Answer<Paged<Fact.WatchedDisc> & { readonly share: Fact.Share }>
    /** Records whose match in the listening domain is unsure, the least sure first. */
    readonly unsureRecords: (page: PageOf) => Answer<Paged<Fact.UnsureRecord>>
    /** Films on disc whose match in the watching domain is unsure. */
    readonly unsureFilms: (page: PageOf) => Answer<Paged<Fact.UnsureFilm>>
  }
>() {}

/** A stored release as the shared services publish it. */
export interface PublishableRelease {
  readonly type: "release"
  /** The id of the copy or want. */
  readonly id: number
  readonly releaseId: number
  readonly title: string
  readonly artists: ReadonlyArray<string>
  /** The main artist in catalogues. */
  readonly artist: string
  readonly year: number | null
  readonly genres: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
  readonly picture: string | null
  readonly addedAt: number | null
  /** Whether it is a copy rather than a want. `first` marks the first copy of its release. */
  readonly owned: boolean
  readonly first: boolean
}

/** A stored disc as the shared services publish it. */
export interface PublishableDisc {
  readonly type: "media"
  readonly id: number
  readonly title: string
  readonly year: number | null
  readonly mediaType: MediaType
  readonly tmdbId: number | null
  readonly imdbId: string | null
  readonly genres: ReadonlyArray<string>
  readonly summary: string | null
  readonly poster: string | null
}

/** What the shared services publish and withdraw after a write. */
export type CollectingChanges = Changes<PublishableRelease | PublishableDisc>

/** What is enriched: a release from its page at the provider, or a film from a catalogue. */
export type EnrichedKind = "release" | "film"

/** A target that is due for enrichment. */
export interface EnrichmentTarget {
  /** Discogs' id of a release, or the film's id in this database. */
  readonly subject: number
  /** Failed attempts so far. */
  readonly attempts: number
  /** Null for a release. */
  readonly film: Film | null
}

/** A stored disc with what its removal at the provider needs. */
export interface StoredDisc {
  readonly id: number
  readonly film: Film
  readonly mediaType: MediaType
  /** False if it is stored only here. */
  readonly atProvider: boolean
}

/** A match that a person decides: a release and an album, or a disc and a watched film, by their ids. */
export interface MatchDecision {
  readonly kind: "release" | "film"
  readonly subject: number
  readonly match: number
}

/** Writes records, wants and discs. Runs in the caller's transaction. */
export class CollectingRecords extends Context.Tag("@daybook/core/CollectingRecords")<
  CollectingRecords,
  {
    /**
     * Stores the records of one origin. The provider's list takes precedence over its export file in either order. A
     * file adds no copy that a later list lacks. A `Whole` record marks all other stored records of its list as
     * missing. `valued` says whether the value of the collection changed, which is not a record.
     */
    readonly put: (
      source: string,
      records: ReadonlyArray<CollectingRecord>
    ) => Answer<{ readonly applied: PageResult; readonly changes: CollectingChanges; readonly valued: boolean }>
    readonly remove: (
      source: string,
      keys: ReadonlyArray<string>
    ) => Answer<{ readonly removed: number; readonly changes: CollectingChanges }>
    readonly count: (source: string) => Answer<number>
    /** The size of each of a source's lists, by the prefix of its keys. */
    readonly lists: (source: string) => Answer<ReadonlyMap<string, number>>
    /** Stores a disc that the provider cannot list, since it already lists another edition of the film. */
    readonly keepDisc: (
      disc: Extract<CollectingRecord, { readonly _tag: "Disc" }>
    ) => Answer<{ readonly applied: PageResult; readonly changes: CollectingChanges }>
    readonly removeDisc: (id: number) => Answer<CollectingChanges>
    readonly heldDisc: (id: number) => Answer<StoredDisc | null>
    /** Discs of a film by any of its ids. */
    readonly discsOf: (ids: Film["ids"]) => Answer<ReadonlyArray<StoredDisc>>
    /** Instances of a release that are in the collection. */
    readonly instancesOf: (releaseId: number) => Answer<ReadonlyArray<number>>
    /** Targets that are due for a task, newest first. */
    readonly due: (task: string, kind: EnrichedKind, limit: number) => Answer<ReadonlyArray<EnrichmentTarget>>
    readonly dueCount: (task: string, kind: EnrichedKind) => Answer<number>
    /** Stores the details of a release's page. They replace title and artists that come only from an export file. */
    readonly describeRelease: (release: Release, detail: ReleaseDetail) => Answer<CollectingChanges>
    readonly describeFilm: (filmId: number, detail: FilmDetail) => Answer<CollectingChanges>
    /** Stores whether both are the same; null forgets a decision. False if one of them does not exist. */
    readonly decide: (decision: MatchDecision, same: boolean | null) => Answer<boolean>
  }
>() {}

type ShelfAnswer<A> = Effect.Effect<A, SourceFailure>

/** A search result with what is needed to choose a release. */
export interface ReleaseCandidate {
  readonly id: number
  /** Artist and title. */
  readonly title: string
  readonly year: number | null
  readonly format: string | null
  readonly country: string | null
}

/** Write access to the provider's collection of films. */
export interface DiscShelf {
  /** A film by its id. None if there is no such film. */
  readonly film: (by: { readonly tmdb: number } | { readonly imdb: string }) => ShelfAnswer<Option.Option<Film>>
  /** Films that match a name, best match first. */
  readonly search: (title: string) => ShelfAnswer<ReadonlyArray<Film>>
  /** Adds a film. False if it was in the collection already. */
  readonly add: (film: Film, edition: Edition, collectedAt: number) => ShelfAnswer<boolean>
  readonly remove: (film: Film) => ShelfAnswer<void>
}

/** Write access to the provider's collection of records. */
export interface RecordShelf {
  readonly release: (
    id: number
  ) => ShelfAnswer<Option.Option<{ readonly release: Release; readonly detail: ReleaseDetail }>>
  readonly search: (query: {
    readonly title: string
    readonly artist: string | null
    readonly year: number | null
  }) => ShelfAnswer<ReadonlyArray<ReleaseCandidate>>
  /** Adds a copy. Returns its instance id. */
  readonly add: (releaseId: number) => ShelfAnswer<number>
}

/** A shelf, or the settings that are missing for it. */
export type ShelfAccess<Shelf> =
  | { readonly _tag: "Ready"; readonly shelf: Shelf }
  | { readonly _tag: "Missing"; readonly settings: ReadonlyArray<string> }

/** The providers' collections. Manual changes are made there first, so that the next sync finds them. */
export class Shelves extends Context.Tag("@daybook/core/Shelves")<
  Shelves,
  { readonly discs: ShelfAccess<DiscShelf>; readonly records: ShelfAccess<RecordShelf> }
>() {}

import { Context, type Effect, type Option } from "effect"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type * as Fact from "./facts.js"
import type { MediaType } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export const copySorts = ["date_added", "title", "year", "rating"] as const
export type CopySort = typeof copySorts[number]
export const wantSorts = ["date_added", "title", "year"] as const
export type WantSort = typeof wantSorts[number]
export const discSorts = ["collected_at", "title", "year"] as const
export type DiscSort = typeof discSorts[number]
export type Order = "asc" | "desc"

/** Texts are parts of names, case and marks aside; null means any. */
export interface CopiesOf {
  readonly page: PageOf
  readonly range: DateRange
  /** The carrier, case aside. */
  readonly format: string | null
  readonly genre: string | null
  readonly artist: string | null
  /** Part of the title or of an artist's name. */
  readonly text: string | null
  readonly sort: CopySort
  readonly order: Order
}

export interface WantsOf {
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

export interface HeardOf {
  readonly page: PageOf
  readonly sort: "plays" | "added"
  /** Listened is what is known by its album; an artist alone proves nothing. */
  readonly filter: "all" | "listened" | "unlistened"
}

export interface WatchedOf {
  readonly page: PageOf
  readonly filter: "all" | "watched" | "unwatched"
}

/** A day and its instants: half-open, epoch milliseconds. */
export interface Day {
  readonly date: LocalDate
  readonly from: number
  readonly to: number
}

/** What can be asked of records, wants and discs. Lists are in a total order, ties by id; what lacks the sorted value comes last. */
export class CollectingStore extends Context.Tag("@daybook/core/CollectingStore")<CollectingStore, {
  readonly copies: (of: CopiesOf) => Answer<Paged<Fact.CopyFact>>
  readonly copy: (id: number) => Answer<Option.Option<Fact.CopyProfile>>
  readonly wants: (of: WantsOf) => Answer<Paged<Fact.WantFact>>
  readonly copyTotals: (range: DateRange) => Answer<Fact.CopyTotals>
  /** What the provider values the copies at, in cents. */
  readonly value: Answer<number | null>
  /** Copies by carrier, most first, then by name; null is an unknown one. */
  readonly formats: (range: DateRange) => Answer<ReadonlyArray<{ readonly name: string | null; readonly count: number }>>
  /** Copies by genre, most first, then by name; a copy may have several. */
  readonly genres: Answer<ReadonlyArray<Fact.NamedCount>>
  /** Most releases first, then by name. Various artists are nobody. */
  readonly artists: (limit: number) => Answer<ReadonlyArray<Fact.ArtistCount>>
  /** Copies and discs added on each of some days; days without any are absent. */
  readonly perDay: (days: ReadonlyArray<Day>) => Answer<ReadonlyArray<Fact.DayCount>>
  /** Copies with what the listening room knows of them, and how many of all copies it knows by their album. */
  readonly heard: (of: HeardOf) => Answer<Paged<Fact.HeardCopy> & { readonly share: Fact.Share }>
  readonly discs: (of: DiscsOf) => Answer<Paged<Fact.DiscFact>>
  readonly disc: (id: number) => Answer<Option.Option<Fact.DiscProfile>>
  /** By media type, most first, then by name. */
  readonly mediaTypes: Answer<ReadonlyArray<Fact.NamedCount>>
  readonly discTotals: (range: DateRange) => Answer<Fact.DiscTotals>
  readonly discsAdded: (range: DateRange) => Answer<number>
  /** Discs with their viewings in the watching room, newest first, and how many of all films on disc were watched. */
  readonly watched: (of: WatchedOf) => Answer<Paged<Fact.WatchedDisc> & { readonly share: Fact.Share }>
}>() {}

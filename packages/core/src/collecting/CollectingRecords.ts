import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Applied } from "../sync/Source.js"
import type { CollectingRecord, Film, FilmDetail, MediaType, Release, ReleaseDetail } from "./records.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** A stored release as the halls show it. */
export interface ShownRelease {
  /** Of the copy or want. */
  readonly id: number
  readonly releaseId: number
  readonly title: string
  readonly artists: ReadonlyArray<string>
  /** The artist that catalogues file it under. */
  readonly artist: string
  readonly year: number | null
  readonly genres: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
  readonly picture: string | null
  readonly addedAt: number | null
  /** Whether it is owned, and the first copy of its release. */
  readonly owned: boolean
  readonly first: boolean
}

/** A stored disc as the halls show it. */
export interface ShownDisc {
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

/** What is to be shown anew, and what is gone. */
export interface Shown {
  readonly releases: ReadonlyArray<ShownRelease>
  readonly discs: ReadonlyArray<ShownDisc>
  /** Ids of copies and wants. */
  readonly goneReleases: ReadonlyArray<number>
  readonly goneDiscs: ReadonlyArray<number>
}

/** What the provider is still to be asked for: the page of a release, or what a catalogue says of a film. */
export const lookUps = ["release", "film"] as const
export type LookUp = typeof lookUps[number]

/** A look-up that is due. */
export interface Wanted {
  /** Discogs' number of a release, or our own of a film. */
  readonly subject: number
  /** Earlier attempts in vain. */
  readonly attempts: number
  /** Null for a release. */
  readonly film: Film | null
}

/** A disc as it can be removed at its provider. */
export interface HeldDisc {
  readonly id: number
  readonly film: Film
  readonly mediaType: MediaType
  /** False for one that is kept here alone. */
  readonly atProvider: boolean
}

/** Where records, wants and discs are written. Runs in the caller's transaction. */
export class CollectingRecords extends Context.Tag("@daybook/core/CollectingRecords")<CollectingRecords, {
  /**
   * Takes what a road says. The provider's own list beats its export file, whichever came first; a file adds no copy
   * that a list read later did not have. A `Whole` list says what else is missing. `valued` tells of another value of
   * the whole, which is no record.
   */
  readonly put: (source: string, records: ReadonlyArray<CollectingRecord>) => Answer<Applied & { readonly shown: Shown; readonly valued: boolean }>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Answer<{ readonly removed: number; readonly shown: Shown }>
  readonly count: (source: string) => Answer<number>
  /** How many each of a source's lists holds, by the word that its keys begin with. */
  readonly lists: (source: string) => Answer<ReadonlyMap<string, number>>
  /** Stores a disc that the provider cannot hold beside the one it has of the film. */
  readonly keepDisc: (disc: Extract<CollectingRecord, { readonly _tag: "Disc" }>) => Answer<Applied & { readonly shown: Shown }>
  readonly removeDisc: (id: number) => Answer<Shown>
  readonly heldDisc: (id: number) => Answer<HeldDisc | null>
  /** Discs of a film by any of its numbers. */
  readonly discsOf: (ids: Film["ids"]) => Answer<ReadonlyArray<HeldDisc>>
  /** Instances of a release that are in the collection. */
  readonly instancesOf: (releaseId: number) => Answer<ReadonlyArray<number>>
  /** What is due, newest first. */
  readonly due: (lookUp: LookUp, limit: number) => Answer<ReadonlyArray<Wanted>>
  readonly dueCount: (lookUp: LookUp) => Answer<number>
  /** Leaves a look-up alone until an instant; an attempt in vain is counted. */
  readonly settleLookUp: (lookUp: LookUp, subject: number, until: number, found: boolean) => Answer<void>
  /** What a release's own page says; also of title and artists, where only an export file spoke of them. */
  readonly describeRelease: (release: Release, detail: ReleaseDetail) => Answer<Shown>
  readonly describeFilm: (filmId: number, detail: FilmDetail) => Answer<Shown>
}>() {}

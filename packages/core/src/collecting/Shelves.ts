import { Context, type Effect, type Option } from "effect"
import type { SourceFailure } from "../sync/SourceFailure.js"
import type { Edition, Film, Release, ReleaseDetail } from "./records.js"

type Answer<A> = Effect.Effect<A, SourceFailure>

/** A release as a search finds it: enough to choose by. */
export interface ReleaseCandidate {
  readonly id: number
  /** Artist and title. */
  readonly title: string
  readonly year: number | null
  readonly format: string | null
  readonly country: string | null
}

/** The provider's collection of films, as it can be written to. */
export interface DiscShelf {
  /** What is known under a number; none where there is no such film. */
  readonly film: (by: { readonly tmdb: number } | { readonly imdb: string }) => Answer<Option.Option<Film>>
  /** Films that a name may mean, likeliest first. */
  readonly search: (title: string) => Answer<ReadonlyArray<Film>>
  /** Puts a film onto the shelf; true where it was not there. */
  readonly add: (film: Film, edition: Edition, collectedAt: number) => Answer<boolean>
  readonly remove: (film: Film) => Answer<void>
}

/** The provider's collection of records, as it can be written to. */
export interface RecordShelf {
  readonly release: (id: number) => Answer<Option.Option<{ readonly release: Release; readonly detail: ReleaseDetail }>>
  readonly search: (of: { readonly title: string; readonly artist: string | null; readonly year: number | null }) => Answer<ReadonlyArray<ReleaseCandidate>>
  /** Adds a copy; answers its instance. */
  readonly add: (releaseId: number) => Answer<number>
}

/** A shelf, or the settings without which it cannot be reached. */
export type Reach<Shelf> = { readonly _tag: "Ready"; readonly shelf: Shelf } | { readonly _tag: "Missing"; readonly settings: ReadonlyArray<string> }

/** Where additions by hand go: first to the provider, so that the next sync finds them there. */
export class Shelves extends Context.Tag("@daybook/core/Shelves")<Shelves, {
  readonly discs: Reach<DiscShelf>
  readonly records: Reach<RecordShelf>
}>() {}

import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Kind } from "./records.js"

/** One thing to look up elsewhere: what it is called, and what is known of it. */
export interface Wanted {
  readonly id: number
  readonly artist: string
  /** The album's or track's name; the artist's own for artists. */
  readonly name: string
  /** A track's most played album. */
  readonly album: string | null
  readonly mbid: string | null
  /** Look-ups that found nothing so far. */
  readonly attempts: number
}

export interface ArtistTags {
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>
}

/** The look-ups that follow a sync. A task names who asks for what, such as `lastfm-tags`. */
export class Catalogue extends Context.Tag("@daybook/core/Catalogue")<Catalogue, {
  /** What is due for a task, most played first. */
  readonly due: (task: string, kind: Kind, limit: number) => Effect.Effect<ReadonlyArray<Wanted>, StorageFailure>
  readonly dueCount: (task: string, kind: Kind) => Effect.Effect<number, StorageFailure>
  /** Not again before `until` (epoch milliseconds). `found` false counts as one more attempt. */
  readonly settle: (task: string, kind: Kind, ids: ReadonlyArray<number>, until: number, found: boolean) => Effect.Effect<void, StorageFailure>
  readonly setLinks: (kind: Kind, links: ReadonlyArray<CatalogueLink>) => Effect.Effect<void, StorageFailure>
  readonly setTags: (artistId: number, tags: ArtistTags["tags"], genre: string | null) => Effect.Effect<void, StorageFailure>
  readonly setBio: (artistId: number, bio: { readonly summary: string | null; readonly content: string | null; readonly plays: number | null; readonly at: number }) => Effect.Effect<void, StorageFailure>
  /** Whether a source is to be asked about the owner's account. */
  readonly accountDue: (source: string) => Effect.Effect<boolean, StorageFailure>
  /** What a source says of the account, which is not asked for again before `until`; times in epoch milliseconds. */
  readonly setAccount: (source: string, registeredAt: number | null, until: number) => Effect.Effect<void, StorageFailure>
  /** Replaces the artists said to be similar; names need not be in the library. */
  readonly setSimilar: (artistId: number, similar: ReadonlyArray<{ readonly name: string; readonly match: number }>) => Effect.Effect<void, StorageFailure>
}>() {}

/** Links into the music catalogue service. Only albums have a year and a track count, only tracks a preview. */
export interface CatalogueLink {
  readonly id: number
  readonly url: string
  readonly previewUrl: string | null
  readonly releasedYear: number | null
  readonly totalTracks: number | null
}

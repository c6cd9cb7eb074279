import { Context, Duration, Effect, Option, Ref, Schema } from "effect"
import { Conflict, type StorageFailure } from "../shared/errors.js"
import { type DrainReport, Enrichments, type DrainOptions } from "../sync/Enrichments.js"
import type { JobReport } from "../sync/Jobs.js"
import { Sources, missingSettings } from "../sync/Sources.js"
import type { JobProgress } from "../sync/SyncStore.js"
import type { Kind } from "./model.js"
import { field } from "../shared/fields.js"

/** The longest that one request may run. Remaining tasks are done after the next sync. */
const budget = Duration.hours(6)

/** The result of `POST /v1/listening/admin/enrich-artists` and the other enrichment routes. */
export const Enriched = Schema.Struct({
  success: field(Schema.Boolean, "Whether all providers answered"),
  results: field(
    Schema.Struct({
      total: field(Schema.Number, "Number of entities that were due", 12),
      succeeded: field(Schema.Number, "Number of entities found", 9),
      skipped: field(Schema.Number, "Number of entities deferred", 1),
      failed: field(Schema.Number, "Number of entities that failed", 2)
    }),
    "Outcomes of the enrichment"
  )
}).annotations({ identifier: "EnrichedListening" })
export type Enriched = typeof Enriched.Type

/** What listening adds to `GET /v1/health/sync`. */
export const ListeningCompleteness = Schema.Struct({
  enrichment: field(
    Schema.Struct({
      artists_missing_apple_music_url_with_plays: field(
        Schema.Number,
        "Number of artists with plays but without an Apple Music link",
        12
      ),
      artists_missing_apple_music_url: field(Schema.Number, "Number of artists without an Apple Music link", 15),
      tracks_missing_itunes_enrichment: field(Schema.Number, "Number of tracks not yet searched at Apple Music", 240)
    }),
    "Number of records that still lack enrichment"
  ),
  integrity: field(
    Schema.Struct({
      lastfm_album_artist_mismatch_count: field(
        Schema.Number,
        "Number of albums that plays report under several artists",
        0
      )
    }),
    "Inconsistencies in the data"
  )
})
export type ListeningCompleteness = typeof ListeningCompleteness.Type

const emptyTally = { done: 0, found: 0, left: 0 }
type Tallies = ReadonlyMap<string, typeof emptyTally>
type OnProgress = (progress: JobProgress) => Effect.Effect<void>

const sumOf = (tallies: Tallies, of: keyof typeof emptyTally) =>
  [...tallies.values()].reduce((sum, one) => sum + one[of], 0)

const completenessOf = (store: Context.Tag.Service<ListeningEnrichmentStore>) =>
  Effect.map(store.gaps, (gaps): ListeningCompleteness => ({
    enrichment: {
      artists_missing_apple_music_url_with_plays: gaps.artistsWithPlaysWithoutLink,
      artists_missing_apple_music_url: gaps.artistsWithoutLink,
      tracks_missing_itunes_enrichment: gaps.tracksWithoutLink
    },
    integrity: { lastfm_album_artist_mismatch_count: gaps.mismatchedAlbums }
  }))

/** What still lacks enrichment, and what contradicts itself. */
export const listeningCompleteness = Effect.suspend(() => Effect.flatMap(ListeningEnrichmentStore, completenessOf))

/** Runs due enrichment tasks without waiting for the next sync. */
export class ListeningEnrichment extends Effect.Service<ListeningEnrichment>()("@daybook/core/Enrichment", {
  effect: Effect.gen(function* () {
    const entries = yield* Sources
    const enrichments = yield* Enrichments
    const store = yield* ListeningEnrichmentStore

    const runTasks = Effect.fn("Enrichment.runTasks")(function* (
      progress: OnProgress,
      drain: (options: DrainOptions) => Effect.Effect<DrainReport, StorageFailure>
    ) {
      const tallies = yield* Ref.make<Tallies>(new Map())
      const { failures } = yield* drain({
        budget,
        onProgress: (enrichment, { done, found = 0, left }) =>
          Effect.flatMap(
            Ref.updateAndGet(tallies, (all) => {
              const before = all.get(enrichment) ?? emptyTally
              return new Map(all).set(enrichment, { done: before.done + done, found: before.found + found, left })
            }),
            (all) => progress({ done: sumOf(all, "done"), total: sumOf(all, "done") + sumOf(all, "left") })
          )
      })
      const all = yield* Ref.get(tallies)
      const [done, found, left] = [sumOf(all, "done"), sumOf(all, "found"), sumOf(all, "left")]
      const enriched: Enriched = {
        success: failures.length === 0,
        results: { total: done + left, succeeded: found, skipped: left, failed: done - found }
      }
      return { changed: found, result: { ...enriched }, failures } satisfies JobReport
    })

    return {
      completeness: completenessOf(store),
      /** Fails with Conflict if the source is not set up. */
      ready: (id: string): Effect.Effect<void, Conflict> => {
        const entry = entries.find((entry) => entry.id === id)
        if (entry !== undefined && Option.isSome(entry.source)) return Effect.void
        return new Conflict({
          message: `${id} is not set up: set ${entry === undefined ? "it up" : missingSettings(entry).join(", ")}`
        })
      },
      /** Fetches what one source adds to artists, albums and tracks. */
      ofSource: (id: string, progress: OnProgress) =>
        runTasks(progress, (options) => enrichments.drainSource(id, options)),
      /** Fetches the pictures that are due. */
      pictures: (progress: OnProgress) =>
        runTasks(progress, (options) => enrichments.drainShared("images", "listening", options))
    }
  })
}) {}

/** An artist, album or track to look up at a provider. */
export interface EnrichmentTarget {
  readonly id: number
  readonly artist: string
  /** The album's or track's name; the artist's own for artists. */
  readonly name: string
  /** A track's most played album. */
  readonly album: string | null
  readonly mbid: string | null
  /** Whether the owner gave `mbid`: it alone says what the record is, and its name may find another. */
  readonly isIdentified: boolean
  /** Attempts that found nothing so far. */
  readonly attempts: number
}

export interface ArtistTags {
  readonly tags: ReadonlyArray<{ readonly name: string; readonly count: number }>
}

/** Numbers of records without a link to the catalogue service, and of albums with plays of another artist. */
export interface EnrichmentGaps {
  readonly artistsWithPlaysWithoutLink: number
  readonly artistsWithoutLink: number
  readonly tracksWithoutLink: number
  readonly mismatchedAlbums: number
}

/** Enrichment of artists, albums and tracks after a sync. A task names the provider and the data: `lastfm-tags`. */
export class ListeningEnrichmentStore extends Context.Tag("@daybook/core/ListeningEnrichmentStore")<
  ListeningEnrichmentStore,
  {
    /** The targets that are due for a task, most played first. */
    readonly due: (
      task: string,
      kind: Kind,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EnrichmentTarget>, StorageFailure>
    readonly dueCount: (task: string, kind: Kind) => Effect.Effect<number, StorageFailure>
    readonly gaps: Effect.Effect<EnrichmentGaps, StorageFailure>
    readonly setLinks: (kind: Kind, links: ReadonlyArray<CatalogueLink>) => Effect.Effect<void, StorageFailure>
    readonly setTags: (
      artistId: number,
      tags: ArtistTags["tags"],
      genre: string | null
    ) => Effect.Effect<void, StorageFailure>
    readonly setBio: (
      artistId: number,
      bio: {
        readonly summary: string | null
        readonly content: string | null
        readonly plays: number | null
        readonly at: number
      }
    ) => Effect.Effect<void, StorageFailure>
    /** Whether to request the owner's account from a source. */
    readonly accountDue: (source: string) => Effect.Effect<boolean, StorageFailure>
    /** Stores the account's registration and requests it again at `until`. Times in epoch milliseconds. */
    readonly setAccount: (
      source: string,
      registeredAt: number | null,
      until: number
    ) => Effect.Effect<void, StorageFailure>
    /** Replaces the similar artists. Their names need not be in the library. */
    readonly setSimilar: (
      artistId: number,
      similar: ReadonlyArray<{ readonly name: string; readonly match: number }>
    ) => Effect.Effect<void, StorageFailure>
  }
>() {}

/** Links into the music catalogue service. Only albums have a year and a track count, only tracks a preview. */
export interface CatalogueLink {
  readonly id: number
  readonly url: string
  readonly previewUrl: string | null
  readonly releasedYear: number | null
  readonly totalTracks: number | null
}

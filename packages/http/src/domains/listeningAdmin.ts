import { ImageRecords } from "@daybook/core/images"
import { ListeningEnrichment, FilterRules, FilterView, NewFilter, filterView } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Deleted, created, dataOf, deleted, del, get, post } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { startJob, startsJob } from "../kit/jobs.js"
import { byId } from "../kit/params.js"
import { field, withExample } from "@daybook/core/shared"

const defaultLimit = 50
const maxArtists = 200
const kinds = { albums: ["album"], artists: ["artist"], all: ["artist", "album"] } as const

const Backfill = Schema.Struct({
  type: Schema.optional(
    Schema.Literal("albums", "artists", "all").annotations({ description: "With `retry`: kind of entity" })
  ),
  limit: withExample(
    Schema.optional(
      Schema.Number.pipe(Schema.int(), Schema.between(1, 200)).annotations({
        description: `Number of pictures to retry, ${defaultLimit} by default`
      })
    ),
    50
  ),
  artist: field(
    Schema.optional(Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500))),
    "With `retry`: only pictures of the artist with this name, case-insensitive",
    "Velmora Tide"
  ),
  retry: Schema.optional(
    Schema.Boolean.annotations({
      description: "Also retry pictures that were not found, without waiting for their next scheduled attempt"
    })
  )
}).annotations({ identifier: "BackfillListeningImages" })

const Refresh = Schema.Struct({
  limit: withExample(
    Schema.optional(
      Schema.Number.pipe(Schema.int(), Schema.between(1, maxArtists)).annotations({
        description: `Number of artists in the order of their ids, ${maxArtists} by default`
      })
    ),
    50
  ),
  offset: Schema.optional(
    Schema.Number.pipe(Schema.int(), Schema.between(0, 1_000_000)).annotations({
      description: "Number of items to skip"
    })
  )
}).annotations({ identifier: "RefreshArtistImages" })

/** Filters that hide plays, and enrichment on demand. */
export class ListeningAdminApi extends HttpApiGroup.make("listeningAdmin")
  .add(
    get("filters", "/filters", "List listening filters")
      .addSuccess(dataOf(Schema.Array(FilterView)))
      .annotate(Description, "All filters.")
  )
  .add(
    post("addFilter", "/filters", "Add a listening filter")
      .setPayload(body(NewFilter))
      .addSuccess(created(FilterView))
      .addError(TooLarge)
      .annotate(Description, "Adds a filter, which also hides plays already stored.")
  )
  .add(
    del("removeFilter", "/filters/:id", "Remove a listening filter")
      .setPath(byId("Id of the filter"))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Removes a filter. Plays that no other filter hides appear again.")
  )
  .add(
    startsJob(
      "backfillImages",
      "/backfill-images",
      "Look for artist and album pictures",
      "Looks for the pictures of artists and albums that are due."
    )
      .setPayload(body(Backfill))
      .addError(TooLarge)
  )
  .add(
    startsJob(
      "enrichAppleMusic",
      "/enrich-apple-music",
      "Look up catalogue links",
      "Finds Apple Music links and previews that are due. 409 if the source is disabled."
    ).addError(Contradiction)
  )
  .add(
    startsJob(
      "enrichArtists",
      "/enrich-artists",
      "Look up artist tags and biographies",
      "Fetches tags, biographies and similar artists that are due. 409 if Last.fm is not configured."
    ).addError(Contradiction)
  )
  .add(
    startsJob(
      "refreshArtistImages",
      "/refresh-artist-images",
      "Refresh artist pictures",
      `Looks for pictures of up to ${maxArtists} artists again, including those with a picture, except ` +
        "pictures chosen by hand."
    )
      .setPayload(body(Refresh))
      .addError(TooLarge)
  )
  .annotate(Description, "Listening filters and enrichment on demand. Needs an admin key.")
  .prefix("/listening/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const listeningAdmin = handlersFor(ListeningAdminApi)(
  [FilterRules, ListeningEnrichment, ImageRecords, Jobs],
  (filters, enrichment, images, jobs) => {
    const ofSource = (name: string, source: string) =>
      Effect.zipRight(
        enrichment.ready(source),
        startJob(jobs, name, "listening", (progress) => enrichment.ofSource(source, progress))
      )
    const pictures = (name: string, lookAgain: Effect.Effect<unknown, StorageFailure>) =>
      startJob(jobs, name, "listening", (progress) => Effect.zipRight(lookAgain, enrichment.pictures(progress)))
    return {
      filters: () => Effect.map(filters.all, (all) => ({ data: all.map(filterView) })),
      addFilter: ({ payload: { filter_type, pattern, reason = null, scope } }) =>
        Effect.map(filters.add({ type: filter_type, pattern, reason, scope }), filterView),
      removeFilter: ({ path: { id } }) => Effect.as(filters.remove(id), deleted(id)),
      backfillImages: ({ payload: { artist, limit = defaultLimit, retry = false, type = "all" } }) =>
        pictures(
          "backfill-listening-images",
          retry
            ? images.refetch({
                domain: "listening",
                types: kinds[type],
                force: false,
                dryRun: false,
                limit,
                offset: 0,
                artist
              })
            : Effect.void
        ),
      enrichAppleMusic: () => ofSource("enrich-apple-music", "apple-music"),
      enrichArtists: () => ofSource("enrich-artists", "lastfm"),
      refreshArtistImages: ({ payload: { limit = maxArtists, offset = 0 } }) =>
        pictures(
          "refresh-artist-images",
          images.refetch({ domain: "listening", types: kinds.artists, force: true, dryRun: false, limit, offset })
        )
    }
  }
)

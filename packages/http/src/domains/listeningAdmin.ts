import { ImageRecords } from "@daybook/core/images"
import { ListeningEnrichment, FilterRules, FilterView, NewFilter, filterView } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body, created } from "../kit/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { SyncQueued, describeJob, startJob } from "../kit/jobs.js"
import { id } from "../kit/params.js"
import { handlersFor } from "../kit/handlers.js"
import { field, withExample } from "@daybook/core/shared"

const Deleted = Schema.Struct({
  success: field(Schema.Literal(true), "Always true"),
  deleted_id: field(Schema.Number, "Id of the deleted record", 42)
})

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
    HttpApiEndpoint.get("filters", "/filters")
      .addSuccess(Schema.Struct({ data: field(Schema.Array(FilterView), "Requested data") }))
      .annotate(Description, "All filters.")
  )
  .add(
    HttpApiEndpoint.post("addFilter", "/filters")
      .setPayload(body(NewFilter))
      .addSuccess(created(FilterView))
      .addError(TooLarge)
      .annotate(Description, "Adds a filter, which also hides plays already stored.")
  )
  .add(
    HttpApiEndpoint.del("removeFilter", "/filters/:id")
      .setPath(Schema.Struct({ id: id("Id of the filter") }))
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Removes a filter. Plays that no other filter hides appear again.")
  )
  .add(
    HttpApiEndpoint.post("backfillImages", "/backfill-images")
      .setPayload(body(Backfill))
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(Description, describeJob("Looks for the pictures of artists and albums that are due."))
  )
  .add(
    HttpApiEndpoint.post("enrichAppleMusic", "/enrich-apple-music")
      .addSuccess(SyncQueued)
      .addError(Contradiction)
      .annotate(
        Description,
        describeJob("Finds Apple Music links and previews that are due. 409 if the source is disabled.")
      )
  )
  .add(
    HttpApiEndpoint.post("enrichArtists", "/enrich-artists")
      .addSuccess(SyncQueued)
      .addError(Contradiction)
      .annotate(
        Description,
        describeJob("Fetches tags, biographies and similar artists that are due. 409 if Last.fm is not configured.")
      )
  )
  .add(
    HttpApiEndpoint.post("refreshArtistImages", "/refresh-artist-images")
      .setPayload(body(Refresh))
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(
        Description,
        describeJob(
          `Looks for pictures of up to ${maxArtists} artists again, including those with a picture, except ` +
            "pictures chosen by hand."
        )
      )
  )
  .annotate(Description, "Listening filters and enrichment on demand. Needs an admin key.")
  .prefix("/listening/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const listeningAdmin = handlersFor(ListeningAdminApi)(
  Effect.map(
    Effect.all([FilterRules, ListeningEnrichment, ImageRecords, Jobs]),
    ([filters, enrichment, images, jobs]) => {
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
        removeFilter: ({ path: { id } }) => Effect.as(filters.remove(id), { success: true as const, deleted_id: id }),
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
)

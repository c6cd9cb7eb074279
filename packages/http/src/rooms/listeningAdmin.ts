import { ImageRecords } from "@daybook/core/images"
import { Enrichment, FilterRules, FilterView, NewFilter, filterView } from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { created } from "../shared/created.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { Queued, asJob, startJob } from "../shared/jobs.js"
import { id } from "../shared/params.js"
import { room } from "../shared/room.js"

const Deleted = Schema.Struct({ success: Schema.Literal(true), deleted_id: Schema.Number })

const usual = 50
const mostArtists = 200
const kinds = { albums: ["album"], artists: ["artist"], all: ["artist", "album"] } as const

const Backfill = Schema.Struct({
  type: Schema.optional(Schema.Literal("albums", "artists", "all").annotations({ description: "Of what, with `retry`" })),
  limit: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(1, 200)).annotations({ description: `How many to try again, ${usual} by default` })),
  artist: Schema.optional(Schema.String.pipe(Schema.minLength(1), Schema.maxLength(500))),
  retry: Schema.optional(Schema.Boolean.annotations({ description: "Also pictures that were looked for in vain, without waiting for their time" }))
}).annotations({ identifier: "BackfillListeningImages" })

const Refresh = Schema.Struct({
  limit: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(1, mostArtists)).annotations({ description: `How many artists, in the order of their ids; ${mostArtists} by default` })),
  offset: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(0, 1_000_000)).annotations({ description: "How many to pass over" }))
}).annotations({ identifier: "RefreshArtistImages" })

/** The rules that keep plays out of every result, and look-ups that need not wait for the next sync (contract §2). */
export class ListeningAdminApi extends HttpApiGroup.make("listeningAdmin")
  .add(HttpApiEndpoint.get("filters", "/filters").addSuccess(Schema.Struct({ data: Schema.Array(FilterView) }))
    .annotate(Description, "The filters in force."))
  .add(HttpApiEndpoint.post("addFilter", "/filters").setPayload(body(NewFilter)).addSuccess(created(FilterView)).addError(TooLarge)
    .annotate(Description, "Adds a filter; it hides plays that are stored already, too."))
  .add(HttpApiEndpoint.del("removeFilter", "/filters/:id").setPath(Schema.Struct({ id: id("The filter's id") })).addSuccess(Deleted).addError(NotFound)
    .annotate(Description, "Removes a filter; the plays it alone hid are shown again."))
  .add(HttpApiEndpoint.post("backfillImages", "/backfill-images").setPayload(body(Backfill)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob("Looks for pictures of artists and albums that are due.")))
  .add(HttpApiEndpoint.post("enrichAppleMusic", "/enrich-apple-music").addSuccess(Queued).addError(Contradiction)
    .annotate(Description, asJob("Looks up links and previews that are due. 409 where the source is turned off.")))
  .add(HttpApiEndpoint.post("enrichArtists", "/enrich-artists").addSuccess(Queued).addError(Contradiction)
    .annotate(Description, asJob("Looks up tags, biographies and similar artists that are due. 409 where Last.fm is not set up.")))
  .add(HttpApiEndpoint.post("refreshArtistImages", "/refresh-artist-images").setPayload(body(Refresh)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob(`Looks for pictures of up to ${mostArtists} artists again, also of those who have one, save what a person chose.`)))
  .annotate(Description, "Filters on listening, and its look-ups. Needs an admin key.")
  .prefix("/listening/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const listeningAdmin = room(ListeningAdminApi)(Effect.map(Effect.all([FilterRules, Enrichment, ImageRecords, Jobs]), ([filters, enrichment, images, jobs]) => {
  const ofSource = (name: string, source: string) =>
    Effect.zipRight(enrichment.ready(source), startJob(jobs, name, "listening", (progress) => enrichment.ofSource(source, progress)))
  const pictures = (name: string, lookAgain: Effect.Effect<unknown, StorageFailure>) =>
    startJob(jobs, name, "listening", (progress) => Effect.zipRight(lookAgain, enrichment.pictures(progress)))
  return {
    filters: () => Effect.map(filters.all, (all) => ({ data: all.map(filterView) })),
    addFilter: ({ payload: { filter_type, pattern, reason = null, scope } }) => Effect.map(filters.add({ type: filter_type, pattern, reason, scope }), filterView),
    removeFilter: ({ path: { id } }) => Effect.as(filters.remove(id), { success: true as const, deleted_id: id }),
    backfillImages: ({ payload: { artist, limit = usual, retry = false, type = "all" } }) =>
      pictures("backfill-listening-images", retry
        ? images.lookAgain({ domain: "listening", types: kinds[type], force: false, dryRun: false, limit, offset: 0, artist })
        : Effect.void),
    enrichAppleMusic: () => ofSource("enrich-apple-music", "apple-music"),
    enrichArtists: () => ofSource("enrich-artists", "lastfm"),
    refreshArtistImages: ({ payload: { limit = mostArtists, offset = 0 } }) =>
      pictures("refresh-artist-images", images.lookAgain({ domain: "listening", types: kinds.artists, force: true, dryRun: false, limit, offset }))
  }
}))

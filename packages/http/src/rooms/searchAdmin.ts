import { Domain, domains } from "@daybook/core"
import { SearchIndex } from "@daybook/core/search"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Forbidden, TooLarge } from "../shared/errors.js"
import { room } from "../shared/room.js"

const largest = 2_147_483_647
const count = (minimum: number) => Schema.Number.pipe(Schema.int(), Schema.between(minimum, largest))

const Reindex = Schema.Struct({
  domains: Schema.optional(Schema.Array(Domain).annotations({ description: "All where none are named" })),
  chunk_size: Schema.optional(count(1).annotations({ description: "How many documents of each domain; all of them by default" })),
  chunk_offset: Schema.optional(count(0).annotations({ description: "Where to begin: `next_offset` of the chunk before" }))
}).annotations({ identifier: "Reindex" })

const Reindexed = Schema.Struct({
  domains: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      indexed: Schema.Number,
      took_ms: Schema.Number,
      total: Schema.optional(Schema.Number),
      has_more: Schema.optional(Schema.Boolean),
      next_offset: Schema.optional(Schema.NullOr(Schema.Number)),
      error: Schema.optional(Schema.String)
    })
  })
}).annotations({ identifier: "Reindexed" })

/** The index of the search (contract §12). */
export class SearchAdminApi extends HttpApiGroup.make("searchAdmin")
  .add(HttpApiEndpoint.post("reindex", "/reindex-search").setPayload(body(Reindex)).addSuccess(Reindexed).addError(TooLarge)
    .annotate(Description, "Makes the search index anew while it is in use. Never needed: documents change with their records."))
  .annotate(Description, "The search index. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const searchAdmin = room(SearchAdminApi)(Effect.map(SearchIndex, (index) => ({
  reindex: ({ payload: { chunk_offset = 0, chunk_size, domains: wanted = domains } }) =>
    Effect.map(
      Effect.forEach(new Set(wanted), (domain) =>
        Effect.map(index.renew(domain, { size: Option.fromNullable(chunk_size), offset: chunk_offset }), ({ indexed, milliseconds, next, total }) =>
          [domain, { indexed, took_ms: milliseconds, total, has_more: Option.isSome(next), next_offset: Option.getOrNull(next) }] as const)),
      (renewed) => ({ domains: Object.fromEntries(renewed) })
    )
})))

import { Domain, domains } from "@daybook/core"
import { type Renewed, SearchIndex } from "@daybook/core/search"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { Forbidden, TooLarge } from "../shared/errors.js"
import { Queued, asJob, queued, reportOf } from "../shared/jobs.js"
import { room } from "../shared/room.js"

/** As many documents of a domain are done within a moment. */
const smallChunk = 500

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
  .add(HttpApiEndpoint.post("reindex", "/reindex-search").setPayload(body(Reindex)).addSuccess(Reindexed).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, asJob(`Rebuilds the search index while it is in use, a run for each domain. Never needed: documents change with their records. With a \`chunk_size\` of up to ${smallChunk} it answers when the chunk is done, with 200.`)))
  .annotate(Description, "The search index. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

const viewOf = ({ indexed, milliseconds, next, total }: Renewed) =>
  ({ indexed, took_ms: milliseconds, total, has_more: Option.isSome(next), next_offset: Option.getOrNull(next) })

export const searchAdmin = room(SearchAdminApi)(Effect.gen(function*() {
  const index = yield* SearchIndex
  const jobs = yield* Jobs
  // Domains one after another: they write to one table.
  const turn = yield* Effect.makeSemaphore(1)
  const atOnce = (wanted: ReadonlySet<Domain>, size: number, offset: number) =>
    Effect.map(
      Effect.forEach(wanted, (domain) =>
        Effect.map(index.renew(domain, { size: Option.some(size), offset }), (renewed) => [domain, viewOf(renewed)] as const)),
      (renewed) => ({ domains: Object.fromEntries(renewed) })
    )
  const asJobs = (wanted: ReadonlySet<Domain>, size: number | undefined, offset: number) =>
    Effect.map(
      Effect.forEach(wanted, (domain) =>
        jobs.start({
          name: `reindex-search:${domain}`,
          domain,
          work: (progress) => turn.withPermits(1)(Effect.map(
            index.renew(domain, { size: Option.fromNullable(size), offset }, progress),
            (renewed) => reportOf(renewed.indexed, viewOf(renewed))
          ))
        })),
      queued
    )
  return {
    reindex: ({ payload: { chunk_offset = 0, chunk_size, domains: wanted = domains } }) => {
      const chosen = new Set(wanted)
      return chunk_size !== undefined && chunk_size <= smallChunk ? atOnce(chosen, chunk_size, chunk_offset) : asJobs(chosen, chunk_size, chunk_offset)
    }
  }
}))

import { type Domain, domains } from "@daybook/core"
import { domainNames } from "@daybook/core/domain"
import { type ReindexReport, Search, SearchIndex, SearchPage } from "@daybook/core/search"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { cachedFor } from "../kit/caching.js"
import { Works, get, post } from "../kit/endpoints.js"
import { Forbidden, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { SyncQueued, describeJob, jobReport, queued } from "../kit/jobs.js"
import { acceptDomain, domainName } from "../kit/names.js"
import { limit, oneOf, page, query, text } from "../kit/params.js"
import { type StorageFailure, withExample, field } from "@daybook/core/shared"

const cached = cachedFor(...domains)

const Query = query(
  {
    domain: domainName("Only hits of this domain"),
    mode: oneOf(
      ["keyword", "semantic", "hybrid"],
      "By words (keyword), by meaning (semantic) or both (hybrid). Articles have a meaning, and records that your configuration declares so"
    ),
    limit: limit(100),
    page
  },
  { mode: "keyword", limit: 20, page: 1 }
)

const params = Schema.Struct({
  q: text("Search text; each word must match the beginning of a word"),
  ...Query.params.fields
})

/** Search over all domains. */
export class SearchApi extends HttpApiGroup.make("search")
  .add(
    get("search", "/search", "Search")
      .setUrlParams(params)
      .addSuccess(SearchPage)
      .annotateContext(cached("short"))
      .annotate(Description, "Matches in all domains, best match first.")
  )
  .annotate(Description, "Search over all domains by words or by meaning.")
  .middleware(Authentication) {}

export const search = handlersFor(SearchApi)([Search], (search) => ({
  search: ({ urlParams }) =>
    Effect.zipRight(
      urlParams.domain === undefined ? Effect.void : Effect.asVoid(acceptDomain(urlParams.domain)),
      search.search({ q: urlParams.q, ...Query.withDefaults(urlParams) })
    )
}))

type Reindexed = typeof Reindexed.Type
type Queued = typeof SyncQueued.Type

/** Chunks up to this size finish within about a second. */
const smallChunk = 500

const maxInteger = 2_147_483_647
const count = (minimum: number) => Schema.Number.pipe(Schema.int(), Schema.between(minimum, maxInteger))

const Reindex = Schema.Struct({
  domains: Schema.optional(
    Schema.Array(domainName("Domain")).annotations({ description: "Domains to index; all by default" })
  ),
  chunk_size: withExample(
    Schema.optional(count(1).annotations({ description: "Number of documents per domain; all by default" })),
    500
  ),
  chunk_offset: Schema.optional(count(0).annotations({ description: "`next_offset` of the previous chunk" }))
}).annotations({ identifier: "Reindex" })

const Reindexed = Schema.Struct({
  domains: field(
    Schema.Record({
      key: Schema.String,
      value: Schema.Struct({
        indexed: field(Schema.Number, "Number of documents indexed", 4200),
        took_ms: field(Schema.Number, "Duration in milliseconds", 840),
        total: field(Schema.optional(Schema.Number), "Total number", 1234),
        has_more: field(Schema.optional(Schema.Boolean), "Whether more items follow"),
        next_offset: field(
          Schema.optional(Schema.NullOr(Schema.Number)),
          "Offset of the next chunk; null at the end",
          500
        ),
        error: field(
          Schema.optional(Schema.String),
          "One-line description of the error",
          "limit must be a whole number from 1 to 50"
        )
      })
    }),
    "Status of each domain",
    {
      listening: {
        indexed: 4200,
        took_ms: 840,
        total: 1234,
        has_more: true,
        next_offset: 500,
        error: "limit must be a whole number from 1 to 50"
      }
    }
  )
}).annotations({ identifier: "Reindexed" })

export class SearchAdminApi extends HttpApiGroup.make("searchAdmin")
  .add(
    post("reindex", "/reindex-search", "Rebuild the search index")
      .setPayload(body(Reindex))
      .addSuccess(Reindexed)
      .addSuccess(SyncQueued)
      .addError(TooLarge)
      .annotate(Works, true)
      .annotate(
        Description,
        describeJob(
          "Rebuilds the search index during operation, with one run per domain. Not needed in normal " +
            "operation: documents " +
            `change with their records. With a \`chunk_size\` of up to ${smallChunk} it responds with 200 ` +
            "when the chunk is done."
        )
      )
  )
  .annotate(Description, "Management of the search index. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

const viewOf = ({ indexed, milliseconds, next, total }: ReindexReport) => ({
  indexed,
  took_ms: milliseconds,
  total,
  has_more: Option.isSome(next),
  next_offset: Option.getOrNull(next)
})

export const searchAdmin = handlersFor(SearchAdminApi)([SearchIndex, Jobs], (index, jobs) => {
  // One domain at a time, since all write to the same table.
  const semaphore = Effect.unsafeMakeSemaphore(1)
  const renewNow = (requestedDomains: ReadonlySet<Domain>, size: number, offset: number) =>
    Effect.map(
      Effect.forEach(requestedDomains, (domain) =>
        Effect.map(
          index.reindex(domain, { size: Option.some(size), offset }),
          (renewed) => [domain, viewOf(renewed)] as const
        )
      ),
      (renewed) => ({ domains: Object.fromEntries(renewed) })
    )
  const startJobs = (requestedDomains: ReadonlySet<Domain>, size: number | undefined, offset: number) =>
    Effect.map(
      Effect.forEach(requestedDomains, (domain) =>
        jobs.start({
          name: `reindex-search:${domain}`,
          domain,
          work: (progress) =>
            semaphore.withPermits(1)(
              Effect.map(index.reindex(domain, { size: Option.fromNullable(size), offset }, progress), (renewed) =>
                jobReport(renewed.indexed, viewOf(renewed))
              )
            )
        })
      ),
      queued
    )
  return {
    reindex: ({ payload: { chunk_offset = 0, chunk_size, domains: requestedDomains } }) =>
      Effect.gen(function* () {
        const chosen = new Set(yield* Effect.forEach(requestedDomains ?? (yield* domainNames), acceptDomain))
        const answer: Effect.Effect<Reindexed | Queued, StorageFailure> =
          chunk_size !== undefined && chunk_size <= smallChunk
            ? renewNow(chosen, chunk_size, chunk_offset)
            : startJobs(chosen, chunk_size, chunk_offset)
        return yield* answer
      })
  }
})

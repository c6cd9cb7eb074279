import type { Domain } from "@daybook/core"
import type { ImageRecords } from "@daybook/core/images"
import type { EntityType } from "@daybook/core/shared"
import type { Job, JobReport, Jobs, StartedRun } from "@daybook/core/sync"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Description } from "@effect/platform/OpenApi"
import { type Context, Effect, Schema } from "effect"
import { field, sourceField, withExample } from "@daybook/core/shared"
import { body } from "./body.js"
import { Works, post } from "./endpoints.js"
import { TooLarge } from "./errors.js"

/** The response to a started job or sync: its runs. */
export const SyncQueued = Schema.Struct({
  run_id: field(Schema.Number, "Id of the run; `GET /v1/admin/sync/runs/{id}` reports its status", 812),
  status: field(Schema.Literal("queued"), "Status"),
  runs: field(
    Schema.Array(
      Schema.Struct({
        source: sourceField,
        run_id: field(Schema.Number, "Id of the run; `GET /v1/admin/sync/runs/{id}` reports its status", 812)
      })
    ),
    "One run per source"
  )
}).annotations({ identifier: "SyncQueued", ...HttpApiSchema.annotations({ status: 202 }) })

export const queued = (runs: ReadonlyArray<StartedRun>): typeof SyncQueued.Type => ({
  run_id: runs[0]?.run ?? 0,
  status: "queued",
  runs: runs.map(({ run, source }) => ({ source, run_id: run }))
})

/** The description of an operation that starts a job. */
export const describeJob = (description: string) =>
  `${description} Responds immediately with a run; ` +
  "`GET /v1/admin/sync/runs/{id}` has its progress and `result`. While it runs, further requests return the same run."

/** An endpoint that starts a job. */
export const startsJob = <const Name extends string>(
  name: Name,
  path: `/${string}`,
  summary: string,
  description: string
) =>
  post(name, path, summary).addSuccess(SyncQueued).annotate(Works, true).annotate(Description, describeJob(description))

/** Starts a job and responds with its run. */
export const startJob = (jobs: Jobs, name: string, domain: Domain, work: Job["work"]) =>
  Effect.map(jobs.start({ name, domain, work }), (run) => queued([run]))

/** The report of a job without failures. */
export const jobReport = (changed: number, result: object): JobReport => ({ changed, result: { ...result } })

const count = (min: number, max: number, description: string) =>
  Schema.Number.pipe(Schema.int(), Schema.between(min, max)).annotations({
    description,
    message: () => ({ message: `must be a whole number from ${min} to ${max}`, override: true })
  })

const defaultLimit = 50

/** Which pictures to look for again; `type` lists the domain's kinds of picture. */
export const Backfill = <A extends string>(type: Schema.Schema<A>) =>
  Schema.Struct({
    type: Schema.optional(type.annotations({ description: "Kind of entity" })),
    limit: withExample(Schema.optional(count(1, 200, `Maximum number of pictures, ${defaultLimit} by default`)), 50),
    offset: Schema.optional(count(0, 1_000_000, "Number of items to skip")),
    dry_run: Schema.optional(Schema.Boolean.annotations({ description: "Only count the pictures" })),
    force: Schema.optional(
      Schema.Boolean.annotations({ description: "Also replace pictures already found, except those chosen by hand" })
    )
  })

const PicturesQueued = Schema.Struct({
  status: field(Schema.Literal("queued", "dry_run"), "Status"),
  queued: field(Schema.Number, "Number of pictures queued for retrieval", 12)
}).annotations({ identifier: "PicturesQueued" })

/** An endpoint that queues the missing `pictures`, such as "pictures of discs". */
export const queuesPictures = <const Name extends string, A extends BackfillRequest, I>(
  name: Name,
  path: `/${string}`,
  summary: string,
  { pictures, request }: { readonly pictures: string; readonly request: Schema.Schema<A, I> }
) =>
  post(name, path, summary)
    .setPayload(body(request))
    .addSuccess(PicturesQueued)
    .addError(TooLarge)
    .annotate(Description, `Queues missing ${pictures} for retrieval now instead of at their next scheduled attempt.`)

interface BackfillRequest {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly dry_run?: boolean | undefined
  readonly force?: boolean | undefined
}

/** Queues the pictures; a background worker fetches them. */
export const queueBackfill = (
  images: Context.Tag.Service<ImageRecords>,
  domain: Domain,
  types: ReadonlyArray<EntityType>,
  request: BackfillRequest
) =>
  Effect.map(
    images.refetch({
      domain,
      types,
      force: request.force ?? false,
      dryRun: request.dry_run ?? false,
      limit: request.limit ?? defaultLimit,
      offset: request.offset ?? 0
    }),
    (queued): typeof PicturesQueued.Type => ({ status: request.dry_run === true ? "dry_run" : "queued", queued })
  )

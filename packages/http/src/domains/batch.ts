import { field, withExample } from "@daybook/core/shared"
import type { ApiKey } from "@daybook/core/keys"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Schema } from "effect"
import { admissionOf } from "../front/requests.js"
import type { InsideAnswer, SendInside } from "../inside.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { ForReaders, post } from "../kit/endpoints.js"
import { type ErrorEnvelope, TooLarge, badRequest } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

/** How the host answers the reads of a batch. */
export class BatchReads extends Context.Tag("@daybook/http/BatchReads")<
  BatchReads,
  {
    /** Whether the target is a read whose answer is JSON and does not wait. */
    readonly accepts: (target: string) => boolean
    readonly sendAs: (key: ApiKey) => SendInside
  }
>() {}

/** Reads in one batch: twice what the largest page shows. */
const maxReads = 40
/** Reads of one batch at a time, so that it takes no more of the host than a few clients. */
const concurrency = 4
const maxTargetLength = 2_048

const BatchRead = Schema.Struct({
  path: withExample(
    Schema.String.pipe(Schema.maxLength(maxTargetLength)).annotations({
      description: "Path with its query, as a GET of its own would have it"
    }),
    "/v1/listening/streaks"
  ),
  etag: withExample(
    Schema.optional(Schema.String).annotations({ description: "`etag` of an earlier answer, for a 304 without body" }),
    '"kq0V7n7c0bG3yq2m8cVbQe1rT5w"'
  )
})

const Batch = Schema.Struct({
  reads: Schema.Array(BatchRead)
    .pipe(Schema.minItems(1), Schema.maxItems(maxReads))
    .annotations({ description: `The reads to answer, at most ${maxReads}` })
}).annotations({ identifier: "Batch" })

const BatchAnswers = Schema.Struct({
  data: field(
    Schema.Array(
      Schema.Struct({
        path: field(Schema.String, "The path as it was sent", "/v1/listening/streaks"),
        status: field(Schema.Number, "Status that a GET of its own would have; 304 if `etag` is still current", 200),
        etag: field(Schema.NullOr(Schema.String), "To send with the next request; null without one", null),
        body: field(Schema.Unknown, "The answer; null with 304", { current: null })
      })
    ),
    "The answers, in the order of the reads"
  )
}).annotations({ identifier: "BatchAnswers" })

/** Many reads in one request. */
export class BatchApi extends HttpApiGroup.make("batch")
  .add(
    post("read", "/batch", "Answer many reads")
      .setPayload(body(Batch))
      .addSuccess(BatchAnswers)
      .addError(TooLarge)
      .annotate(ForReaders, true)
      .annotate(
        Description,
        `Answers up to ${maxReads} reads at once, each as a GET of its own would be. Counts as one request. Takes reads ` +
          "of records and statistics whose answer is JSON: not those of the operator, pictures, streams, exports and " +
          "`/v1/changes`. A read that fails has its error as `body` and does not affect the others."
      )
  )
  .annotate(Description, "Many reads in one request, for pages that show many things.")
  .middleware(Authentication) {}

const refused = (path: string): ErrorEnvelope =>
  badRequest(`${path.split("?")[0]!} is no read for a batch; send it as a request of its own`)

interface Part extends Pick<InsideAnswer, "status" | "text" | "etag"> {
  readonly path: string
}

const failed = (path: string, error: ErrorEnvelope): Part => ({
  path,
  status: error.status,
  etag: null,
  text: JSON.stringify(error)
})

/** The bodies are JSON already: parsing them only to write them again would cost more than reading them. */
const textOf = ({ etag, path, status, text }: Part): string =>
  `{"path":${JSON.stringify(path)},"status":${status},"etag":${JSON.stringify(etag)},"body":${text === "" ? "null" : text}}`

export const batch = handlersFor(BatchApi)([BatchReads], ({ accepts, sendAs }) => ({
  read: ({ payload: { reads }, request }) => {
    const send = sendAs(admissionOf(request).key!)
    const answer = ({ etag, path }: typeof BatchRead.Type): Effect.Effect<Part> =>
      accepts(path)
        ? Effect.map(
            Effect.promise((signal) =>
              send({ method: "GET", target: path, ...(etag === undefined ? {} : { etag }) }, signal)
            ),
            (part) => ({ path, ...part })
          )
        : Effect.succeed(failed(path, refused(path)))
    return Effect.map(Effect.forEach(reads, answer, { concurrency }), (parts) =>
      HttpServerResponse.text(`{"data":[${parts.map(textOf).join(",")}]}`, { contentType: "application/json" })
    )
  }
}))

import { NoData } from "@daybook/core/shared"
import { RawPayloadView, RawStore, rawFileName, rawPayloadView } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers } from "../kit/body.js"
import { WithoutLens, dataOf, get } from "../kit/endpoints.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId, limit, query, text } from "../kit/params.js"

const Payloads = query(
  {
    limit: limit(1_000),
    source: text("Only payloads of this source"),
    key: text("Only payloads of this address or file, as `key` has it")
  },
  { limit: 100 }
)

/** A browser must not show what a provider sent as a page of this host. */
const contentType = "application/octet-stream"
const RawContent = HttpApiSchema.Uint8Array({ contentType }).annotations({
  description: "The bytes as they were sent, without secrets"
})

/** What could not be parsed. */
export class RawApi extends HttpApiGroup.make("raw")
  .add(
    get("list", "/", "List raw payloads")
      .setUrlParams(Payloads.params)
      .addSuccess(dataOf(Schema.Array(RawPayloadView)))
      .annotate(
        Description,
        "Answers of providers and export files that could not be parsed, the newest first. They are stored with " +
          "`DAYBOOK_RAW=failed`."
      )
  )
  .add(
    get("read", "/:id", "Read a raw payload")
      .setPath(byId("Id of the payload"))
      .addSuccess(RawContent)
      .addError(NotFound)
      .annotateContext(
        alsoAnswers(200, {
          headers: {
            "Content-Disposition": "`attachment` with the name of the payload",
            "X-Content-Type-Options": "`nosniff`"
          }
        })
      )
      .annotate(WithoutLens, true)
      .annotate(Description, "The payload as it was sent, without secrets.")
  )
  .annotate(Description, "Answers and files that could not be parsed. Needs an admin key.")
  .prefix("/admin/raw")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const raw = handlersFor(RawApi)([RawStore], (store) => ({
  list: ({ urlParams }) =>
    Payloads.use(urlParams, ({ key, limit, source }) =>
      Effect.map(store.list({ source, key, limit }), (payloads) => ({ data: payloads.map(rawPayloadView) }))
    ),
  read: ({ path: { id } }) =>
    Effect.gen(function* () {
      const payload = yield* store.get(id)
      if (Option.isNone(payload)) return yield* new NoData({ what: `raw payload ${id}` })
      const { bytes } = payload.value
      return HttpServerResponse.uint8Array(bytes, {
        contentType,
        headers: { "content-disposition": `attachment; filename="${rawFileName(payload.value)}"` }
      })
    })
}))

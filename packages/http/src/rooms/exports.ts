import { Domain, domains } from "@daybook/core"
import { Exports, jsonDocument, lines } from "@daybook/core/export"
import { Calendar } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { DateTime, Effect, Schema, Stream } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { alsoAnswers } from "../shared/documented.js"
import { Forbidden } from "../shared/errors.js"
import { oneOf } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

const Row = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const Export = Schema.Struct({
  domain: Domain,
  exported_at: Schema.String.annotations({ description: "ISO 8601, UTC" }),
  tables: Schema.Record({ key: Schema.String, value: Schema.Array(Row) })
}).annotations({ identifier: "Export" })

const Format = query({ format: oneOf(["json", "ndjson"], "One JSON document, or a JSON object a line for each row") }, { format: "json" })

const ndjson = {
  type: "application/x-ndjson",
  schema: { type: "string", description: "With `format=ndjson`: a line for each row, an object with `table` and `row`" },
  example: "{\"table\":\"listening_plays\",\"row\":{\"id\":42}}\n"
}

/** Everything stored, to take away (contract §13). */
export class ExportsApi extends HttpApiGroup.make("exports")
  .add(HttpApiEndpoint.get("domain", "/:domain").setPath(Schema.Struct({ domain: oneOf(domains, "The domain") })).setUrlParams(Format.params).addSuccess(Export)
    .annotateContext(alsoAnswers(200, { bodies: [ndjson], headers: { "Content-Disposition": "Names the file: attachment, with the domain and the day" } }))
    .annotate(Description, "Every table of a domain, streamed. No secrets are in it."))
  .annotate(Description, "Exports. Needs an admin key.")
  .prefix("/admin/export")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const exports = room(ExportsApi)(Effect.map(Effect.all([Exports, Calendar]), ([exports, calendar]) => ({
  domain: ({ path: { domain }, urlParams }) =>
    Format.ask(urlParams, ({ format }) =>
      Effect.gen(function*() {
        const tables = exports.tables(domain)
        const now = DateTime.formatIso(yield* DateTime.now)
        const file = `${domain}-export-${yield* calendar.today}.${format}`
        return HttpServerResponse.stream(Stream.encodeText(format === "json" ? jsonDocument(domain, now, tables) : lines(tables)), {
          contentType: format === "json" ? "application/json" : "application/x-ndjson",
          headers: { "content-disposition": `attachment; filename="${file}"` }
        })
      }))
})))

import { Domain } from "@daybook/core"
import { Exports, jsonDocument, lines } from "@daybook/core/export"
import { Calendar, field } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { DateTime, Effect, Schema, Stream } from "effect"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers } from "../kit/body.js"
import { OnPlatform, get } from "../kit/endpoints.js"
import { Forbidden } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { acceptDomain, domainName } from "../kit/names.js"
import { oneOf, query } from "../kit/params.js"

const Row = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const Export = Schema.Struct({
  domain: field(Domain, "Domain of the record"),
  exported_at: field(Schema.String, "ISO 8601, UTC", "2026-03-14T20:15:00.000Z"),
  tables: field(Schema.Record({ key: Schema.String, value: Schema.Array(Row) }), "Rows of every table, by table name", {
    listening_plays: [{ listening_plays: null }]
  })
}).annotations({ identifier: "Export" })

const Format = query(
  { format: oneOf(["json", "ndjson"], "`json`: one document; `ndjson`: one line per row") },
  { format: "json" }
)

const ndjson = {
  type: "application/x-ndjson",
  schema: { type: "string", description: "With `format=ndjson`: one line per row, an object with `table` and `row`" },
  example: '{"table":"listening_plays","row":{"id":42}}\n'
}

/** Exports of all stored data. */
export class ExportsApi extends HttpApiGroup.make("exports")
  .add(
    get("domain", "/:domain", "Export a domain")
      .setPath(Schema.Struct({ domain: domainName("Domain") }))
      .setUrlParams(Format.params)
      .addSuccess(Export)
      .annotateContext(
        alsoAnswers(200, {
          bodies: [ndjson],
          headers: { "Content-Disposition": "`attachment` with a file name of domain and date" }
        })
      )
      .annotate(OnPlatform, true)
      .annotate(Description, "Streams every table of a domain, without secrets.")
  )
  .annotate(Description, "Exports. Needs an admin key.")
  .prefix("/admin/export")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const exports = handlersFor(ExportsApi)([Exports, Calendar], (exports, calendar) => ({
  domain: ({ path, urlParams }) =>
    Format.use(urlParams, ({ format }) =>
      Effect.gen(function* () {
        const domain = yield* acceptDomain(path.domain)
        const tables = exports.tables(domain)
        const now = DateTime.formatIso(yield* DateTime.now)
        const file = `${domain}-export-${yield* calendar.today}.${format}`
        return HttpServerResponse.stream(
          Stream.encodeText(format === "json" ? jsonDocument(domain, now, tables) : lines(tables)),
          {
            contentType: format === "json" ? "application/json" : "application/x-ndjson",
            headers: { "content-disposition": `attachment; filename="${file}"` }
          }
        )
      })
    )
}))

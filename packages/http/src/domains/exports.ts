import { Domain } from "@daybook/core"
import { Exports, jsonDocument, lines } from "@daybook/core/export"
import { Deflate, ExportableRecords, exportFormatNames, exportFormats, fileNameOf } from "@daybook/core/formats"
import { Calendar, field } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { DateTime, Effect, Schema, Stream } from "effect"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers } from "../kit/body.js"
import { WithoutLens, get } from "../kit/endpoints.js"
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

const FormatOf = Schema.Struct({
  format: oneOf(exportFormatNames, "Format of the file; each holds the records of one domain")
})

const archive = HttpApiSchema.Uint8Array({ contentType: "application/zip" }).annotations({
  description: "The file. Its content type is that of the format."
})

const textFile = (type: string, description: string, example: string) => ({
  type,
  schema: { type: "string", description },
  example
})

const traktHistory = {
  type: "application/json",
  schema: {
    type: "array",
    items: { type: "object" },
    description: "With `format=trakt`: the entries of a history as Trakt exports it"
  },
  example: [
    {
      ...{ id: 7, watched_at: "2026-03-14T20:15:00.000Z", action: "scrobble", type: "movie" },
      movie: { title: "The Tide", year: 2024, ids: { tmdb: 603 } }
    }
  ]
}

const otherFiles = [
  traktHistory,
  textFile("text/csv", "With `format=lastfm-csv`: a header and a row for every play", "uts,utc_time,artist,…\r\n"),
  textFile("text/html", "With `format=netscape-bookmarks`: links in folders", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n"),
  textFile("text/calendar", "With `format=ics`: a calendar (RFC 5545)", "BEGIN:VCALENDAR\r\n")
]

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
      .annotate(WithoutLens, true)
      .annotate(Description, "Streams every table of a domain, without secrets.")
  )
  .add(
    get("format", "/", "Export a file that other programs read")
      .setUrlParams(FormatOf)
      .addSuccess(archive)
      .annotateContext(
        alsoAnswers(200, {
          bodies: otherFiles,
          headers: { "Content-Disposition": "`attachment` with a file name of format and date" }
        })
      )
      .annotate(WithoutLens, true)
      .annotate(
        Description,
        "Streams the visible records of one domain in a format that other services read. Without records, the file is" +
          " valid and empty."
      )
  )
  .annotate(Description, "Exports. Needs an admin key.")
  .prefix("/admin/export")
  .addError(Forbidden)
  .middleware(Authentication) {}

const attachment = (name: string) => ({ "content-disposition": `attachment; filename="${name}"` })

const files = [Exports, ExportableRecords, Deflate, Calendar] as const

export const exports = handlersFor(ExportsApi)(files, (exports, records, deflate, calendar) => ({
  domain: ({ path, urlParams }) =>
    Format.use(urlParams, ({ format }) =>
      Effect.gen(function* () {
        const domain = yield* acceptDomain(path.domain)
        const tables = exports.tables(domain)
        const now = DateTime.formatIso(yield* DateTime.now)
        return HttpServerResponse.stream(
          Stream.encodeText(format === "json" ? jsonDocument(domain, now, tables) : lines(tables)),
          {
            contentType: format === "json" ? "application/json" : "application/x-ndjson",
            headers: attachment(`${domain}-export-${yield* calendar.today}.${format}`)
          }
        )
      })
    ),
  format: ({ urlParams }) =>
    Effect.map(calendar.today, (today) => {
      const format = exportFormats[urlParams.format]
      const file = format
        .write(Effect.void)
        .pipe(Stream.provideService(ExportableRecords, records), Stream.provideService(Deflate, deflate))
      return HttpServerResponse.stream(file, {
        contentType: format.contentType,
        headers: attachment(fileNameOf(format, today))
      })
    })
}))

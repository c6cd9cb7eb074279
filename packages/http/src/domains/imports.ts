import { type ImportRequest, ImportView, Imports, importView } from "@daybook/core/imports"
import { BadInput, Calendar } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Description } from "@effect/platform/OpenApi"
import { Clock, Context, Effect, Schema, Stream } from "effect"
import type { IncomingMessage } from "node:http"
import { Authentication } from "../kit/authentication.js"
import { discardRest } from "../front/discardRest.js"
import { StreamsBody, alsoTakes } from "../kit/body.js"
import { Deleted, Works, dataOf, del, deleted, get, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NoSpace, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId, flag, query, text } from "../kit/params.js"

const New = query(
  {
    source: text("Source that the file was exported from; by default its content decides"),
    dry_run: flag("Only report what an import would do; `start` then imports it"),
    name: text("Name of the file, for people")
  },
  { dry_run: false }
)

const accepted = ImportView.annotations(HttpApiSchema.annotations({ status: 202 }))

const exportFile = {
  type: "application/octet-stream",
  schema: { type: "string", format: "binary", description: "The export file, as the provider made it" },
  example:
    'uts,utc_time,artist,album,track\n1763700000,"21 Nov 2025, 04:40",Hollow Lanterns,Tin Roof Hours,Ferry Song\n'
}

const id = byId("Id of the import")

/** Export files that clients hand in. */
export class ImportsApi extends HttpApiGroup.make("imports")
  .add(
    post("create", "/import", "Import an export file")
      .setUrlParams(New.params)
      .addSuccess(accepted)
      .addError(Contradiction)
      .addError(TooLarge)
      .addError(NoSpace)
      .annotateContext(Context.make(StreamsBody, true))
      .annotate(Works, true)
      .annotateContext(alsoTakes(exportFile))
      .annotate(
        Description,
        "Takes an export file as the body, of whatever content type, and answers 202 once it has arrived; a host " +
          "then reads it. Without `source` it is recognised by its content, never by its name. The largest file is " +
          "2 GiB unless the host is set otherwise. Importing a file twice changes nothing."
      )
  )
  .add(
    get("list", "/imports", "List imports")
      .addSuccess(dataOf(Schema.Array(ImportView)))
      .annotate(Description, "The newest 200 imports, newest first.")
  )
  .add(
    get("import", "/imports/:id", "Import detail")
      .setPath(id)
      .addSuccess(ImportView)
      .addError(NotFound)
      .annotate(
        Description,
        "State and progress of an import. A stream with the topic `sync` tells when to ask again: its events have the `run_id`."
      )
  )
  .add(
    post("start", "/imports/:id/start", "Start an import")
      .setPath(id)
      .addSuccess(accepted)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Works, true)
      .annotate(Description, "Imports a file after its dry run, or goes on after a stop or a failure.")
  )
  .add(
    post("stop", "/imports/:id/stop", "Stop an import")
      .setPath(id)
      .addSuccess(ImportView)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Works, true)
      .annotate(Description, "Stops a dry run or an import within seconds. Records that were stored stay.")
  )
  .add(
    del("remove", "/imports/:id", "Delete an import")
      .setPath(id)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Deletes an import and its file, and stops it if it runs. Records that were stored stay.")
  )
  .annotate(Description, "Imports of export files. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

/** After this time without a byte, a file is given up. */
const patience = "60 seconds"
/** The bytes of a body while they arrive. Unlike the platform's stream it leaves the connection open for the answer. */
const bytesOf = (source: IncomingMessage): Stream.Stream<Uint8Array, BadInput> =>
  Stream.fromAsyncIterable(
    source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    () => new BadInput({ message: "the file ended before it was complete: send it again" })
  ).pipe(
    Stream.timeoutFail(
      () => new BadInput({ message: `no byte of the file arrived for ${patience}: send it again` }),
      patience
    )
  )

const announcedBytes = (source: IncomingMessage): number | null => {
  const length = Number(source.headers["content-length"] ?? Number.NaN)
  return Number.isSafeInteger(length) ? length : null
}

export const imports = handlersFor(ImportsApi)([Imports, Calendar], (imports, calendar) => {
  const view = (one: Parameters<typeof importView>[0]) =>
    Effect.map(Clock.currentTimeMillis, (now) => importView(one, calendar, now))
  return {
    create: ({ request, urlParams }) =>
      New.use(urlParams, ({ dry_run: isDryRun, name, source }) => {
        const of: ImportRequest = { source, isDryRun, name, announced: announcedBytes(request) }
        return Effect.flatMap(imports.receive(of, bytesOf(request)), view).pipe(
          Effect.onError(() => Effect.sync(() => discardRest(request)))
        )
      }),
    list: () =>
      Effect.zipWith(imports.list, Clock.currentTimeMillis, (all, now) => ({
        data: all.map((one) => importView(one, calendar, now))
      })),
    import: ({ path }) => Effect.flatMap(imports.get(path.id), view),
    start: ({ path }) => Effect.flatMap(imports.start(path.id), view),
    stop: ({ path }) => Effect.flatMap(imports.stop(path.id), view),
    remove: ({ path: { id } }) => Effect.as(imports.remove(id), deleted(id))
  }
})

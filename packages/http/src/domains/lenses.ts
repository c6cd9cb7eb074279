import { type Lens, LensDefinition, Lenses } from "@daybook/core/lenses"
import { BadInput, Timestamp, createdAtField, field, iso, isoOrNull } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Context, Effect, Schema } from "effect"
import type { InsideAnswer } from "../inside.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { created, dataOf, del, get, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { ownerKey } from "../kit/ownerKey.js"
import type { Catalogue } from "../lenses/catalogue.js"
import { problemsOf } from "../lenses/problems.js"
import { reportOf } from "../lenses/report.js"
import { BatchReads } from "./batch.js"

/** What a lens may allow on this host. */
export class LensCatalogue extends Context.Tag("@daybook/http/LensCatalogue")<LensCatalogue, () => Catalogue>() {}

const LensView = Schema.Struct({
  name: field(Schema.String, "Name of the lens", "site"),
  built_in: field(Schema.Boolean, "Whether the lens comes with Daybook"),
  created_at: field(Schema.NullOr(Timestamp), "Time of creation; null if it comes with Daybook", null),
  token_created_at: field(
    Schema.NullOr(Timestamp),
    "Time of the token in addresses of the lens; null if it has none",
    null
  ),
  definition: field(LensDefinition, "The definition, as it was sent"),
  shows: field(
    Schema.Array(
      Schema.Struct({
        operation: field(Schema.String, "Operation that the lens allows", "running.recent"),
        path: field(Schema.String, "Its path", "/v1/running/recent"),
        fields: field(Schema.Array(Schema.String), "Fields that the lens shows, with their paths", ["data.name"]),
        hidden: field(Schema.Array(Schema.String), "Fields that the lens leaves out", ["data.heartrate_avg"])
      })
    ),
    "The allowed operations and their fields"
  ),
  notes: field(Schema.Array(Schema.String), "What the lens does not hide", [
    "Totals count everything, also what lists do not show."
  ])
}).annotations({ identifier: "Lens" })

const Preview = Schema.Struct({
  operation: field(Schema.String, "Operation that the lens allows", "running.recent"),
  params: field(
    Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })),
    "Path and query parameters of the operation",
    { limit: "1" }
  )
}).annotations({ identifier: "LensPreviewRequest" })

const Side = Schema.Struct({
  status: field(Schema.Number, "Status of the answer", 200),
  body: field(Schema.Unknown, "The answer", { data: [] })
})

const Previewed = Schema.Struct({
  operation: field(Schema.String, "Operation that was asked", "running.recent"),
  before: field(Side, "What a read key without a lens gets"),
  after: field(Side, "What a key with the lens gets")
}).annotations({ identifier: "LensPreview" })

const Removed = Schema.Struct({
  message: field(Schema.String, "One-line description of the result", "Removed"),
  name: field(Schema.String, "Name of the lens", "site")
}).annotations({ identifier: "LensRemoved" })

const tokenField = field(
  Schema.String,
  "The token; it appears only in this response",
  "svc_url_EXAMPLEexampleEXAMPLEexample01234567"
)

const NewToken = Schema.Struct({
  name: field(Schema.String, "Name of the lens", "runs"),
  token: tokenField,
  path: field(Schema.String, "How addresses with the token begin", "/p/svc_url_EXAMPLEexampleEXAMPLEexample01234567/"),
  created_at: createdAtField
}).annotations({ identifier: "LensToken" })

const path = Schema.Struct({ name: Schema.String.annotations({ description: "Name of the lens" }) })

export class LensesApi extends HttpApiGroup.make("lenses")
  .add(
    get("list", "/", "List lenses")
      .addSuccess(dataOf(Schema.Array(LensView)))
      .annotate(Description, "All lenses, those that come with Daybook first.")
  )
  .add(
    post("create", "/", "Create a lens")
      .setPayload(body(LensDefinition))
      .addSuccess(created(LensView))
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Creates a lens: what a key may see. What the definition does not name stays hidden. Unknown names are an error."
      )
  )
  .add(
    get("get", "/:name", "Lens detail")
      .setPath(path)
      .addSuccess(LensView)
      .addError(NotFound)
      .annotate(Description, "One lens, with all that it shows.")
  )
  .add(
    del("remove", "/:name", "Remove a lens")
      .setPath(path)
      .addSuccess(Removed)
      .addError(NotFound)
      .addError(Contradiction)
      .annotate(Description, "Removes a lens and revokes its keys on every host within a second.")
  )
  .add(
    post("preview", "/:name/preview", "Preview a lens")
      .setPath(path)
      .setPayload(body(Preview))
      .addSuccess(Previewed)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "The answer of an operation without the lens and through it.")
  )
  .add(
    post("renewToken", "/:name/token", "Renew the token of a lens")
      .setPath(path)
      .addSuccess(created(NewToken))
      .addError(NotFound)
      .annotate(
        Description,
        "Makes a token that opens `/p/{token}/…`, also for a lens that is not public. An earlier token opens nothing more."
      )
  )
  .add(
    del("removeToken", "/:name/token", "Remove the token of a lens")
      .setPath(path)
      .addSuccess(Removed)
      .addError(NotFound)
      .annotate(Description, "Takes the token of a lens away. Its addresses answer 404 on every host within a second.")
  )
  .annotate(Description, "Lenses: what keys may see. Needs an admin key.")
  .prefix("/admin/lenses")
  .addError(Forbidden)
  .middleware(Authentication) {}

const targetOf = (template: string, params: Readonly<Record<string, string>>): string => {
  const inPath = new Set<string>()
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(params[name] ?? "")
  })
  const query = new URLSearchParams(Object.entries(params).filter(([name]) => !inPath.has(name))).toString()
  return query === "" ? path : `${path}?${query}`
}

/** The bodies are JSON already. */
const sideOf = ({ status, text }: InsideAnswer): string => `{"status":${status},"body":${text === "" ? "null" : text}}`

export const lenses = handlersFor(LensesApi)([Lenses, LensCatalogue, BatchReads], (lenses, catalogue, reads) => {
  const view = ({ createdAt, definition }: Lens, token: number | null): typeof LensView.Type => ({
    name: definition.name,
    built_in: createdAt === null,
    created_at: isoOrNull(createdAt),
    token_created_at: isoOrNull(token),
    definition,
    ...reportOf(catalogue(), definition)
  })
  const ask = (key: ReturnType<typeof ownerKey>, target: string) =>
    Effect.promise((signal) => reads.sendAs(key)({ method: "GET", target }, signal))
  const tokenTimes = Effect.map(lenses.tokens, (tokens) => {
    const times = new Map(tokens.map(({ createdAt, lens }) => [lens, createdAt]))
    return (name: string) => times.get(name) ?? null
  })
  return {
    list: () =>
      Effect.zipWith(lenses.list, tokenTimes, (all, timeOf) => ({
        data: all.map((lens) => view(lens, timeOf(lens.definition.name)))
      })),
    create: ({ payload }) =>
      Effect.gen(function* () {
        const problems = problemsOf(catalogue(), payload)
        if (problems.length > 0) return yield* new BadInput({ message: problems.join("; ") })
        yield* lenses.create(payload)
        return view(yield* Effect.orDie(lenses.one(payload.name)), null)
      }),
    get: ({ path: { name } }) =>
      Effect.zipWith(lenses.one(name), tokenTimes, (lens, timeOf) => view(lens, timeOf(name))),
    renewToken: ({ path: { name } }) =>
      Effect.map(lenses.renewToken(name), ({ createdAt, token }) => ({
        name,
        token,
        path: `/p/${token}/`,
        created_at: iso(createdAt)
      })),
    removeToken: ({ path: { name } }) => Effect.as(lenses.removeToken(name), { message: "Removed", name }),
    remove: ({ path: { name } }) => Effect.as(lenses.remove(name), { message: "Removed", name }),
    preview: ({ path: { name }, payload: { operation, params = {} } }) =>
      Effect.gen(function* () {
        yield* lenses.one(name)
        const of = catalogue().get(operation)
        if (of === undefined)
          return yield* new BadInput({ message: `${operation} is not an operation that a lens can allow` })
        const target = targetOf(of.path, params)
        const before = yield* ask(ownerKey("read"), target)
        const after = yield* ask({ ...ownerKey("read"), lens: name }, target)
        return HttpServerResponse.text(
          `{"operation":${JSON.stringify(operation)},"before":${sideOf(before)},"after":${sideOf(after)}}`,
          { contentType: "application/json" }
        )
      })
  }
})

import { GrantSeal, Grants, makeClients } from "@daybook/core/grants"
import { Lenses } from "@daybook/core/lenses"
import { Cause, Effect, Exit, Runtime } from "effect"
import { isRefused, noBody, strangerLimits } from "../front/body.js"
import type { BodyLimits, BodySyntax, ReadBody } from "../front/bodyShape.js"
import type { FrontOptions } from "../front/Front.js"
import { type FindOpenAddress, type OpenAddress, type OpenRequest, everyOrigin } from "../front/openAddresses.js"
import { type Endpoint, jsonAnswer } from "./answers.js"
import { authorizeEndpoints } from "./authorize.js"
import { resourceMetadata, resourcePath, serverMetadata, serverPath } from "./metadata.js"
import { registerEndpoint, revokeEndpoint, tokenEndpoint } from "./tokens.js"

/** How hosted assistants get access. */
export interface OAuthOptions {
  /** True if clients may register themselves. */
  readonly registration: boolean
}

/** A path of OAuth: the endpoint of each method. */
interface Place {
  readonly path: string
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly maxBodyBytes: number
  readonly syntax: BodySyntax
  /** Whether pages of every origin may call it. The endpoints take no cookies. */
  readonly isOpen: boolean
}

const formBytes = 16_384
const registrationBytes = 4_096

const constant =
  (body: object): Endpoint =>
  () =>
    Effect.succeed(jsonAnswer(200, body))

/** The addresses of everything that OAuth serves. */
export const oauthAddresses = Effect.fn("oauthAddresses")(function* (
  front: FrontOptions,
  publicUrl: string,
  resource: string,
  { registration }: OAuthOptions
) {
  const issuer = publicUrl.replace(/\/+$/, "")
  const grants = yield* Grants
  const clients = yield* makeClients(registration)
  const { keys, limits } = front
  const deps = { issuer, resource, clients, grants, seal: yield* GrantSeal, keys, lenses: yield* Lenses, limits }
  const { open, submit } = authorizeEndpoints(deps)
  const placeOf = (path: string, endpoints: Place["endpoints"], more: Partial<Place> = {}): Place => ({
    path,
    endpoints,
    maxBodyBytes: formBytes,
    syntax: "form",
    isOpen: true,
    ...more
  })
  const guarded = constant(resourceMetadata(issuer, resource))
  const places = [
    placeOf(resourcePath, { GET: guarded }),
    placeOf(`${resourcePath}/mcp`, { GET: guarded }),
    placeOf(serverPath, { GET: constant(serverMetadata(issuer, registration)) }),
    placeOf("/oauth/authorize", { GET: open, POST: submit }, { isOpen: false }),
    placeOf("/oauth/token", { POST: tokenEndpoint(deps) }),
    placeOf("/oauth/revoke", { POST: revokeEndpoint(deps) }),
    ...(registration
      ? [
          placeOf(
            "/oauth/register",
            { POST: registerEndpoint(deps) },
            { maxBodyBytes: registrationBytes, syntax: "json" }
          )
        ]
      : [])
  ]
  const runtime = yield* Effect.runtime<never>()
  const byPath = new Map(places.map((place) => [place.path, addressOf(front, place, runtime)]))
  const find: FindOpenAddress = ({ url = "" }) => byPath.get(url.split("?")[0] ?? "")
  return find
})

const addressOf = (front: FrontOptions, place: Place, runtime: Runtime.Runtime<never>): OpenAddress => {
  const { endpoints, isOpen, path } = place
  const methods = Object.keys(endpoints).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
  const readable = "Authorization, Content-Type, Accept, MCP-Protocol-Version"
  return {
    path,
    methods,
    ...(isOpen ? everyOrigin(methods, readable) : { headers: [], preflight: {} }),
    serve: async (open) => {
      const body = await bodyOf(front, place, open)
      if (isRefused(body)) return open.refuse(body)
      const { method, now, request } = open
      const oauthRequest = {
        query: (request.url ?? "").split("?").slice(1).join("?"),
        body: body.toString(),
        contentType: request.headers["content-type"] ?? "",
        address: front.address(request),
        now
      }
      const exit = await Runtime.runPromiseExit(runtime)(endpoints[method]!(oauthRequest))
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      open.send({ ...exit.value, headers: { ...exit.value.headers, Pragma: "no-cache" } })
    }
  }
}

const bodyOf = (front: FrontOptions, { maxBodyBytes, syntax }: Place, { method, request, response }: OpenRequest) => {
  const limits: BodyLimits = { ...strangerLimits, bytes: maxBodyBytes, syntax }
  return method === "POST"
    ? new Promise<ReadBody>((resolve) => front.bodies(request, response, limits, front.address(request), resolve))
    : Promise.resolve(noBody)
}

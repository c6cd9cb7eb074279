import type { BadInput, Conflict, NoData, StorageFailure } from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import type * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, type Types } from "effect"
import { admissionOf } from "../front/Admission.js"
import { answer } from "./answer.js"
import { asItIs } from "./asItIs.js"
import type { Contradiction, NotFound, Refusal } from "./errors.js"
import { within } from "./within.js"

type Endpoints<G extends HttpApiGroup.HttpApiGroup.Any> = HttpApiGroup.HttpApiGroup.Endpoints<G>

/** A handler may fail with what its endpoint documents an answer for. */
type Failure<E> =
  | StorageFailure
  | BadInput
  | (E extends typeof NotFound.Type ? NoData : never)
  | (E extends typeof Refusal.Type ? Refused : never)
  | (E extends typeof Contradiction.Type ? Conflict : never)

/** Where an answer is not one value, such as a long export, a handler gives the response itself. */
type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, E, R> = (
  request: Types.Simplify<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>>
) => Effect.Effect<
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | HttpServerResponse.HttpServerResponse,
  Failure<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | E>,
  R
>

/** One handler for each endpoint of a group, by name. */
export type Handlers<G extends HttpApiGroup.HttpApiGroup.Any, R> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints<G>>]: Handler<
    HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints<G>, Name>,
    HttpApiGroup.HttpApiGroup.Error<G>,
    R
  >
}

/** Binds handlers to a group without knowing the whole API. A missing handler or a wrong answer does not compile. */
export const room = <G extends HttpApiGroup.HttpApiGroup.Any>(_group: G) =>
<R>(make: Effect.Effect<Handlers<G, never>, never, R>) => make

/**
 * Hands a room's handlers to the platform, each failure turned into its envelope. Those that `raw` names read the body
 * themselves.
 */
export const mount = <const H extends Record<string, (request: any) => Effect.Effect<unknown, any>>, R>(
  make: Effect.Effect<H, never, R>,
  raw: ReadonlyArray<keyof H> = []
) =>
<E, P, HR, Es extends HttpApiEndpoint.HttpApiEndpoint.Any>(
  handlers: HttpApiBuilder.Handlers<E, P, HR, Es>
): Effect.Effect<HttpApiBuilder.Handlers<E, P, HR, never>, never, R> =>
  Effect.map(make, (room) =>
    Object.entries(room).reduce<any>((mounted, [name, handle]) =>
      mounted[raw.includes(name) ? "handleRaw" : "handle"](name, written(handlers.group.endpoints[name], answered(handle))), handlers))

type Answered = (request: { readonly request: HttpServerRequest.HttpServerRequest }) => Effect.Effect<any, any>

const written = (endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps | undefined, handle: Answered): Answered => {
  const write = endpoint === undefined ? undefined : asItIs(endpoint.successSchema)
  return write === undefined ? handle : (request) => Effect.map(handle(request), write)
}

/** What changes something may take its time. */
const asked = (handled: Effect.Effect<any, any>, request: HttpServerRequest.HttpServerRequest): Effect.Effect<any, any> =>
  request.method === "GET" ? within(admissionOf(request)?.route.path ?? "", handled) : handled

/** Notes that the handler is through: what fails to decode after that is our answer, not the asker's question. */
const answered = (handle: (request: any) => Effect.Effect<unknown, any>): Answered => (request) =>
  Effect.tap(answer(asked(handle(request), request.request)), () =>
    Effect.sync(() => {
      const admission = admissionOf(request.request)
      if (admission !== undefined) admission.answered = true
    }))

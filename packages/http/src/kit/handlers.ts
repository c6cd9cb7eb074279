import type { Resync } from "@daybook/core/changes"
import type { BadInput, Conflict, FileTooLarge, FullDisk, NoData, StorageFailure } from "@daybook/core/shared"
import type { Refused } from "@daybook/core/webhooks"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Context, Effect, Types } from "effect"
import type { AdmittedRequest } from "../front/requests.js"
import type {
  Contradiction,
  Forbidden,
  HistoryGone,
  LensDenial,
  NoSpace,
  NotFound,
  Refusal,
  TooLarge
} from "./errors.js"

type Endpoints<G extends HttpApiGroup.HttpApiGroup.Any> = HttpApiGroup.HttpApiGroup.Endpoints<G>

/** A handler may only fail with errors that its endpoint documents. */
type Failure<E> =
  | StorageFailure
  | BadInput
  | (E extends typeof NotFound.Type ? NoData : never)
  | (E extends typeof Forbidden.Type ? LensDenial : never)
  | (E extends typeof Refusal.Type ? Refused : never)
  | (E extends typeof Contradiction.Type ? Conflict : never)
  | (E extends typeof TooLarge.Type ? FileTooLarge : never)
  | (E extends typeof NoSpace.Type ? FullDisk : never)
  | (E extends typeof HistoryGone.Type ? Resync : never)

/** A handler may return a response itself, for example a streamed export. */
type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, E> = (
  request: Types.Simplify<
    Omit<HttpApiEndpoint.HttpApiEndpoint.Request<Endpoint>, "request"> & { readonly request: AdmittedRequest }
  >
) => Effect.Effect<
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | HttpServerResponse.HttpServerResponse,
  Failure<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | E>
>

/** The handlers of a group, by endpoint name. */
type Handlers<G extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<Endpoints<G>>]: Handler<
    HttpApiEndpoint.HttpApiEndpoint.WithName<Endpoints<G>, Name>,
    HttpApiGroup.HttpApiGroup.Error<G>
  >
}

type Tags = ReadonlyArray<Context.Tag<any, any>>

/** The handlers of a group and the services that they call. */
export interface GroupHandlers<G extends HttpApiGroup.HttpApiGroup.Any, T extends Tags = Tags> {
  readonly services: T
  readonly make: (...services: { readonly [I in keyof T]: Context.Tag.Service<T[I]> }) => Handlers<G>
}

/** The handlers of every group of an API, by group. */
export type ApiHandlers<Groups extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in HttpApiGroup.HttpApiGroup.Name<Groups>]: GroupHandlers<
    HttpApiGroup.HttpApiGroup.WithName<Groups, Name>,
    any
  >
}

/**
 * Types the handlers of a group. A missing handler or a wrong result does not compile. Nothing runs at import, so that
 * a bundler drops handlers from a client that imports only the contract.
 */
export const handlersFor =
  <G extends HttpApiGroup.HttpApiGroup.Any>(_group: G) =>
  <const T extends Tags>(services: T, make: GroupHandlers<G, T>["make"]): GroupHandlers<G, T> => ({ services, make })

import type { DeclaredDomain } from "@daybook/core/domain"
import type { DeclaredGroups } from "@daybook/http/contract"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type { HttpApiEndpoint } from "@effect/platform/HttpApiEndpoint"
import type { HttpApiGroup } from "@effect/platform/HttpApiGroup"
import { Cause, Effect, Exit, Layer, Option, Predicate } from "effect"
import { type ClientOptions, type Groups, make } from "./effect.js"
import { DaybookError } from "./error.js"

export type { ClientOptions } from "./effect.js"

export { DaybookError } from "./error.js"

/** Options of a call. `signal` aborts it, as for `fetch`. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

type Method<Endpoint> = [Endpoint] extends [
  HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
]
  ? (
      request: HttpApiEndpoint.ClientRequest<Path, UrlParams, Payload, Headers, false>,
      options?: CallOptions
    ) => Promise<Success>
  : never

type Methods<Group> = [Group] extends [HttpApiGroup<infer _Name, infer Endpoints, infer _Error, infer _R>]
  ? { readonly [Endpoint in Endpoints as HttpApiEndpoint.Name<Endpoint>]: Method<Endpoint> }
  : never

/** One method per endpoint, by group: `daybook.listening.streaks()`. */
export type Client = { readonly [Name in HttpApiGroup.Name<Groups>]: Methods<HttpApiGroup.WithName<Groups, Name>> }

type DeclaredMethod<C> = C extends { readonly request: infer Request; readonly answer: infer Answer }
  ? (request: Request, options?: CallOptions) => Promise<Answer>
  : never

/** The groups of declared domains: `daybook.books.recent({ urlParams: {} })`. */
export type DeclaredClient<D extends ReadonlyArray<DeclaredDomain>> = {
  readonly [Group in keyof DeclaredGroups<D>]: {
    readonly [Name in keyof DeclaredGroups<D>[Group]]: DeclaredMethod<DeclaredGroups<D>[Group][Name]>
  }
}

export interface PromiseClientOptions<
  D extends ReadonlyArray<DeclaredDomain> = ReadonlyArray<DeclaredDomain>
> extends ClientOptions<D> {
  /** Replaces the global `fetch`, for example with a wrapper or a framework's own. */
  readonly fetch?: typeof globalThis.fetch
}

type Call = (request: unknown) => Effect.Effect<unknown, unknown>

const isEnvelope = (error: unknown): error is { readonly error: string; readonly status: number } =>
  Predicate.hasProperty(error, "error") &&
  Predicate.isString(error.error) &&
  Predicate.hasProperty(error, "status") &&
  Predicate.isNumber(error.status)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const errorOf = (cause: Cause.Cause<unknown>, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted === true) return signal.reason
  const error = Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))
  if (isEnvelope(error)) return new DaybookError(error.error, error.status, error)
  const status =
    Predicate.hasProperty(error, "response") && Predicate.hasProperty(error.response, "status")
      ? error.response.status
      : 0
  return new DaybookError(messageOf(error), Predicate.isNumber(status) ? status : 0, error)
}

const toPromise =
  (call: Call) =>
  async (request: unknown, options: CallOptions = {}): Promise<unknown> => {
    const exit = await Effect.runPromiseExit(call(request), options)
    if (Exit.isSuccess(exit)) return exit.value
    throw errorOf(exit.cause, options.signal)
  }

const mapValues = <A, B>(record: object, change: (value: A) => B) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/**
 * Creates a Promise client with one method per endpoint, for browsers, edge runtimes and Node. A failed call rejects
 * with a `DaybookError`. `domains` adds the groups of domains that the host's configuration declares.
 */
export const createClient = <const D extends ReadonlyArray<DeclaredDomain> = readonly []>({
  fetch,
  ...options
}: PromiseClientOptions<D>): Client & DeclaredClient<D> => {
  const httpClient =
    fetch === undefined
      ? FetchHttpClient.layer
      : Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  const client = Effect.runSync(Effect.provide(make(options), httpClient))
  return mapValues(client, (group: object) => mapValues(group, toPromise)) as unknown as Client & DeclaredClient<D>
}

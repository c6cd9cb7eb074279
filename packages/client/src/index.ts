import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type { HttpApiEndpoint } from "@effect/platform/HttpApiEndpoint"
import type { HttpApiGroup } from "@effect/platform/HttpApiGroup"
import { Cause, Effect, Exit, Layer, Option, Predicate } from "effect"
import { type ClientOptions, type Groups, make } from "./effect.js"

export type { ClientOptions } from "./effect.js"

/** A call that did not succeed. `message` is the host's own where the host answered. */
export class DaybookError extends Error {
  override readonly name = "DaybookError"
  /** The HTTP status; 0 if no usable answer arrived. */
  readonly status: number
  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** Ends the call early, as for `fetch`. */
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
] ? (request: HttpApiEndpoint.ClientRequest<Path, UrlParams, Payload, Headers, false>, options?: CallOptions) => Promise<Success>
  : never

type Methods<Group> = [Group] extends [HttpApiGroup<infer _Name, infer Endpoints, infer _Error, infer _R>]
  ? { readonly [Endpoint in Endpoints as HttpApiEndpoint.Name<Endpoint>]: Method<Endpoint> }
  : never

/** One method for each endpoint, by group: `daybook.listening.streaks()`. */
export type Client = {
  readonly [Name in HttpApiGroup.Name<Groups>]: Methods<HttpApiGroup.WithName<Groups, Name>>
}

export interface PromiseClientOptions extends ClientOptions {
  /** Replaces the global `fetch`: a wrapper, or one of a framework. */
  readonly fetch?: typeof globalThis.fetch
}

type Call = (request: unknown) => Effect.Effect<unknown, unknown>

const isEnvelope = (error: unknown): error is { readonly error: string; readonly status: number } =>
  Predicate.hasProperty(error, "error") && Predicate.isString(error.error) &&
  Predicate.hasProperty(error, "status") && Predicate.isNumber(error.status)

const messageOf = (error: unknown): string => error instanceof Error ? error.message : String(error)

const errorOf = (cause: Cause.Cause<unknown>, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted === true) return signal.reason
  const error = Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))
  if (isEnvelope(error)) return new DaybookError(error.error, error.status, error)
  const status = Predicate.hasProperty(error, "response") && Predicate.hasProperty(error.response, "status") ? error.response.status : 0
  return new DaybookError(messageOf(error), Predicate.isNumber(status) ? status : 0, error)
}

const promised = (call: Call) => async (request: unknown, options: CallOptions = {}): Promise<unknown> => {
  const exit = await Effect.runPromiseExit(call(request), options)
  if (Exit.isSuccess(exit)) return exit.value
  throw errorOf(exit.cause, options.signal)
}

const mapValues = <A, B>(record: object, change: (value: A) => B) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

/**
 * A client with one method for each endpoint, whose calls are promises: browsers, edge runtimes and Node.
 * A call that does not succeed rejects with a `DaybookError`.
 */
export const createClient = ({ fetch, ...options }: PromiseClientOptions): Client => {
  const fetching = fetch === undefined ? FetchHttpClient.layer
    : Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
  const client = Effect.runSync(Effect.provide(make(options), fetching))
  return mapValues(client, (group: object) => mapValues(group, promised)) as unknown as Client
}

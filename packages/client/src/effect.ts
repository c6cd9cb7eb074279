import { Api } from "@daybook/http/contract"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Effect, Redacted } from "effect"

export interface ClientOptions {
  /** Address of the host including its base path, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string | URL
  readonly key: string | Redacted.Redacted
}

/** The endpoint groups of the contract. */
export type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never

export type DaybookClient = HttpApiClient.Client<
  Groups,
  typeof Api extends HttpApi.HttpApi<string, Groups, infer E, infer _R> ? E : never,
  never
>

/**
 * Creates a client with one typed method per endpoint: `client.listening.streaks()`. Documented error envelopes are
 * typed failures. Needs an `HttpClient`, such as the platform's `FetchHttpClient.layer`.
 */
export const make = (options: ClientOptions): Effect.Effect<DaybookClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  })

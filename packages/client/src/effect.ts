import { Api } from "@daybook/http/contract"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Effect, Redacted } from "effect"

export interface ClientOptions {
  /** Address of the host, with its base path if it has one: `http://127.0.0.1:8787`. */
  readonly baseUrl: string | URL
  readonly key: string | Redacted.Redacted
}

/** The groups of endpoints that the contract consists of. */
export type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never

export type DaybookClient = HttpApiClient.Client<Groups, typeof Api extends HttpApi.HttpApi<string, Groups, infer E, infer _R> ? E : never, never>

/**
 * A client with one method for each endpoint, typed from the contract: `client.listening.streaks()`. The error envelopes
 * that the contract documents are typed failures. Needs an `HttpClient`, such as the platform's `FetchHttpClient.layer`.
 */
export const make = (options: ClientOptions): Effect.Effect<DaybookClient, never, HttpClient.HttpClient> =>
  HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  })

import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Effect, Redacted } from "effect"
import { Api } from "./Api.js"

export interface ClientOptions {
  /** Where the host is, as `http://127.0.0.1:8787`. */
  readonly baseUrl: string | URL
  readonly key: string | Redacted.Redacted
}

/**
 * A client with a method for every endpoint, typed from the contract: `client.listening.streaks()`. Errors that the
 * contract documents are failures of those types. Needs an `HttpClient`, such as the platform's `FetchHttpClient.layer`.
 */
export const make = (options: ClientOptions) =>
  HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  })

export type DaybookClient = Effect.Effect.Success<ReturnType<typeof make>>

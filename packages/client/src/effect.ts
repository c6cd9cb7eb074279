import type { DeclaredDomain } from "@daybook/core/domain"
import { type Api, type DeclaredGroups, apiOf } from "@daybook/http/contract"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { Effect, ParseResult, Redacted } from "effect"

export interface ClientOptions<D extends ReadonlyArray<DeclaredDomain> = ReadonlyArray<DeclaredDomain>> {
  /** Address of the host including its base path, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string | URL
  readonly key: string | Redacted.Redacted
  /** Domains that the host's configuration declares: each adds its groups to the client. */
  readonly domains?: D
}

/** The endpoint groups of the contract. */
export type Groups = typeof Api extends HttpApi.HttpApi<string, infer G, infer _E, infer _R> ? G : never

export type DaybookClient = HttpApiClient.Client<
  Groups,
  typeof Api extends HttpApi.HttpApi<string, Groups, infer E, infer _R> ? E : never,
  never
>

/** A documented error, as hosts send it. */
interface ErrorEnvelope {
  readonly error: string
  readonly status: number
}

type DeclaredCall<C> = C extends { readonly request: infer Request; readonly answer: infer Answer }
  ? (
      request: Request
    ) => Effect.Effect<Answer, ErrorEnvelope | HttpClientError.HttpClientError | ParseResult.ParseError>
  : never

/** The groups of declared domains, with one method per endpoint: `client.books.recent({ urlParams: {} })`. */
export type DeclaredClient<D extends ReadonlyArray<DeclaredDomain>> = {
  readonly [Group in keyof DeclaredGroups<D>]: {
    readonly [Name in keyof DeclaredGroups<D>[Group]]: DeclaredCall<DeclaredGroups<D>[Group][Name]>
  }
}

/**
 * Creates a client with one typed method per endpoint: `client.listening.streaks()`. Documented error envelopes are
 * typed failures. Needs an `HttpClient`, such as the platform's `FetchHttpClient.layer`.
 */
export const make = <const D extends ReadonlyArray<DeclaredDomain> = readonly []>(
  options: ClientOptions<D>
): Effect.Effect<DaybookClient & DeclaredClient<D>, never, HttpClient.HttpClient> =>
  HttpApiClient.make(apiOf(options.domains ?? []), {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.bearerToken(options.key))
  }) as unknown as Effect.Effect<DaybookClient & DeclaredClient<D>, never, HttpClient.HttpClient>

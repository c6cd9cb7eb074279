import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Layer } from "effect"

/** A received request. */
export interface ReceivedRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
}

type Answer = Response | Effect.Effect<Response, Error>

/** A client without sockets, so that waits and timeouts run on the test clock. */
export const webClient = (answer: (request: ReceivedRequest) => Answer): HttpClient.HttpClient =>
  HttpClient.make((request, url) => {
    const reply = answer({ url, headers: request.headers })
    return (reply instanceof Response ? Effect.succeed(reply) : reply).pipe(
      Effect.mapError((cause) => new HttpClientError.RequestError({ request, reason: "Transport", cause })),
      Effect.map((response) => HttpClientResponse.fromWeb(request, response))
    )
  })

export const webClientLayer = (answer: (request: ReceivedRequest) => Answer) =>
  Layer.succeed(HttpClient.HttpClient, webClient(answer))

export const json = (body: unknown, init?: ResponseInit): Response => new Response(JSON.stringify(body), init)

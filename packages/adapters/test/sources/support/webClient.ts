import { HttpClient, HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Layer } from "effect"

/** What a request looked like when it arrived. */
export interface Arrived {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
}

type Answer = Response | Effect.Effect<Response, Error>

/** A client whose calls are answered here, without a socket, so that waits and time-outs run on the test clock. */
export const webClient = (answer: (request: Arrived) => Answer): HttpClient.HttpClient =>
  HttpClient.make((request, url) => {
    const answered = answer({ url, headers: request.headers })
    return (answered instanceof Response ? Effect.succeed(answered) : answered).pipe(
      Effect.mapError((cause) => new HttpClientError.RequestError({ request, reason: "Transport", cause })),
      Effect.map((response) => HttpClientResponse.fromWeb(request, response))
    )
  })

export const webClientLayer = (answer: (request: Arrived) => Answer) => Layer.succeed(HttpClient.HttpClient, webClient(answer))

export const json = (body: unknown, init?: ResponseInit): Response => new Response(JSON.stringify(body), init)

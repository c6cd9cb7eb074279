import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect, Stream } from "effect"
import { type Simulator, dispatch } from "./shared/Simulator.js"

/**
 * A client whose calls end in the simulators without a socket, whatever the host in their address: their waits and
 * time-outs then run on the test clock. Paths begin with the simulator's id, as when served.
 */
export const inProcessClient = (simulators: Readonly<Record<string, Simulator>>): HttpClient.HttpClient => {
  const app: HttpApp.Default = dispatch(Object.values(simulators))
  return HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const arriving = new Request(url, {
        method: request.method,
        headers: request.headers,
        ...(yield* bodyOf(request))
      })
      const served = HttpServerRequest.fromWeb(arriving).modify({ url: `${url.pathname}${url.search}` })
      const response = yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, served)
      return HttpClientResponse.fromWeb(
        request,
        HttpServerResponse.toWeb(response, { withoutBody: request.method === "HEAD" })
      )
    })
  )
}

const bodyOf = (
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<RequestInit, HttpClientError.RequestError> => {
  const { body } = request
  switch (body._tag) {
    case "Empty":
      return Effect.succeed({})
    case "FormData":
      return Effect.succeed({ body: body.formData })
    case "Uint8Array":
      return Effect.succeed({ body: new TextDecoder().decode(body.body) })
    case "Raw":
      return Effect.succeed({ body: String(body.body) })
    case "Stream":
      return body.stream.pipe(
        Stream.decodeText(),
        Stream.mkString,
        Effect.map((text) => ({ body: text })),
        Effect.mapError((cause) => new HttpClientError.RequestError({ request, reason: "Encode", cause }))
      )
  }
}

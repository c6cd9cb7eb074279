import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Duration, Effect, Option, Stream } from "effect"
import { connect } from "node:net"
import { setbackOf, trouble } from "./exchange.js"

const patience = Duration.seconds(5)

/** What keeps this machine from somebody's address, if anything does. Whatever is answered will do: the host is there. */
export const reach = (address: string): Effect.Effect<Option.Option<string>, never, HttpClient.HttpClient> => {
  const { host, hostname, origin, port, protocol } = new URL(address)
  const isWeb = /^https?:$/.test(protocol)
  const name = isWeb ? origin : host
  return (isWeb ? asked(origin) : dialled(hostname.replace(/^\[|\]$/g, ""), Number(port))).pipe(
    Effect.timeoutFail({ duration: patience, onTimeout: () => `did not answer within ${Duration.toSeconds(patience)} s` }),
    Effect.match({ onFailure: (what) => Option.some(`${name} ${what}`), onSuccess: () => Option.none() })
  )
}

/** The host alone: paths and queries hold keys. Of what it says nothing but the first bytes are taken. */
const asked = (origin: string) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    HttpClient.withTracerDisabledWhen(client, () => true).execute(HttpClientRequest.get(origin)).pipe(
      Effect.mapError((error) => setbackOf(error).what),
      Effect.flatMap((response) => Effect.ignore(Stream.runHead(response.stream)))
    ))

const dialled = (host: string, port: number) =>
  Effect.async<void, string>((resume) => {
    const socket = connect({ host, port })
    socket.once("connect", () => resume(Effect.sync(() => socket.destroy())))
    socket.once("error", (error: NodeJS.ErrnoException) => resume(Effect.fail(trouble(error.code))))
    return Effect.sync(() => socket.destroy())
  })

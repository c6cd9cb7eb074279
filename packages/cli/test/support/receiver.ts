import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** A request with its whole body. */
export interface ReceivedRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

export interface Receiver {
  readonly url: string
  readonly received: () => ReadonlyArray<ReceivedRequest>
}

interface Reply {
  readonly status: number
  readonly body: string
}

const readRequest = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) }
}

/** A server on loopback that records requests and answers with `reply`. */
const receiver = (reply: (received: ReceivedRequest) => Reply): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<ReceivedRequest> = []
    const server = createServer(
      (request, response) =>
        void readRequest(request).then((one) => {
          received.push(one)
          const { body, status } = reply(one)
          response.writeHead(status, { "content-type": "application/json" }).end(body)
        })
    )
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received }
  })

/** Accepts telemetry like an OTLP collector. */
export const collector = receiver(() => ({ status: 200, body: "{}" }))

/** Rejects every request and repeats it in the error message. */
export const echo = receiver(({ body, headers, path }) => ({
  status: 401,
  body: JSON.stringify({ error: { message: `refused ${path} ${JSON.stringify(headers)} ${body.toString()}` } })
}))

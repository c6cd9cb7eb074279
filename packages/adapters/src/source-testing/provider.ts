import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** How a provider may fail. `truncated` ends in the middle of the body, `hanging` never answers. */
export const faults = ["429", "500", "truncated", "hanging"] as const
export type Fault = (typeof faults)[number]

/** Answers a request as the provider would. */
export type Respond = (request: Request) => Response | Promise<Response>

/** A provider on a loopback port that can be told to fail. */
export interface ServedProvider {
  /** Without a trailing slash. */
  readonly address: string
  /** Requests since the last `reset`. */
  readonly requests: () => number
  /** The last request met a fault. */
  readonly isFailing: () => boolean
  /** Starts counting again. `faultAt` gives the fault of the n-th request from then on, from 0. */
  readonly reset: (faultAt?: (request: number) => Fault | null) => void
  /** Sets what answers; until then every request is answered with 503. */
  readonly respondWith: (respond: Respond) => void
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const toRequest = async (request: IncomingMessage, address: string): Promise<Request> => {
  const body = await bodyOf(request)
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || name === "connection" ? [] : [[name, String(value)] as [string, string]]
  )
  return new Request(new URL(request.url ?? "/", address), {
    method: request.method ?? "GET",
    headers,
    ...(body.length === 0 ? {} : { body })
  })
}

/** Headers that describe the connection or the encoding, which are the server's own. */
const ownHeaders = new Set(["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"])

const send = async (answer: Response, fault: Fault | null, response: ServerResponse) => {
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries(Array.from(answer.headers).filter(([name]) => !ownHeaders.has(name)))
  response.writeHead(answer.status, { ...headers, "content-length": body.length })
  if (fault !== "truncated") return void response.end(body)
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
}

const respondTo = async (request: Request, respond: Respond, fault: Fault | null, response: ServerResponse) => {
  if (fault === "hanging") return
  if (fault === "429") return void response.writeHead(429, { "retry-after": "1" }).end("too many requests")
  if (fault === "500") return void response.writeHead(500).end("it is broken")
  await send(await respond(request), fault, response)
}

export const serveProvider: Effect.Effect<ServedProvider, never, Scope.Scope> = Effect.gen(function* () {
  let count = 0
  let isFailing = false
  let faultAt: (request: number) => Fault | null = () => null
  let respond: Respond = () => new Response(null, { status: 503 })
  let address = ""
  const server = createServer((request, response) => {
    const fault = faultAt(count++)
    isFailing = fault !== null
    toRequest(request, address)
      .then((received) => respondTo(received, respond, fault, response))
      .catch(() => response.destroy())
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => (server.closeAllConnections(), server.close()))
  )
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    requests: () => count,
    isFailing: () => isFailing,
    reset: (at = () => null) => {
      count = 0
      isFailing = false
      faultAt = at
    },
    respondWith: (one) => void (respond = one)
  }
})

import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answering } from "../support/answering.js"

/** A complete answer. Headers are alternating names and values. */
export interface BareAnswer {
  readonly status: number
  readonly headers: ReadonlyArray<string>
  /** One character per byte, so that `node:http` sends headers and body in one write. */
  readonly body: string
}

/** Plain `node:http` that answers every request with the same bytes. */
answering(({ body, headers, status }: BareAnswer) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createServer((_, response) => {
          response.writeHead(status, [...headers])
          response.end(body, "latin1")
        })
      ),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    yield* Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    return [{ port: (server.address() as AddressInfo).port }, (_: never) => Effect.void] as const
  })
)

import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answering } from "../support/answering.js"

/** One whole answer, headers as names and values in turn. */
export interface BareAnswer {
  readonly status: number
  readonly headers: ReadonlyArray<string>
  /** Each byte as one character: it then leaves in one piece with the headers, as fast as `node:http` can. */
  readonly body: string
}

/** `node:http` and nothing else: the same bytes to whoever asks for whatever. */
answering(({ body, headers, status }: BareAnswer) => Effect.gen(function*() {
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => createServer((_, response) => {
      response.writeHead(status, [...headers])
      response.end(body, "latin1")
    })),
    (server) => Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
  )
  yield* Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  return [{ port: (server.address() as AddressInfo).port }, (_: never) => Effect.void] as const
}))

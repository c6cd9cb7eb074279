import { Effect } from "effect"
import { createIPX, createIPXNodeServer, ipxFSStorage } from "ipx"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { answering } from "../support/answering.js"

/** Serves the pictures of a folder with ipx. */
answering((folder: string) =>
  Effect.gen(function* () {
    const ipx = createIPX({ storage: ipxFSStorage({ dir: folder }) })
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer(createIPXNodeServer(ipx))),
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

import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** An HTTP server on loopback that closes with the scope. Returns its `host:port`. */
export const server = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly host: string; readonly port: number; readonly close: () => void }>((resume) => {
      const node = createServer(answer)
      node.listen(0, "127.0.0.1", () => {
        const { port } = node.address() as AddressInfo
        resume(
          Effect.succeed({
            host: `127.0.0.1:${port}`,
            port,
            close: () => {
              node.closeAllConnections()
              node.close()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  )

import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import type { Session } from "../session.js"
import { serverOf } from "./server.js"

/** The longest line that is read, in bytes. */
const longestLine = 1_048_576

/**
 * Serves one client on standard input and output, until the client closes the input. A line that is too long ends the
 * connection: what follows it belongs to no message.
 */
export const serveOnStdio = (session: Session, onError: (error: Error) => void): Promise<void> =>
  new Promise((resolve) => {
    const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: longestLine })
    const handle = serveStdio(() => serverOf(session), { transport, maxSubscriptions: 0, onerror: onError })
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      void handle.close().finally(resolve)
    }
    // A transport that closes by itself stops reading, so that the end of the input never arrives.
    const close = transport.close.bind(transport)
    transport.close = () => close().finally(end)
    process.stdin.once("end", end)
    process.stdin.once("close", end)
  })

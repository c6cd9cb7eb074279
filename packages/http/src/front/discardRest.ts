import type { IncomingMessage } from "node:http"

/** Bytes of a refused file that are still read, so that the client can read the answer. */
const discardedBytes = 16 * 1_048_576

/** Reads the rest of a body that nobody needs, within limits. */
export const discardRest = (source: IncomingMessage): void => {
  let left = discardedBytes
  source.on("error", () => undefined)
  source.on("data", (part: Uint8Array) => {
    left -= part.byteLength
    if (left < 0) source.destroy()
  })
  source.resume()
}

import { IncomingMessage } from "node:http"

/** The default limit of a body, in bytes. */
const defaultMaxBytes = 1_048_576
/** How much more is read and discarded before the connection is closed, so that the client can read the 413. */
const discardedBytes = 16 * defaultMaxBytes

/** True if `Content-Length` exceeds the limit. */
export const declaresTooLarge = (request: IncomingMessage, largestBody: number = defaultMaxBytes): boolean =>
  Number(request.headers["content-length"] ?? 0) > largestBody

/** Reads the body and calls `done` once: with the bytes, or with undefined as soon as the body is too large. */
export const readBody = (
  request: IncomingMessage,
  done: (body: Buffer | undefined) => void,
  largestBody: number = defaultMaxBytes
): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  let isTooLarge = declaresTooLarge(request, largestBody)
  if (isTooLarge) done(undefined)
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > largestBody + discardedBytes) {
      request.destroy()
    } else if (!isTooLarge && size > largestBody) {
      isTooLarge = true
      chunks.length = 0
      done(undefined)
    } else if (!isTooLarge) chunks.push(chunk)
  })
  request.on("end", () => {
    if (!isTooLarge) done(Buffer.concat(chunks, size))
  })
}

/** The same request with its body unread again, for the platform. */
export const withBody = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const copy = new IncomingMessage(request.socket)
  copy.method = request.method
  copy.url = request.url
  copy.httpVersion = request.httpVersion
  copy.headers = { ...request.headers, "content-length": String(body.byteLength) }
  copy.push(body)
  copy.push(null)
  // Marked complete, since destroying an incomplete request would close the connection.
  copy.complete = true
  return copy
}

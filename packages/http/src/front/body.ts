import { IncomingMessage } from "node:http"

/** The largest body that is taken where nothing else is said, bytes. */
const usualBody = 1_048_576
/** What a caller may go on sending after that before the connection is cut, so that it gets to read the answer. */
const patience = 16 * usualBody

/** True where a request says itself that its body is too large. */
export const saysTooLarge = (request: IncomingMessage, largestBody: number = usualBody): boolean =>
  Number(request.headers["content-length"] ?? 0) > largestBody

/** Reads a whole body, then calls `done` once: with the bytes, or with none as soon as there are too many. */
export const readBody = (request: IncomingMessage, done: (body: Buffer | undefined) => void, largestBody: number = usualBody): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  let over = saysTooLarge(request, largestBody)
  if (over) done(undefined)
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength
    if (size > largestBody + patience) {
      request.destroy()
    } else if (!over && size > largestBody) {
      over = true
      chunks.length = 0
      done(undefined)
    } else if (!over) chunks.push(chunk)
  })
  request.on("end", () => {
    if (!over) done(Buffer.concat(chunks, size))
  })
}

/** The same request with its body before it once more, for the one who reads it next. */
export const withBody = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const again = new IncomingMessage(request.socket)
  again.method = request.method
  again.url = request.url
  again.httpVersion = request.httpVersion
  again.headers = { ...request.headers, "content-length": String(body.byteLength) }
  again.push(body)
  again.push(null)
  // Said to be complete: destroying it, once read, must not take the connection along.
  again.complete = true
  return again
}

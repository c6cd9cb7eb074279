import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { script } from "@daybook/embed/script"
import { type HeaderList, etagMatches } from "../front/send.js"
import { takesGzip } from "../pages/files.js"

const plain = Buffer.from(script)
const zipped = gzipSync(plain, { level: 9 })
const digest = hash("sha256", plain, "hex").slice(0, 12)

/** The address of these bytes for good. The other address, `/p/embed.js`, has the elements of the running version. */
export const embedAddress = `/p/embed.${digest}.js`

/** How long a browser may use the elements without asking again, by address. */
const lifetimes: ReadonlyMap<string, string> = new Map([
  ["/p/embed.js", "public, max-age=300"],
  [embedAddress, "public, max-age=31536000, immutable"]
])

/** Answers the address of the elements; false for any other path. */
export const sendEmbed = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: HeaderList
): boolean => {
  const lifetime = lifetimes.get(path)
  if (lifetime === undefined) return false
  const isZipped = takesGzip(request.headers["accept-encoding"]?.toString())
  const body = isZipped ? zipped : plain
  const etag = `"${digest}${isZipped ? "-gzip" : ""}"`
  // Modules of other sites are loaded with CORS, and by pages that isolate themselves.
  headers.push("Cache-Control", lifetime, "Vary", "Accept-Encoding", "Cross-Origin-Resource-Policy", "cross-origin")
  headers.push("ETag", etag)
  if (etagMatches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers)
    response.end()
    return true
  }
  headers.push("Content-Type", "text/javascript; charset=utf-8", "Content-Length", String(body.byteLength))
  if (isZipped) headers.push("Content-Encoding", "gzip")
  response.writeHead(200, headers)
  response.end(request.method === "HEAD" ? undefined : body)
  return true
}

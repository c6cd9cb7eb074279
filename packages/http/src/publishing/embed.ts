import { hash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { gzipSync } from "node:zlib"
import { script } from "@daybook/embed/script"
import type { OpenAnswer } from "../front/openAddresses.js"
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

/** The elements at an address; undefined for any other path. */
export const embedAt = (path: string, { headers }: IncomingMessage): OpenAnswer | undefined => {
  const lifetime = lifetimes.get(path)
  if (lifetime === undefined) return undefined
  const isZipped = takesGzip(headers["accept-encoding"]?.toString())
  return {
    status: 200,
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": lifetime,
      Vary: "Accept-Encoding",
      // Modules of other sites are loaded with CORS, and by pages that isolate themselves.
      "Cross-Origin-Resource-Policy": "cross-origin",
      ETag: `"${digest}${isZipped ? "-gzip" : ""}"`,
      ...(isZipped ? { "Content-Encoding": "gzip" } : {})
    },
    body: isZipped ? zipped : plain
  }
}

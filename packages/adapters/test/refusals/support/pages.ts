import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import sharp from "sharp"
import { server } from "../../images/support/server.js"
import { type Refusal, refusals } from "./refusals.js"

const page = `<!DOCTYPE html><html><head><title>Tides</title></head><body><article><p>${"Low water. ".repeat(80)}</p></article></body></html>`

/** A web server with a page at `/page` and a picture at `/picture`. It refuses while `refuse` says how. */
export const webServer = Effect.gen(function* () {
  let refusal: Refusal | null = null
  const sides = { width: 64, height: 64 }
  const picture = yield* Effect.promise(() =>
    sharp({ create: { ...sides, channels: 3, background: "#d0d0d0" } })
      .png({ compressionLevel: 0 })
      .toBuffer()
  )
  const answer = (path: string, response: ServerResponse) => {
    const [type, content] = path === "/page" ? ["text/html; charset=utf-8", Buffer.from(page)] : ["image/png", picture]
    if (refusal === null) return response.writeHead(200, { "content-type": type }).end(content)
    const { body, status } = refusals[refusal]
    if (body !== null)
      return response.writeHead(status, { "content-type": body.startsWith("<") ? "text/html" : "text/plain" }).end(body)
    response.writeHead(status, { "content-type": type, "content-length": content.length })
    return response.write(content.subarray(0, content.length / 2), () => response.destroy())
  }
  const { host } = yield* server(({ url = "" }, response) => void answer(url, response))
  return { host, url: `http://${host}`, refuse: (how: Refusal | null) => Effect.sync(() => void (refusal = how)) }
})

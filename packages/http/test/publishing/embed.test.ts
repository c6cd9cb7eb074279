import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { request } from "node:http"
import { gunzipSync } from "node:zlib"
import { script } from "@daybook/embed/script"
import { embedAddress } from "../../src/publishing/embed.js"
import { host } from "../support/host.js"
import { ask } from "../support/http.js"

/** A request whose body is not unpacked on the way. */
const rawly = (url: string, headers: Readonly<Record<string, string>>, method = "GET") =>
  Effect.async<{ readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer }>((resume) => {
    request(url, { headers, method }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => resume(Effect.succeed({ headers: response.headers, body: Buffer.concat(chunks) })))
    }).end()
  })

describe("the address of the elements", () => {
  it("names their bytes", () => {
    expect(embedAddress).toBe(`/p/embed.${hash("sha256", script, "hex").slice(0, 12)}.js`)
  })

  it.scoped("is closed unless the host opens it", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      expect((yield* ask(`${url}/p/embed.js`)).status).toBe(404)
    })
  )

  it.scoped("answers every site, for good where the address names the bytes", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ publish: true })
      const lifetimes = [
        ["/p/embed.js", "public, max-age=300"],
        [embedAddress, "public, max-age=31536000, immutable"]
      ] as const
      for (const [path, lifetime] of lifetimes) {
        const { headers, status, text } = yield* ask(url + path, { headers: { origin: "https://me.example" } })
        expect([status, text]).toEqual([200, script])
        expect(Object.fromEntries(headers)).toMatchObject({
          "cache-control": lifetime,
          "content-type": "text/javascript; charset=utf-8",
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
          "x-content-type-options": "nosniff",
          vary: "Accept-Encoding"
        })
        const etag = headers.get("etag")!
        const again = yield* ask(url + path, { headers: { "if-none-match": etag } })
        expect([again.status, again.text, again.headers.get("cache-control")]).toEqual([304, "", lifetime])
        expect((yield* ask(url + path, { headers: { "if-none-match": '"other"' } })).status).toBe(200)
      }
      expect((yield* ask(`${url}/p/embed.js?v=2`)).status).toBe(200)
      for (const path of ["/p/embed.0123456789ab.js", "/p/embed.css", "/p/site/embed.js"])
        expect([path, (yield* ask(url + path)).status]).toEqual([path, 404])
      expect((yield* ask(`${url}/p/embed.js`, { method: "POST" })).status).toBe(405)
    })
  )

  it.scoped("sends a packed body to those who take it, under a tag of its own", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ publish: true })
      const zipped = yield* rawly(`${url}/p/embed.js`, { "accept-encoding": "gzip" })
      const plain = yield* rawly(`${url}/p/embed.js`, {})
      const refused = yield* rawly(`${url}/p/embed.js`, { "accept-encoding": "gzip;q=0" })
      expect(zipped.headers["content-encoding"]).toBe("gzip")
      expect([plain.headers["content-encoding"], refused.headers["content-encoding"]]).toEqual([undefined, undefined])
      expect(gunzipSync(zipped.body).toString()).toBe(script)
      expect([plain.body.toString(), refused.body.toString()]).toEqual([script, script])
      expect(zipped.headers["etag"]).not.toBe(plain.headers["etag"])
      const head = yield* rawly(`${url}/p/embed.js`, {}, "HEAD")
      expect([head.body.byteLength, head.headers["content-length"]]).toEqual([0, String(Buffer.byteLength(script))])
    })
  )
})

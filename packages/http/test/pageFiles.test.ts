import { assets } from "@daybook/page"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { get } from "node:http"
import { gunzipSync } from "node:zlib"
import { host } from "./support/host.js"

/** Asks as a client that decompresses nothing on its own. */
const ask = (address: string, headers: Record<string, string>) =>
  Effect.async<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resume) => {
    get(address, { headers }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("end", () =>
        resume(Effect.succeed({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }))
      )
    })
  })

describe("the files of the page", () => {
  it.scopedLive("are compressed for those that take gzip, whole for others, and never mixed up", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const { path } = assets.find(({ path }) => path.endsWith(".js"))!
      const address = `${url}/${path}`
      const compressing = ["gzip", "gzip, deflate, br, zstd", "br, GZIP;q=0.5", "*"]
      const plain = ["", "br", "identity", "gzip;q=0", "*;q=0", "gzip;q=0.0, *"]
      // Twice: the second answers come from the cache.
      for (const acceptEncoding of [...compressing, ...plain, ...compressing, ...plain]) {
        const answer = yield* ask(address, acceptEncoding === "" ? {} : { "accept-encoding": acceptEncoding })
        const isCompressed = compressing.includes(acceptEncoding)
        expect({
          acceptEncoding,
          status: answer.status,
          encoding: answer.headers["content-encoding"],
          vary: answer.headers.vary,
          length: Number(answer.headers["content-length"])
        }).toEqual({
          acceptEncoding,
          status: 200,
          encoding: isCompressed ? "gzip" : undefined,
          vary: "Accept-Encoding, Origin",
          length: answer.body.length
        })
        const text = (isCompressed ? gunzipSync(answer.body) : answer.body).toString()
        expect(text).toMatch(/import|export|const|var/)
        const again = yield* ask(address, {
          "accept-encoding": acceptEncoding,
          "if-none-match": String(answer.headers.etag)
        })
        expect([again.status, again.headers["content-encoding"], again.body.length]).toEqual([304, undefined, 0])
      }
    })
  )

  it.scopedLive("that are compressed by themselves are sent as they are", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const { base64, path } = assets.find(({ path }) => path.endsWith(".woff2"))!
      const answer = yield* ask(`${url}/${path}`, { "accept-encoding": "gzip" })
      expect(answer.headers["content-encoding"]).toBe(undefined)
      expect(answer.body.equals(Buffer.from(base64, "base64"))).toBe(true)
    })
  )
})

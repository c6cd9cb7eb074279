import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { LookupAddress } from "node:dns"
import { brotliCompressSync, gzipSync } from "node:zlib"
import type { Resolve } from "../../src/fetch/connector.js"
import { make } from "../../src/fetch/safeFetch.js"
import { userAgent } from "../../src/kit/provider/userAgent.js"
import { server } from "../../../adapters/test/images/support/server.js"

const mega = 1_048_576

/** A fake resolver: each call takes the next answer of a name and repeats the last one. */
const names = (world: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>): Resolve => {
  const callCounts = new Map<string, number>()
  return (host, done) => {
    const answers = world[host]
    const turn = callCounts.get(host) ?? 0
    callCounts.set(host, turn + 1)
    const addresses = answers?.[Math.min(turn, answers.length - 1)]
    if (addresses === undefined) return done(Object.assign(new Error("unknown"), { code: "ENOTFOUND" }), [])
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }
}

const refusals = (urls: ReadonlyArray<string>, allow: ReadonlyArray<string> = [], resolve?: Resolve) =>
  Effect.gen(function* () {
    const { get } = yield* make({ allow, ...(resolve === undefined ? {} : { resolve }) })
    return yield* Effect.forEach(urls, (url) =>
      Effect.map(Effect.flip(get(url)), (failure) => `${failure._tag}: ${failure.message}`)
    )
  })

describe("safeFetch", () => {
  it.scoped("says who asks, with an address", () =>
    Effect.gen(function* () {
      const local = yield* server((request, response) => response.end(request.headers["user-agent"]))
      const { get } = yield* make({ allow: [`127.0.0.1:${local.port}`] })
      const { bytes } = yield* get(`http://127.0.0.1:${local.port}/`)
      expect(new TextDecoder().decode(bytes)).toBe(userAgent)
    })
  )

  it.scoped("refuses private addresses in every notation", () =>
    Effect.gen(function* () {
      const local = yield* server((_, response) => response.end("a secret"))
      const { port } = local
      const spellings = [
        `http://127.0.0.1:${port}/`,
        `http://127.1:${port}/`,
        `http://0x7f.0.0.1:${port}/`,
        `http://0177.0.0.1:${port}/`,
        `http://2130706433:${port}/`,
        `http://0:${port}/`,
        `http://[::1]:${port}/`,
        `http://[::ffff:127.0.0.1]:${port}/`,
        `http://[::ffff:7f00:1]:${port}/`,
        `http://[64:ff9b::7f00:1]:${port}/`,
        `http://[fe80::1]:${port}/`,
        `http://localhost:${port}/`,
        `http://LOCALHOST:${port}/`,
        `http://127。0。0。1:${port}/`,
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/"
      ]
      for (const message of yield* refusals(spellings))
        expect(message).toMatch(/^FetchRefused: leads into a private network/)
      const wrong = [
        "file:///etc/passwd",
        "ftp://example.org/x",
        "data:text/plain,x",
        "gopher://x/",
        "//example.org",
        "not an address",
        "http://",
        `http://user:secret@1.1.1.1/`
      ]
      for (const message of yield* refusals(wrong)) expect(message).toMatch(/^FetchRefused: (is|holds a login)/)
    })
  )

  it.scoped("checks the very address that it connects to, so DNS rebinding fails", () =>
    Effect.gen(function* () {
      let reached = 0
      const local = yield* server((_, response) => {
        reached++
        response.end("a secret")
      })
      const world = names({
        "turns.example": [["127.0.0.1"]],
        "mixed.example": [["93.184.216.34", "127.0.0.1"]],
        "six.example": [["::1"]],
        "mapped.example": [["::ffff:127.0.0.1"]]
      })
      const urls = ["turns", "mixed", "six", "mapped"].map((name) => `http://${name}.example:${local.port}/`)
      for (const message of yield* refusals(urls, [], world))
        expect(message).toMatch(/^FetchRefused: leads into a private network/)
      expect(reached).toBe(0)
      expect(yield* refusals(["http://nowhere.example/"], [], world)).toEqual([
        "FetchFailed: could not be read (ENOTFOUND)"
      ])
    })
  )

  it.scoped("fetches from allowed hosts, by host or by host and port", () =>
    Effect.gen(function* () {
      const local = yield* server((_, response) => response.setHeader("content-type", "Image/PNG").end("a picture"))
      const url = `http://127.0.0.1:${local.port}/x`
      for (const allow of [["127.0.0.1"], [local.host], ["example.org", ` ${local.host} `]]) {
        const { get } = yield* make({ allow })
        const fetched = yield* get(url)
        expect(fetched).toMatchObject({ status: 200, url, contentType: "image/png" })
        expect(Buffer.from(fetched.bytes).toString()).toBe("a picture")
      }
      const named = yield* make({
        allow: [`pictures.example:${local.port}`],
        resolve: names({ "pictures.example": [["127.0.0.1"]] })
      })
      expect((yield* named.get(`http://pictures.example:${local.port}/`)).status).toBe(200)
      expect(yield* refusals([url], [`127.0.0.1:${local.port + 1}`, "localhost"])).toEqual([
        expect.stringMatching(/private network/)
      ])
    })
  )

  it.scoped("checks each redirect like the first address, and follows three", () =>
    Effect.gen(function* () {
      const inner = yield* server((_, response) => response.end("a secret"))
      const outer = yield* server((request, response) => {
        const [, left = "0", to = ""] = /^\/(\d+)\/?(.*)$/.exec(request.url ?? "") ?? []
        if (left === "0") return response.end(`done ${request.headers["x-key"] ?? "without"}`)
        response.writeHead(302, { location: to === "" ? `/${Number(left) - 1}` : decodeURIComponent(to) }).end()
      })
      const { get } = yield* make({ allow: [outer.host] })
      for (const hops of [0, 1, 2, 3])
        expect(Buffer.from((yield* get(`http://${outer.host}/${hops}`)).bytes).toString()).toBe("done without")
      expect((yield* Effect.flip(get(`http://${outer.host}/4`))).message).toMatch(/redirects more than 3 times/)
      for (const target of [
        `http://${inner.host}/`,
        `http://localhost:${inner.port}/`,
        `http://[::ffff:127.0.0.1]:${inner.port}/`,
        "file:///etc/passwd",
        "http://169.254.169.254/"
      ]) {
        expect((yield* Effect.flip(get(`http://${outer.host}/1/${encodeURIComponent(target)}`)))._tag, target).toBe(
          "FetchRefused"
        )
      }
    })
  )

  it.scoped("sends credentials to their own origin only", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const elsewhere = yield* server((request, response) => {
        seen.push(`elsewhere ${String(request.headers["x-plex-token"])}`)
        response.end("x")
      })
      const door = yield* server((request, response) => {
        seen.push(`door ${String(request.headers["x-plex-token"])}`)
        response.writeHead(302, { location: `http://${elsewhere.host}/` }).end()
      })
      const { get } = yield* make({ allow: [elsewhere.host] })
      yield* get(`http://${door.host}/`, { allow: [door.host], headers: { "x-plex-token": "a token" } })
      expect(seen).toEqual(["door a token", "elsewhere undefined"])
    })
  )

  it.scoped("limits the size of bodies, compressed or not", () =>
    Effect.gen(function* () {
      const local = yield* server((request, response) => {
        switch (request.url) {
          case "/said":
            return response.writeHead(200, { "content-length": String(21 * mega) }).write("x")
          case "/endless": {
            const more = () => {
              while (!response.destroyed && response.write(Buffer.alloc(65_536)));
            }
            response.on("drain", more)
            return more()
          }
          case "/gzip":
            return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(32 * mega)))
          case "/br":
            return response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync(Buffer.from("packed")))
          case "/odd":
            return response.writeHead(200, { "content-encoding": "gzip, gzip, gzip" }).end("x")
          case "/broken":
            return response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip")
          default:
            return response.writeHead(404).end("none")
        }
      })
      const { get } = yield* make({ allow: [local.host] })
      for (const path of ["said", "endless", "gzip"])
        expect((yield* Effect.flip(get(`http://${local.host}/${path}`))).message, path).toMatch(
          /holds more than Daybook takes/
        )
      expect(Buffer.from((yield* get(`http://${local.host}/br`)).bytes).toString()).toBe("packed")
      for (const path of ["odd", "broken"])
        expect((yield* Effect.flip(get(`http://${local.host}/${path}`)))._tag, path).toBe("FetchFailed")
      expect((yield* get(`http://${local.host}/none`)).status).toBe(404)
      expect((yield* Effect.flip(get(`http://${local.host}/endless`, { maxBytes: 10 }))).message).toMatch(/holds more/)
    })
  )
})

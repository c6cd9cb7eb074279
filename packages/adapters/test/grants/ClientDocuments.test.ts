import { ClientDocuments } from "@daybook/core/grants"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, TestClock } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import type { Resolve } from "../../../sources/src/fetch/connector.js"
import { type FetchOptions, SafeFetch, make } from "../../../sources/src/fetch/safeFetch.js"
import { overFetch } from "../../src/grants/ClientDocuments.js"
import { server } from "../images/support/server.js"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const document = { client_id: "x", client_name: "Assistant", redirect_uris: ["https://a.example/cb"] }
const json = { "content-type": "application/json" }

/** Documents over the real client. Only the address of the test's own server counts as public. */
const documentsAt = (host: string) =>
  Effect.gen(function* () {
    const options: Array<FetchOptions> = []
    const real = yield* make({ allow: [host] })
    const get = (url: string, more: FetchOptions = {}) => {
      options.push(more)
      return real.get(url, { ...more, allowsPrivate: true })
    }
    const documents = yield* Effect.provide(
      ClientDocuments,
      Layer.provide(overFetch, Layer.succeed(SafeFetch, { get }))
    )
    return { ...documents, options }
  })

const reading = (answer: Answer, path = "/client.json") =>
  Effect.gen(function* () {
    const { host } = yield* server(answer)
    const { read } = yield* documentsAt(host)
    return yield* Effect.either(read(`http://${host}${path}`))
  })

const messageOf = (answer: Answer) =>
  Effect.map(reading(answer), (outcome) => (outcome._tag === "Left" ? outcome.left.message : "was read"))

const send =
  (body: string | Buffer, headers: Record<string, string> = json, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

const ofSize = (bytes: number) => {
  const empty = JSON.stringify({ ...document, more: "" })
  return JSON.stringify({ ...document, more: "x".repeat(bytes - empty.length) })
}

describe("A metadata document", () => {
  it.scoped("is read with the guard on, without redirects, within limits", () =>
    Effect.gen(function* () {
      const requests: Array<string | undefined> = []
      const { host } = yield* server((request, response) => {
        requests.push(request.headers.accept)
        send(JSON.stringify(document))(request, response)
      })
      const { options, read } = yield* documentsAt(host)
      expect((yield* read(`http://${host}/client.json`)).json).toEqual(document)
      expect(requests).toEqual(["application/json"])
      expect(options).toMatchObject([{ allowsPrivate: false, redirects: 0, maxBytes: 65_536 }])
    })
  )

  it.scoped("has 64 KiB at most, also after decompression and without a length", () =>
    Effect.gen(function* () {
      const [fitting, large] = [ofSize(65_536), ofSize(65_537)]
      expect(yield* messageOf(send(fitting))).toBe("was read")
      expect(yield* messageOf(send(large))).toBe("holds more than Daybook takes")
      const chunked: Answer = (_, response) => {
        response.writeHead(200, json)
        for (let from = 0; from < large.length; from += 8_192) response.write(large.slice(from, from + 8_192))
        response.end()
      }
      expect(yield* messageOf(chunked)).toBe("holds more than Daybook takes")
      const packed = gzipSync(ofSize(1_048_576))
      expect(packed.byteLength).toBeLessThan(65_536)
      expect(yield* messageOf(send(packed, { ...json, "content-encoding": "gzip" }))).toBe(
        "holds more than Daybook takes"
      )
    })
  )

  it.scoped("must answer itself: a redirect is refused and not followed", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308]) {
        const paths: Array<string | undefined> = []
        const message = yield* messageOf((request, response) => {
          paths.push(request.url)
          const there = request.url === "/other.json"
          send(
            there ? JSON.stringify(document) : "",
            { ...json, location: "/other.json" },
            there ? 200 : status
          )(request, response)
        })
        expect([status, message, paths]).toEqual([status, expect.stringMatching(/redirect/), ["/client.json"]])
      }
    })
  )

  it.scoped("must be JSON with its content type, and a 200", () =>
    Effect.gen(function* () {
      const text = JSON.stringify(document)
      const typed = (type: string) => messageOf(send(text, { "content-type": type }))
      for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/oauth-client+json"])
        expect([type, yield* typed(type)]).toEqual([type, "was read"])
      for (const type of ["text/html", "text/json", "application/jsonp", "application/octet-stream", "image/svg+xml"])
        expect([type, yield* typed(type)]).toEqual([type, "does not answer JSON"])
      expect(yield* messageOf((_, response) => void response.writeHead(200).end(text))).toBe("does not answer JSON")
      expect(yield* messageOf(send("{"))).toBe("answers JSON that cannot be read")
      for (const status of [204, 304, 404, 500])
        expect(yield* messageOf(send(status === 204 ? "" : "{}", json, status))).toBe(`answers ${status}`)
    })
  )

  it.scoped("must arrive within five seconds, whether its head or its body is late", () =>
    Effect.gen(function* () {
      const head = JSON.stringify(document).slice(0, 10)
      const late: Readonly<Record<string, Answer>> = {
        head: () => {},
        body: (_, response) => void response.writeHead(200, json).write(head)
      }
      for (const [part, answer] of Object.entries(late)) {
        const arrived = yield* Deferred.make<void>()
        const pending = yield* Effect.fork(
          messageOf((request, response) => {
            answer(request, response)
            Deferred.unsafeDone(arrived, Exit.void)
          })
        )
        yield* Deferred.await(arrived)
        yield* TestClock.adjust("4900 millis")
        expect([part, yield* Fiber.poll(pending)]).toMatchObject([part, { _tag: "None" }])
        yield* TestClock.adjust("100 millis")
        expect([part, yield* Fiber.join(pending)]).toEqual([part, "did not answer within 5 s"])
      }
    })
  )

  it.scoped("is cached as its headers say", () =>
    Effect.gen(function* () {
      const freshFor = (cacheControl: string | undefined) =>
        Effect.map(
          reading(send(JSON.stringify(document), { ...json, ...(cacheControl && { "cache-control": cacheControl }) })),
          (outcome) => (outcome._tag === "Right" ? outcome.right.freshFor : outcome.left.message)
        )
      expect(yield* freshFor(undefined)).toBe(3_600_000)
      expect(yield* freshFor("public, max-age=60")).toBe(60_000)
      expect(yield* freshFor("s-maxage=9, Max-Age=7")).toBe(7_000)
      expect(yield* freshFor("no-store")).toBe(0)
      expect(yield* freshFor("max-age=600, no-cache")).toBe(0)
    })
  )
})

describe("An address of a metadata document", () => {
  /** Documents over the real client, whose guard no setting opens. */
  const refusals = (addresses: ReadonlyArray<string>, allow: ReadonlyArray<string>, resolve?: Resolve) =>
    Effect.gen(function* () {
      const { get } = yield* make({ allow, ...(resolve === undefined ? {} : { resolve }) })
      const { read } = yield* Effect.provide(
        ClientDocuments,
        Layer.provide(overFetch, Layer.succeed(SafeFetch, { get }))
      )
      return yield* Effect.forEach(addresses, (address) => Effect.exit(read(address)))
    })

  const messages = (exits: ReadonlyArray<Exit.Exit<unknown, { readonly message: string }>>) =>
    exits.map((exit) =>
      Exit.isFailure(exit)
        ? Cause.failureOption(exit.cause).pipe((one) => (one._tag === "Some" ? one.value.message : ""))
        : ""
    )

  it.scoped("in a private network is refused in every notation, even where settings allow it", () =>
    Effect.gen(function* () {
      let reached = 0
      const { host, port } = yield* server((_, response) => {
        reached += 1
        response.writeHead(200, json).end(JSON.stringify(document))
      })
      const addresses = [
        `http://${host}/client.json`,
        `http://localhost:${port}/client.json`,
        `http://[::1]:${port}/client.json`,
        `http://[::ffff:127.0.0.1]:${port}/client.json`,
        `http://2130706433:${port}/client.json`,
        `http://0x7f.1:${port}/client.json`,
        "https://169.254.169.254/latest/meta-data/client.json",
        "https://[fd00:ec2::254]/latest/client.json",
        "https://10.0.0.1/client.json",
        "https://192.168.1.1/client.json"
      ]
      const all = messages(yield* refusals(addresses, ["127.0.0.1", "localhost", host, `localhost:${port}`]))
      for (const message of all) expect(message).toMatch(/^leads into a private network/)
      expect(reached).toBe(0)
    })
  )

  it.scoped("with a name that resolves into a private network is refused", () =>
    Effect.gen(function* () {
      const answers = [["10.0.0.7"], ["93.184.216.34", "127.0.0.1"], ["169.254.169.254"]]
      for (const addresses of answers) {
        const resolve: Resolve = (_, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: 4 }))
          )
        const [message] = messages(yield* refusals(["https://client.example/client.json"], [], resolve))
        expect([addresses, message]).toEqual([addresses, expect.stringMatching(/^leads into a private network/)])
      }
    })
  )
})

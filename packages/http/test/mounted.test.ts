import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { type ListenerOptions, nodeListener, webHandler } from "../src/index.js"
import { type Host, host, standingClock } from "./support/host.js"
import { type Answer, ask } from "./support/http.js"

const options: ListenerOptions = { rateLimit: 1_000_000, corsOrigins: ["*"], trustedProxies: [], version: "0.0.0-test" }

const listening = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => server.closeAllConnections()).pipe(
        Effect.zipRight(Effect.async<void>((resume) => void server.close(() => resume(Effect.void))))
      )
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** Paths of every kind: data, errors, pages, assets, streams. */
const paths = [
  "/v1/health",
  "/v1/listening/streaks",
  "/v1/listening/recent?limit=3&page=2",
  "/v1/listening/year/2024?month=2",
  "/v1/listening/artists/4711",
  "/v1/listening/recent?date=never",
  "/nowhere",
  "/v1/nowhere",
  "//v1/health",
  "/v1/health%2F",
  "/",
  "/docs/changes",
  "/v1/openapi.json",
  "/v1/admin/export/listening?format=ndjson"
]

const varying = new Set([
  "date",
  "x-request-id",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "x-ratelimit-remaining"
])
const comparable = ({ headers, status, text }: Answer) => ({
  status,
  text,
  headers: Object.fromEntries([...headers].filter(([name]) => !varying.has(name)))
})

const answerOf = (address: string, { admin }: Host, path: string) =>
  Effect.map(ask(`${address}${path}`, { key: admin }), comparable)

/** Runs with the services and the clock of the host. */
const over = <A, E, R>(own: Host, make: Effect.Effect<A, E, R>) =>
  Effect.withClock(Effect.provide(make, own.services), standingClock(own.clock))

const fetched =
  (handle: (request: Request) => Promise<Response>) =>
  (url: string, init: RequestInit = {}) =>
    Effect.promise(async () => {
      const response = await handle(new Request(url, init))
      return { status: response.status, headers: response.headers, text: await response.text(), json: undefined }
    })

describe("a mounted API", () => {
  it.scoped("a listener below a path responds like a host at the root", () =>
    Effect.gen(function* () {
      const own = yield* host()
      const { listener } = yield* over(own, nodeListener({ ...options, basePath: "/a/life/" }))
      const address = yield* listening(listener)
      // Twice, since the second responses come from the cache.
      for (const path of [...paths, ...paths]) {
        const there = yield* answerOf(own.url, own, path)
        expect({ path, ...(yield* answerOf(`${address}/a/life`, own, path)) }).toEqual({ path, ...there })
      }
    })
  )

  it.scoped("a listener answers 404 outside its path, and its redirects stay inside", () =>
    Effect.gen(function* () {
      const own = yield* host()
      const { listener } = yield* over(own, nodeListener({ ...options, basePath: "life" }))
      const address = yield* listening(listener)
      for (const path of ["/", "/v1/health", "/lifes/v1/health", "/life-/v1/health"]) {
        expect((yield* ask(`${address}${path}`, { key: own.read })).json).toEqual({ error: "Not found", status: 404 })
      }
      expect((yield* ask(`${address}/life`)).headers.get("location")).toBe("/life/")
      expect((yield* ask(`${address}/life/openapi.json`)).headers.get("location")).toBe("/life/v1/openapi.json")
      expect((yield* ask(`${own.url}/openapi.json`)).headers.get("location")).toBe("/v1/openapi.json")
    })
  )

  it.scoped("a web handler responds like a host, including bodies and errors", () =>
    Effect.gen(function* () {
      const own = yield* host()
      const ask = fetched(yield* over(own, webHandler({ ...options, basePath: "/life" })))
      const headers = { authorization: `Bearer ${own.admin}` }
      for (const path of [...paths, ...paths]) {
        const there = yield* answerOf(own.url, own, path)
        expect({ path, ...comparable(yield* ask(`https://site.test/life${path}`, { headers })) }).toEqual({
          path,
          ...there
        })
      }
      expect(
        yield* Effect.map(ask("https://site.test/life/v1/health", { method: "HEAD" }), ({ status, text }) => ({
          status,
          text
        }))
      ).toEqual({ status: 200, text: "" })
      const {
        headers: { etag }
      } = comparable(yield* ask("https://site.test/life/v1/listening/streaks", { headers }))
      expect(
        (yield* ask("https://site.test/life/v1/listening/streaks", { headers: { ...headers, "if-none-match": etag! } }))
          .status
      ).toBe(304)

      const create = (body: string) =>
        ask("https://site.test/life/v1/admin/keys", {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body
        })
      expect((yield* create(JSON.stringify({ name: "of a site" }))).status).toBe(201)
      expect((yield* create("{")).status).toBe(400)
      expect((yield* create(`"${"x".repeat(5_000_000)}"`)).status).toBe(413)
      expect((yield* own.keys.list).map(({ name }) => name)).toContain("of a site")
    })
  )

  it.scoped("a web handler counts by the given address", () =>
    Effect.gen(function* () {
      const own = yield* host()
      const remoteAddress = (request: Request) => request.headers.get("x-edge-address") ?? "192.0.2.1"
      const ask = fetched(yield* over(own, webHandler({ ...options, rateLimit: 2, remoteAddress })))
      const from = (address: string) =>
        Effect.map(
          ask("https://site.test/v1/listening/streaks", { headers: { "x-edge-address": address } }),
          ({ status }) => status
        )
      expect(yield* Effect.all(["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map(from))).toEqual([
        401, 401, 429, 401
      ])
    })
  )
})

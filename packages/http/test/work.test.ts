import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, type IncomingHttpHeaders, get } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serve, serveWork } from "../src/index.js"
import { apiOf } from "../src/Api.js"
import { routesOf } from "../src/front/routing.js"
import { joinedMetrics } from "../src/metrics/joined.js"
import { vi } from "vitest"
import { host, standingClock } from "./support/host.js"
import { type Ask, ask } from "./support/http.js"

const listening = { host: "127.0.0.1", port: 0, corsOrigins: ["*"], trustedProxies: [], partingMs: 0 }

const newSocket = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-work-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
).pipe(Effect.map((folder) => join(folder, "work.sock")))

/** A host that answers, and one that works for it, over the same data. */
const apart = Effect.gen(function* () {
  const stage = yield* host()
  const socket = yield* newSocket
  const catchUp = vi.fn(() => Promise.resolve())
  const working = { socket: () => Promise.resolve(socket), catchUp }
  const { port } = yield* Effect.zipRight(
    serveWork(socket, { version: "0.0.0-test", catchUp: Effect.void }),
    serve({ ...listening, rateLimit: 1_000, working })
  ).pipe(Effect.provide(stage.services), Effect.withClock(standingClock(stage.clock)))
  return { ...stage, alone: stage.url, url: `http://127.0.0.1:${port}`, socket, catchUp }
})

/** Headers that differ from request to request. */
const passing = new Set(["date", "x-request-id", "connection", "keep-alive", "x-ratelimit-limit", "transfer-encoding"])
const stable = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !passing.has(name) && !name.startsWith("x-ratelimit-")))

describe("a host whose work is done by another process", () => {
  it.scoped("has connections that the other process does not close while they are idle", () =>
    Effect.gen(function* () {
      const { socket } = yield* apart
      const agent = new Agent({ keepAlive: true })
      yield* Effect.addFinalizer(() => Effect.sync(() => agent.destroy()))
      // A server that closes idle connections says after how many seconds.
      const headers = yield* Effect.async<IncomingHttpHeaders>((resume) => {
        get({ agent, socketPath: socket, path: "/v1/health" }, (answer) => {
          answer.resume()
          resume(Effect.succeed(answer.headers))
        })
      })
      expect([headers.connection, headers["keep-alive"]]).toEqual(["keep-alive", undefined])
    })
  )

  it.scoped("has learnt what that process committed when it passes an answer on", () =>
    Effect.gen(function* () {
      const { admin, catchUp, url } = yield* apart
      let learn = () => {}
      catchUp.mockImplementation(() => new Promise((learnt) => void (learn = learnt)))
      let isAnswered = false
      const answer = yield* Effect.fork(
        Effect.tap(ask(`${url}/v1/admin/health`, { key: admin }), () => Effect.sync(() => void (isAnswered = true)))
      )
      yield* Effect.promise(() => vi.waitFor(() => expect(catchUp).toHaveBeenCalledTimes(1)))
      // What has been answered without learning arrives before a later read does.
      expect((yield* ask(`${url}/v1/listening/stats`, { key: admin })).status).toBe(200)
      expect([isAnswered, catchUp.mock.calls.length]).toEqual([false, 1])
      learn()
      expect((yield* answer).status).toBe(200)
    })
  )

  it("passes on what starts work, and nothing that only reads the data", () => {
    const works = routesOf(apiOf([])).filter((route) => route.works === true)
    expect(works.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
      [
        "DELETE /v1/admin/corrections/:id",
        "GET /v1/admin/backups",
        "GET /v1/admin/health",
        "POST /v1/admin/backups",
        "POST /v1/admin/corrections",
        "POST /v1/admin/google/test",
        "POST /v1/admin/import",
        "POST /v1/admin/imports/:id/start",
        "POST /v1/admin/imports/:id/stop",
        "POST /v1/admin/reembed-reading",
        "POST /v1/admin/reenrich-reading",
        "POST /v1/admin/reindex-search",
        "POST /v1/admin/running/recompute",
        "POST /v1/admin/sync/:target",
        "POST /v1/admin/sync/attending/reprocess",
        "POST /v1/listening/admin/backfill-images",
        "POST /v1/listening/admin/enrich-apple-music",
        "POST /v1/listening/admin/enrich-artists",
        "POST /v1/listening/admin/refresh-artist-images",
        "POST /v1/reading/admin/backfill-images",
      ]
    `)
    for (const { access } of works) expect(access).toBe("admin")
  })

  it.scoped("answers as one that does it itself", () =>
    Effect.gen(function* () {
      const { admin, alone, read, url } = yield* apart
      const file = { method: "POST", body: "uts,artist,track\n1763700000,Hollow Lanterns,Ferry Song\n" }
      const json = (body: unknown): Ask => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body)
      })
      const requests: ReadonlyArray<readonly [string, Ask]> = [
        ["/v1/admin/sync/listening", { key: admin, ...json({}) }],
        ["/v1/admin/sync/listening", { key: admin, ...json({ dry_run: true }) }],
        ["/v1/admin/sync/listening", { key: admin, ...json({ unknown: 1 }) }],
        ["/v1/admin/sync/listening", { key: admin, ...json("{") }],
        ["/v1/admin/sync/listening", { key: admin, method: "POST" }],
        ["/v1/admin/sync/listening?source=lastfm", { key: admin, ...json({}) }],
        ["/v1/admin/sync/listening", { key: read, ...json({}) }],
        ["/v1/admin/sync/listening", json({})],
        ["/v1/admin/import?source=lastfm&name=plays.csv", { key: admin, ...file }],
        ["/v1/admin/import", { key: admin, method: "POST" }],
        ["/v1/admin/imports/1/stop", { key: admin, method: "POST" }],
        ["/v1/admin/imports/99/stop", { key: admin, method: "POST" }],
        ["/v1/admin/backups", { key: admin }],
        ["/v1/admin/health", { key: admin, headers: { origin: "https://example.org" } }],
        ["/v1/admin/health", { key: admin, method: "HEAD" }]
      ]
      for (const [path, request] of requests) {
        const [one, other] = [yield* ask(`${alone}${path}`, request), yield* ask(`${url}${path}`, request)]
        expect([path, other.status, other.text]).toEqual([path, one.status, one.text])
        expect(stable(other.headers)).toEqual(stable(one.headers))
        expect(other.headers.get("x-ratelimit-limit")).toBe("1000")
        expect(Number(other.headers.get("x-ratelimit-remaining"))).toBeLessThan(1_000)
      }
    })
  )

  it.scoped("keeps the key of a request to itself, and admits no request on its own", () =>
    Effect.gen(function* () {
      const { admin, socket } = yield* apart
      const answer = yield* Effect.async<string>((resume) => {
        const connection = connect(socket)
        let text = ""
        connection.on("data", (part) => void (text += part))
        connection.on("close", () => resume(Effect.succeed(text)))
        connection.write(
          `GET /v1/admin/health HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin}\r\nConnection: close\r\n\r\n`
        )
      })
      expect(answer).toContain("401 Unauthorized")
    })
  )

  it.scoped("ignores what a client says about its scope", () =>
    Effect.gen(function* () {
      const { read, url } = yield* apart
      const headers = { "x-daybook-scope": "admin" }
      expect((yield* ask(`${url}/v1/admin/health`, { key: read, headers })).status).toBe(403)
      expect((yield* ask(`${url}/v1/admin/health`, { headers })).status).toBe(401)
    })
  )

  it.scoped("answers 503 to such requests while that process is unreachable, and all others as ever", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const catchUp = () => Promise.resolve()
      const unstarted = { socket: () => Promise.reject(new Error("it does not start")), catchUp }
      const missing = { socket: () => Promise.resolve("/nonexistent/daybook.sock"), catchUp }
      for (const working of [unstarted, missing]) {
        const { port } = yield* Effect.provide(serve({ ...listening, rateLimit: 1_000, working }), stage.services)
        const url = `http://127.0.0.1:${port}`
        const refused = yield* ask(`${url}/v1/admin/health`, { key: stage.admin })
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
        expect(refused.json).toEqual({ error: "Service unavailable", status: 503 })
        expect((yield* ask(`${url}/v1/listening/stats`, { key: stage.read })).status).toBe(200)
        expect((yield* ask(`${url}/metrics`, { key: stage.admin })).status).toBe(200)
      }
    })
  )

  it.scoped("shows the metrics of both", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* apart
      const { text } = yield* ask(`${url}/metrics`, { key: admin })
      for (const process of ["answers", "works"])
        expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{process="${process}"\\} \\d+$`, "m"))
      expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
    })
  )
})

describe("the metrics of two processes", () => {
  it("sum counters, keep gauges of the data, and name the process of the others", () => {
    const own = [
      ...["# HELP a Things\\nmore", "# TYPE a counter", 'a{kind="x y"} 2', "a 1"],
      ...["# HELP b State", "# TYPE b gauge", 'b{of="z"} 3'],
      ...["# HELP nodejs_c Heap", "# TYPE nodejs_c gauge", "nodejs_c 4", 'nodejs_c{q="1"} 5']
    ].join("\n")
    const working = [
      ...["# HELP a Things\\nmore", "# TYPE a counter", 'a{kind="x y"} 40'],
      ...["# HELP b State", "# TYPE b gauge", 'b{of="z"} 9', 'b{of="other"} 1'],
      ...["# HELP d Lengths", "# TYPE d histogram", 'd_bucket{le="+Inf"} 7', "d_sum 1.5", "d_count 7"],
      ...["# HELP nodejs_c Heap", "# TYPE nodejs_c gauge", "nodejs_c +Inf"]
    ].join("\n")
    expect(joinedMetrics(own, working).trimEnd().split("\n")).toEqual([
      ...["# HELP a Things\\nmore", "# TYPE a counter", 'a{kind="x y"} 42', "a 1"],
      ...["# HELP b State", "# TYPE b gauge", 'b{of="z"} 3', 'b{of="other"} 1'],
      ...["# HELP d Lengths", "# TYPE d histogram", 'd_bucket{le="+Inf"} 7', "d_sum 1.5", "d_count 7"],
      ...["# HELP nodejs_c Heap", "# TYPE nodejs_c gauge"],
      ...['nodejs_c{process="answers"} 4', 'nodejs_c{q="1",process="answers"} 5', 'nodejs_c{process="works"} +Inf']
    ])
  })
})

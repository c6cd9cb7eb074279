import { Token } from "@daybook/core/keys"
import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { isQuick } from "../../adapters/test/support/depth.js"
import { type Host, SharedHost, host, standingClock, unreachable } from "./support/host.js"
import { type Answer, ask, post } from "./support/http.js"
import {
  type Operation,
  changing,
  declaredDomains,
  forReaders,
  operations,
  reading,
  usualBody,
  usualPath
} from "./support/operations.js"

/** Open operations whose usual request does not answer 200. */
const openStatus: Readonly<Record<string, number>> = { "/v1/setup/open": 201, "/v1/setup/callback": 303 }

const request = ({ url }: Host, operation: Operation, headers: Readonly<Record<string, string>>) => {
  const body = usualBody[operation.path]
  return ask(url + usualPath(operation), {
    method: operation.method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined || operation.method === "GET" ? {} : { body: JSON.stringify(body) })
  })
}

const expectConventions = (answer: Answer) => {
  expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0)
  expect(answer.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/)
  expect(answer.headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/)
  expect(answer.headers.get("x-request-id")).toMatch(/^[\w.-]+$/)
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
  expect(answer.headers.get("vary")).toBe("Authorization, Origin")
  expect(answer.headers.get("content-type")).toMatch(/^(application\/(json|x-tar|zip|octet-stream)|image\/svg\+xml)/)
  if (answer.status >= 400) {
    expect(answer.json).toEqual({ error: expect.any(String), status: answer.status })
    expect(answer.headers.get("cache-control")).toBe("no-store")
  }
}

const unauthorized = { error: "Unauthorized", status: 401 }
const forbidden = { error: "Forbidden", status: 403 }

/** A host with records to delete; its admin key has id 2. */
const prepared = Effect.tap(host({ domains: declaredDomains }), ({ admin, url }) =>
  Effect.all([
    post(`${url}/v1/admin/lenses/runs/token`, admin, {}),
    post(`${url}/v1/admin/corrections`, admin, { kind: "hide", type: "artist", subject: { artist: "Velmora Tide" } }),
    post(`${url}/v1/listening/admin/filters`, admin, { filter_type: "custom", pattern: "Somebody", scope: "artist" })
  ])
)

/** Sends one request as every kind of caller: without a valid key, with a read key, with an admin key. */
const askAsEveryCaller = (stage: Host, operation: Operation) =>
  Effect.gen(function* () {
    const revoked = yield* stage.keys.create({ name: "revoked", scope: "admin" })
    yield* stage.keys.revoke(revoked.key.id)
    const expired = yield* Effect.withClock(
      stage.keys.create({ name: "expired", scope: "admin", expiresAt: stage.clock.now + 1_000 }),
      standingClock(stage.clock)
    )
    stage.clock.now += 1_000
    const unknown = Token.make("admin", new Uint8Array(64).fill(9))!

    const strangers: ReadonlyArray<Readonly<Record<string, string>>> = [
      {},
      { authorization: "" },
      { authorization: "Bearer" },
      { authorization: "Bearer " },
      { authorization: `Basic ${stage.admin}` },
      { authorization: stage.admin },
      { authorization: `Bearer ${stage.admin}x` },
      { authorization: `Bearer ${unknown}` },
      { authorization: `Bearer ${"x".repeat(5_000)}` },
      { authorization: `Bearer ${revoked.token}` },
      { authorization: `Bearer ${expired.token}` }
    ]
    const some = strangers.filter((_, index) => !isQuick || (index + operation.path.length) % 4 === 0)
    for (const headers of some) {
      const answer = yield* request(stage, operation, headers)
      expectConventions(answer)
      // A code makes a key, and a redirect leads to a page.
      if (operation.open) expect(answer.status).toBe(openStatus[operation.path] ?? 200)
      else expect(answer.json).toEqual(unauthorized)
    }

    const reader = yield* request(stage, operation, { authorization: `Bearer ${stage.read}` })
    expectConventions(reader)
    if (operation.admin) expect(reader.json).toEqual(forbidden)
    else expect(operation.well).toContain(reader.status)

    const administrator = yield* request(stage, operation, { authorization: `bEARER ${stage.admin}` })
    expectConventions(administrator)
    expect(operation.well).toContain(administrator.status)
  })

layer(Layer.scoped(SharedHost, prepared))("every read route for every caller", (it) => {
  for (const operation of reading)
    it.effect(`${operation.method} ${operation.path}`, () =>
      Effect.flatMap(SharedHost, (stage) => askAsEveryCaller(stage, operation))
    )
})

describe("every route for every caller", () => {
  it("is documented with its error responses", () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const operation of operations) {
      const needed = [
        ...(operation.open ? [] : ["401"]),
        ...(operation.open ||
        forReaders(operation) ||
        (operation.method === "GET" && !operation.path.includes("/admin/"))
          ? []
          : ["403"]),
        "400",
        "429",
        "500"
      ]
      expect(operation.statuses, operation.path).toEqual(expect.arrayContaining(needed))
    }
  })

  // Each prepares a host of its own.
  const some = changing.filter((_, index) => !isQuick || index % 4 === 0)
  for (const operation of some) {
    it.scoped(`${operation.method} ${operation.path}`, () =>
      Effect.flatMap(prepared, (stage) => askAsEveryCaller(stage, operation))
    )
  }

  it.scoped("checks the key before the parameters", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const wrong = `${url}/v1/listening/year/2025?month=13`
      expect((yield* ask(wrong)).json).toEqual(unauthorized)
      expect((yield* ask(wrong, { key: `${read}x` })).json).toEqual(unauthorized)
      expect((yield* ask(wrong, { key: read })).json).toEqual({
        error: "month must be a whole number from 1 to 12",
        status: 400
      })
    })
  )

  it.scoped("answers 404 for unknown paths, with and without a key", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      for (const path of [
        "/nope",
        "/v1",
        "/v1/",
        "/v2/health",
        "/v1/listening",
        "/v1/listening/streaks/",
        "/v1//listening/streaks",
        "/V1/health",
        "/v1/listening/Streaks",
        "/v1/listening/streaks;x=1",
        "/v1/listening/artists/1;limit=2",
        "/v1/health/../health/sync%00",
        "/v1/listening/artists/1/2",
        "/v1/listening/:id"
      ]) {
        for (const key of [undefined, read, admin]) {
          const answer = yield* ask(url + path, { key })
          expectConventions(answer)
          expect(answer.json, path).toEqual({ error: "Not found", status: 404 })
        }
      }
    })
  )

  it.scoped("reveals unsupported methods only to admin keys", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
        const path = `${url}/v1/listening/streaks`
        expect((yield* ask(path, { method })).json).toEqual(unauthorized)
        expect((yield* ask(path, { method, key: read })).json).toEqual(forbidden)
        expect((yield* ask(path, { method, key: admin })).json).toEqual({ error: "Not found", status: 404 })
        expect((yield* ask(`${url}/v1/health`, { method })).json).toEqual({ error: "Not found", status: 404 })
      }
    })
  )

  it.scoped("answers HEAD like GET without a body", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      for (const path of [
        "/v1/listening/streaks",
        "/v1/health",
        "/v1/listening/now-playing",
        "/nope",
        "/v1/openapi.json"
      ]) {
        for (const _ of ["first", "kept"]) {
          const get = yield* ask(url + path, { key: read })
          const head = yield* ask(url + path, { key: read, method: "HEAD" })
          expect(head.text).toBe("")
          expect(head.status).toBe(get.status)
          for (const name of ["content-length", "content-type", "etag", "cache-control"])
            expect(head.headers.get(name), `${path} ${name}`).toBe(get.headers.get(name))
        }
      }
    })
  )

  it.scoped("logs the cause of a failure but does not send it", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const path = `${stage.url}/v1/listening/recent`
      stage.trouble.failure = unreachable(true)
      const away = yield* ask(path, { key: stage.read })
      expectConventions(away)
      expect(away.json).toEqual({ error: "Service unavailable", status: 503 })
      stage.trouble.failure = unreachable(false)
      expect((yield* ask(path, { key: stage.read })).json).toEqual({ error: "Internal server error", status: 500 })
      stage.trouble.failure = "defect"
      const broken = yield* ask(path, { key: stage.read, headers: { "x-request-id": "trace-me.7" } })
      expectConventions(broken)
      expect(broken.json).toEqual({ error: "Internal server error", status: 500 })
      expect(broken.headers.get("x-request-id")).toBe("trace-me.7")
      expect(
        stage.logs.filter((line) => line.includes("trace-me.7") && line.includes("a secret of the store"))
      ).toHaveLength(1)
      stage.trouble.failure = undefined
      expect((yield* ask(path, { key: stage.read })).status).toBe(200)
    })
  )
})

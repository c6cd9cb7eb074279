import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { connect } from "node:net"
import type { Admission } from "../src/front/requests.js"
import { singleFlight } from "../src/singleFlight.js"
import { type Host, host } from "./support/host.js"
import { ask, post } from "./support/http.js"

const many = 16

/** Sends requests in one packet, so that all have arrived before the first is answered. Answers their ETags. */
const together = ({ url }: Host, requests: ReadonlyArray<{ readonly path: string; readonly key: string }>) =>
  Effect.async<ReadonlyArray<string>>((resume) => {
    const { hostname, port } = new URL(url)
    let text = ""
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        requests
          .map(({ key, path }) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`)
          .join("")
      )
    })
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part
      const tags = Array.from(text.matchAll(/^etag: (.*)\r$/gim), ([, tag = ""]) => tag)
      if (tags.length < requests.length) return
      socket.destroy()
      resume(Effect.succeed(tags))
    })
  })

/** The ETags of requests that all wait for the listening store, and the number of its calls. */
const whileItWaits = (stage: Host, requests: Parameters<typeof together>[1]) =>
  Effect.gen(function* () {
    const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    stage.trouble.wait = Effect.zipRight(Deferred.succeed(begun, undefined), Deferred.await(mayEnd))
    const before = stage.calls()
    const fiber = yield* Effect.fork(together(stage, requests))
    yield* Deferred.await(begun)
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* Deferred.succeed(mayEnd, undefined)
    const tags = yield* Fiber.join(fiber)
    stage.trouble.wait = Effect.void
    return { tags, calls: stage.calls() - before }
  })

describe("equal reads at one time", () => {
  it.scoped("are computed once", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const request = { path: "/v1/listening/recent?limit=3", key: stage.read }
      const alone = yield* whileItWaits(stage, [request])
      expect(alone.calls).toBeGreaterThan(0)
      stage.versions.set("listening", 1)
      const all = yield* whileItWaits(
        stage,
        Array.from({ length: many }, () => request)
      )
      expect(all.calls).toBe(alone.calls)
      expect(all.tags).toEqual(Array.from({ length: many }, () => alone.tags[0]))
      // The next data version is another answer.
      stage.versions.set("listening", 2)
      expect((yield* whileItWaits(stage, [request])).calls).toBe(alone.calls)
    })
  )

  it.scoped("are not equal for another lens or other parameters", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const [path, other] = ["/v1/listening/recent?limit=3", "/v1/listening/recent?limit=2"]
      const lens = { name: "plays", operations: ["listening.recent"] }
      expect((yield* post(`${stage.url}/v1/admin/lenses`, stage.admin, lens)).status).toBe(201)
      const issued = yield* post(`${stage.url}/v1/admin/keys`, stage.admin, { name: "page", lens: "plays" })
      const key = issued.json.key as string
      const requests = [
        { path, key: stage.read },
        { path, key },
        { path: other, key: stage.read }
      ]
      const { tags } = yield* whileItWaits(
        stage,
        Array.from({ length: many }, () => requests)
          .flat()
          .toReversed()
      )
      const own = yield* Effect.forEach(requests, (one) =>
        Effect.map(ask(stage.url + one.path, { key: one.key }), ({ headers }) => headers.get("etag"))
      )
      expect(new Set(own).size).toBe(3)
      expect(tags.toReversed()).toEqual(Array.from({ length: many }, () => own).flat())
    })
  )
})

const admission = (of: { readonly cacheKey?: string; readonly version?: number; readonly cached?: boolean }) =>
  ({
    cacheKey: of.cacheKey ?? "/v1/feed",
    route: { method: "GET", caching: { cached: of.cached ?? true } },
    stamp: { versions: [of.version ?? 1], today: "2026-11-30", quarter: 1 }
  }) as unknown as Admission

describe("a shared computation", () => {
  it.effect("is for one key of the cache and one data version, and only for what is cached", () =>
    Effect.gen(function* () {
      const join = singleFlight<string, never>()
      let started = 0
      const start = () => {
        started++
        return Effect.runFork(Effect.never)
      }
      for (const of of [{}, {}, { cacheKey: "lens /v1/feed" }, { version: 2 }, { cached: false }, { cached: false }])
        join(admission(of), start, () => undefined)
      expect(started).toBe(5)
    })
  )

  it.effect("ends when its last reader leaves, and the next one starts another", () =>
    Effect.gen(function* () {
      const join = singleFlight<string, never>()
      const ended = yield* Deferred.make<void>()
      let started = 0
      const start = () => {
        started++
        return Effect.runFork(Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined)))
      }
      const leave = [1, 2].map(() => join(admission({}), start, () => undefined))
      leave[0]!()
      expect(yield* Deferred.isDone(ended)).toBe(false)
      leave[1]!()
      yield* Deferred.await(ended)
      join(admission({}), start, () => undefined)
      expect(started).toBe(2)
    })
  )
})

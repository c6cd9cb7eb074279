import { readFileSync } from "node:fs"
import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Exit, Logger, LogLevel, Option, Schema } from "effect"
import * as Provider from "../../src/kit/provider/Provider.js"
import * as Throttles from "../../src/kit/provider/Throttle.js"
import * as Verdict from "../../src/kit/provider/Verdict.js"
import { inTime } from "../support/inTime.js"
import { type ReceivedRequest, json, webClientLayer } from "../support/webClient.js"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

const secret = "s3cr3t-0123456789abcdef"

const options: Provider.ProviderOptions = {
  source: "somewhere",
  name: "Somewhere",
  baseUrl: "https://somewhere.example/2.0/",
  gap: Duration.zero
}

const Body = Schema.Struct({ value: Schema.Number })

/** Calls a provider that returns the given responses in order; the last one repeats. */
const ask = (
  answers: ReadonlyArray<() => Response | Effect.Effect<Response, Error>>,
  more: Partial<Provider.ProviderOptions> = {},
  calls = 1
) => {
  const arrived: Array<ReceivedRequest> = []
  const client = webClientLayer((request) => {
    arrived.push(request)
    return answers[Math.min(arrived.length, answers.length) - 1]!()
  })
  return inTime(
    Effect.gen(function* () {
      const provider = yield* Provider.make({ ...options, ...more })
      const call = provider.json(Body, { query: () => ({ api_key: secret, page: 1 }) })
      for (let attempt = 1; attempt < calls; attempt++) yield* Effect.ignore(call)
      return yield* call
    })
  ).pipe(
    Effect.provide(client),
    Effect.map((result) => ({ ...result, arrived }))
  )
}

const failureOf = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isSuccess(exit)) throw new Error("expected a failure")
  const failure = exit.cause._tag === "Fail" ? exit.cause.error : exit.cause
  if (!(failure instanceof SourceFailure)) throw new Error(`expected a SourceFailure, not ${String(failure)}`)
  return failure
}

const page =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response("<html>sorry</html>", { status, headers })

describe("a provider", () => {
  it.effect("sends its parameters and headers, and accepts JSON of any content type", () =>
    Effect.gen(function* () {
      const { arrived, exit } = yield* ask([
        () => json({ value: 3 }, { headers: { "content-type": "text/javascript" } })
      ])
      expect(exit).toStrictEqual(Exit.succeed({ value: 3 }))
      expect(arrived[0]?.url.searchParams.get("page")).toBe("1")
      expect(arrived[0]?.url.pathname).toBe("/2.0/")
      expect(arrived[0]?.headers["user-agent"] ?? "").toBe(
        `Daybook/${version} (+https://www.npmjs.com/package/@daybook/cli)`
      )
      expect(arrived[0]?.headers["traceparent"]).toBeUndefined()
    })
  )

  it.effect("retries after errors, broken responses and closed connections", () =>
    Effect.gen(function* () {
      const { arrived, exit } = yield* ask([
        page(503),
        () => new Response('{"value":'),
        () => Effect.fail(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })),
        () => json({ other: 1 }),
        () => json({ value: 4 })
      ])
      expect(exit).toStrictEqual(Exit.succeed({ value: 4 }))
      expect(arrived).toHaveLength(5)
    })
  )

  it.effect("respects Retry-After", () =>
    Effect.gen(function* () {
      const { arrived, seconds } = yield* ask([page(429, { "retry-after": "42" }), () => json({ value: 5 })])
      expect(arrived).toHaveLength(2)
      expect(seconds).toBe(42)
      const dated = yield* ask([
        page(503, { date: "Fri, 21 Nov 2025 04:40:00 GMT", "retry-after": "Fri, 21 Nov 2025 04:40:30 GMT" }),
        () => json({ value: 5 })
      ])
      expect(dated.seconds).toBe(30)
    })
  )

  it.effect("fails when Retry-After exceeds its patience, and makes no call for that long", () =>
    Effect.gen(function* () {
      const { arrived, exit, seconds } = yield* ask([page(429, { "retry-after": "3600" })], {}, 3)
      expect(arrived).toHaveLength(1)
      expect(seconds).toBe(0)
      expect(failureOf(exit).state).toBe("rate_limited")
    })
  )

  it.effect("gives up on a permanent failure within two and a half minutes", () =>
    Effect.gen(function* () {
      for (const answer of [
        page(500),
        page(429),
        () => json({ other: 1 }),
        () => Effect.fail(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })),
        () => Effect.never
      ]) {
        const { arrived, seconds } = yield* ask([answer])
        expect(arrived.length).toBeGreaterThanOrEqual(3)
        expect(seconds).toBeLessThanOrEqual(150)
      }
    })
  )

  it.effect("does not retry when no retry helps", () =>
    Effect.gen(function* () {
      for (const [status, state] of [
        [401, "unauthorized"],
        [403, "forbidden"],
        [404, "not_found"],
        [400, "bad_answer"],
        [302, "bad_answer"]
      ] as const) {
        const { arrived, exit } = yield* ask([page(status)])
        expect(arrived).toHaveLength(1)
        expect(failureOf(exit).state).toBe(state)
      }
    })
  )

  it.effect("asks for less after each failed attempt", () =>
    Effect.gen(function* () {
      const limits: Array<string | null> = []
      const client = webClientLayer(({ url }) => {
        limits.push(url.searchParams.get("limit"))
        return limits.length === 1 ? page(429)() : limits.length < 4 ? page(500)() : json({ value: 1 })
      })
      yield* inTime(
        Effect.flatMap(Provider.make(options), (provider) =>
          provider.json(Body, { query: (overloads) => ({ limit: 100 / 2 ** overloads }) })
        )
      ).pipe(Effect.provide(client))
      expect(limits).toStrictEqual(["100", "100", "50", "25"])
    })
  )

  it.effect("keeps the gap between calls and makes one at a time", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const client = webClientLayer(() =>
        Effect.zipRight(
          Effect.clockWith((clock) => Effect.map(clock.currentTimeMillis, (now) => times.push(now))),
          Effect.succeed(json({ value: 1 }))
        )
      )
      yield* inTime(
        Effect.gen(function* () {
          const provider = yield* Provider.make({ ...options, gap: Duration.seconds(3) })
          yield* Effect.all(
            Array.from({ length: 5 }, () => provider.json(Body, { query: () => ({}) })),
            { concurrency: "unbounded" }
          )
        })
      ).pipe(Effect.provide(client))
      expect(times).toStrictEqual([0, 3000, 6000, 9000, 12000])
    })
  )

  it.effect("pauses when the response asks for it", () =>
    Effect.gen(function* () {
      const { seconds } = yield* ask([() => json({ value: 1 })], { rest: () => Option.some(Duration.seconds(7)) }, 2)
      expect(seconds).toBe(7)
    })
  )

  it.effect("makes no call while the circuit is open", () =>
    Effect.gen(function* () {
      const judge = () => Verdict.stop("rate_limited", "refuses calls", { closedFor: Duration.seconds(120) })
      const { arrived, exit } = yield* ask([page(403)], { judge }, 4)
      expect(arrived).toHaveLength(1)
      expect(failureOf(exit).message).toBe("Somewhere refuses calls")
    })
  )

  it.effect("reads no more of a response than its limit", () =>
    Effect.gen(function* () {
      const { arrived, exit } = yield* ask([() => new Response("x".repeat(3 * 1_048_576))], { maxBytes: 2 * 1_048_576 })
      expect(arrived).toHaveLength(1)
      expect(failureOf(exit).message).toBe("Somewhere sends more than 2 MB in one answer")
    })
  )

  it.effect("shares its gap with other providers of the same address", () => {
    const both = Effect.gen(function* () {
      const shared = { ...options, gap: Duration.seconds(3), sharesGap: true }
      const [one, other] = [yield* Provider.make(shared), yield* Provider.make(shared)]
      const elsewhere = yield* Provider.make({ ...shared, baseUrl: "https://elsewhere.example/" })
      return yield* Effect.all(
        [one, other, elsewhere].map((provider) => provider.json(Body, { query: () => ({}) })),
        { concurrency: 3 }
      )
    }).pipe(Effect.provide(webClientLayer(() => json({ value: 1 }))))
    return Effect.gen(function* () {
      expect((yield* inTime(both)).seconds).toBe(0)
      expect((yield* inTime(Effect.provide(both, Throttles.layer))).seconds).toBe(3)
    })
  })

  it.effect("never reveals a secret", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.make(({ annotations, cause, message }) => void logged.push(message, cause, ...annotations))
      for (const answer of [
        page(500),
        () => json({ value: `your key ${secret} is wrong` }),
        () => Effect.fail(Object.assign(new Error(`GET ?api_key=${secret}`), { code: "ECONNREFUSED" })),
        () => Effect.fail(new Error(secret)),
        page(401),
        page(429, { "retry-after": secret })
      ]) {
        const { exit } = yield* Effect.provide(ask([answer]), Logger.replace(Logger.defaultLogger, logger)).pipe(
          Logger.withMinimumLogLevel(LogLevel.All)
        )
        const failure = failureOf(exit)
        const texts = [
          failure.message,
          failure.next,
          String(failure),
          JSON.stringify(failure),
          failure.stack,
          String(failure.cause)
        ].join(" ")
        expect(texts).not.toContain(secret)
        expect(failure.message).not.toContain("\n")
        expect(failure.message).toMatch(/^Somewhere /)
      }
      expect(logged.length).toBeGreaterThan(0)
      expect(
        logged.map((entry) => (Chunk.isChunk(entry) ? [...entry].join() : JSON.stringify(entry))).join(" ")
      ).not.toContain(secret)
    })
  )
})

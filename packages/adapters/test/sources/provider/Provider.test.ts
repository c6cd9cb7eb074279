import { SourceFailure } from "@daybook/core/sync"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Exit, Logger, LogLevel, Option, Schema } from "effect"
import { Provider, Throttles, Verdict } from "../../../src/sources/provider/index.js"
import { inTime } from "../support/inTime.js"
import { type Arrived, json, webClientLayer } from "../support/webClient.js"

const secret = "s3cr3t-0123456789abcdef"

const options: Provider.ProviderOptions = {
  source: "somewhere",
  name: "Somewhere",
  baseUrl: "https://somewhere.example/2.0/",
  gap: Duration.zero
}

const Body = Schema.Struct({ value: Schema.Number })

/** Asks a provider that answers each call in turn, the last answer for ever. */
const ask = (answers: ReadonlyArray<() => Response | Effect.Effect<Response, Error>>, more: Partial<Provider.ProviderOptions> = {}, calls = 1) => {
  const arrived: Array<Arrived> = []
  const client = webClientLayer((request) => {
    arrived.push(request)
    return answers[Math.min(arrived.length, answers.length) - 1]!()
  })
  return inTime(Effect.gen(function*() {
    const provider = yield* Provider.make({ ...options, ...more })
    const call = provider.json(Body, { query: () => ({ api_key: secret, page: 1 }) })
    for (let made = 1; made < calls; made++) yield* Effect.ignore(call)
    return yield* call
  })).pipe(Effect.provide(client), Effect.map((result) => ({ ...result, arrived })))
}

const failureOf = (exit: Exit.Exit<unknown, unknown>): SourceFailure => {
  if (Exit.isSuccess(exit)) throw new Error("expected a failure")
  const failure = exit.cause._tag === "Fail" ? exit.cause.error : exit.cause
  if (!(failure instanceof SourceFailure)) throw new Error(`expected a SourceFailure, not ${String(failure)}`)
  return failure
}

const page = (status: number, headers: Record<string, string> = {}) => () => new Response("<html>sorry</html>", { status, headers })

describe("a provider", () => {
  it.effect("asks with its parameters, its name and its patience for JSON of any type", () =>
    Effect.gen(function*() {
      const { arrived, exit } = yield* ask([() => json({ value: 3 }, { headers: { "content-type": "text/javascript" } })])
      assert.deepStrictEqual(exit, Exit.succeed({ value: 3 }))
      assert.strictEqual(arrived[0]?.url.searchParams.get("page"), "1")
      assert.strictEqual(arrived[0]?.url.pathname, "/2.0/")
      assert.match(arrived[0]?.headers["user-agent"] ?? "", /^Daybook\/\d/)
      assert.isUndefined(arrived[0]?.headers["traceparent"])
    }))

  it.effect("tries again after errors, broken answers and cut connections", () =>
    Effect.gen(function*() {
      const { arrived, exit } = yield* ask([
        page(503),
        () => new Response("{\"value\":"),
        () => Effect.fail(Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })),
        () => json({ other: 1 }),
        () => json({ value: 4 })
      ])
      assert.deepStrictEqual(exit, Exit.succeed({ value: 4 }))
      assert.strictEqual(arrived.length, 5)
    }))

  it.effect("waits as long as Retry-After says", () =>
    Effect.gen(function*() {
      const { arrived, seconds } = yield* ask([page(429, { "retry-after": "42" }), () => json({ value: 5 })])
      assert.strictEqual(arrived.length, 2)
      assert.strictEqual(seconds, 42)
      const dated = yield* ask([
        page(503, { date: "Fri, 21 Nov 2025 04:40:00 GMT", "retry-after": "Fri, 21 Nov 2025 04:40:30 GMT" }),
        () => json({ value: 5 })
      ])
      assert.strictEqual(dated.seconds, 30)
    }))

  it.effect("does not wait for longer than its patience, and leaves the provider alone for that long", () =>
    Effect.gen(function*() {
      const { arrived, exit, seconds } = yield* ask([page(429, { "retry-after": "3600" })], {}, 3)
      assert.strictEqual(arrived.length, 1)
      assert.strictEqual(seconds, 0)
      assert.strictEqual(failureOf(exit).state, "rate_limited")
    }))

  it.effect("gives up on a lasting failure within two minutes and a half", () =>
    Effect.gen(function*() {
      for (const answer of [
        page(500),
        page(429),
        () => json({ other: 1 }),
        () => Effect.fail(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })),
        () => Effect.never
      ]) {
        const { arrived, seconds } = yield* ask([answer])
        assert.isAtLeast(arrived.length, 3)
        assert.isAtMost(seconds, 150)
      }
    }))

  it.effect("stops at once where no repeat helps", () =>
    Effect.gen(function*() {
      for (const [status, state] of [[401, "unauthorized"], [403, "forbidden"], [404, "not_found"], [400, "bad_answer"], [302, "bad_answer"]] as const) {
        const { arrived, exit } = yield* ask([page(status)])
        assert.strictEqual(arrived.length, 1)
        assert.strictEqual(failureOf(exit).state, state)
      }
    }))

  it.effect("asks for less after each struggle", () =>
    Effect.gen(function*() {
      const asked: Array<string | null> = []
      const client = webClientLayer(({ url }) => {
        asked.push(url.searchParams.get("limit"))
        return asked.length === 1 ? page(429)() : asked.length < 4 ? page(500)() : json({ value: 1 })
      })
      yield* inTime(Effect.flatMap(Provider.make(options), (provider) =>
        provider.json(Body, { query: (struggles) => ({ limit: 100 / 2 ** struggles }) }))).pipe(Effect.provide(client))
      assert.deepStrictEqual(asked, ["100", "100", "50", "25"])
    }))

  it.effect("keeps a gap between calls, one at a time", () =>
    Effect.gen(function*() {
      const times: Array<number> = []
      const client = webClientLayer(() =>
        Effect.zipRight(Effect.clockWith((clock) => Effect.map(clock.currentTimeMillis, (now) => times.push(now))), Effect.succeed(json({ value: 1 }))))
      yield* inTime(Effect.gen(function*() {
        const provider = yield* Provider.make({ ...options, gap: Duration.seconds(3) })
        yield* Effect.all(Array.from({ length: 5 }, () => provider.json(Body, { query: () => ({}) })), { concurrency: "unbounded" })
      })).pipe(Effect.provide(client))
      assert.deepStrictEqual(times, [0, 3000, 6000, 9000, 12000])
    }))

  it.effect("rests when the answer says so", () =>
    Effect.gen(function*() {
      const { seconds } = yield* ask([() => json({ value: 1 })], { rest: () => Option.some(Duration.seconds(7)) }, 2)
      assert.strictEqual(seconds, 7)
    }))

  it.effect("makes no call while the provider is closed", () =>
    Effect.gen(function*() {
      const judge = () => Verdict.stop("rate_limited", "refuses calls", { closedFor: Duration.seconds(120) })
      const { arrived, exit } = yield* ask([page(403)], { judge }, 4)
      assert.strictEqual(arrived.length, 1)
      assert.strictEqual(failureOf(exit).message, "Somewhere refuses calls")
    }))

  it.effect("reads no more of an answer than its bound", () =>
    Effect.gen(function*() {
      const { arrived, exit } = yield* ask([() => new Response("x".repeat(3 * 1_048_576))], { maxBytes: 2 * 1_048_576 })
      assert.strictEqual(arrived.length, 1)
      assert.strictEqual(failureOf(exit).message, "Somewhere sends more than 2 MB in one answer")
    }))

  it.effect("keeps its gap from others that call the same address, where they share it", () => {
    const both = Effect.gen(function*() {
      const given = { ...options, gap: Duration.seconds(3), sharesGap: true }
      const [one, other] = [yield* Provider.make(given), yield* Provider.make(given)]
      const elsewhere = yield* Provider.make({ ...given, baseUrl: "https://elsewhere.example/" })
      return yield* Effect.all([one, other, elsewhere].map((provider) => provider.json(Body, { query: () => ({}) })), { concurrency: 3 })
    }).pipe(Effect.provide(webClientLayer(() => json({ value: 1 }))))
    return Effect.gen(function*() {
      assert.strictEqual((yield* inTime(both)).seconds, 0)
      assert.strictEqual((yield* inTime(Effect.provide(both, Throttles.layer))).seconds, 3)
    })
  })

  it.effect("tells no secret, whatever happens", () =>
    Effect.gen(function*() {
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
        const { exit } = yield* Effect.provide(ask([answer]), Logger.replace(Logger.defaultLogger, logger)).pipe(Logger.withMinimumLogLevel(LogLevel.All))
        const failure = failureOf(exit)
        const told = [failure.message, failure.next, String(failure), JSON.stringify(failure), failure.stack, String(failure.cause)].join(" ")
        assert.notInclude(told, secret)
        assert.notInclude(failure.message, "\n")
        assert.match(failure.message, /^Somewhere /)
      }
      assert.isAbove(logged.length, 0)
      assert.notInclude(logged.map((entry) => Chunk.isChunk(entry) ? [...entry].join() : JSON.stringify(entry)).join(" "), secret)
    }))
})

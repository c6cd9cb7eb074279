import { Waiting } from "@daybook/adapters/opening"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { type AddressInfo, createServer } from "node:net"
import { openingAnswers } from "../src/actions/openingAnswers.js"

const ask = (port: number) =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/admin/home`)
    return {
      status: answer.status,
      retryAfter: answer.headers.get("retry-after"),
      body: (await answer.json()) as unknown
    }
  })

/** Binds a port and frees it: true if nobody else has it. */
const isFree = (port: number) =>
  Effect.async<boolean>((resume) => {
    const server = createServer()
    server.once("error", () => resume(Effect.succeed(false)))
    server.listen({ host: "127.0.0.1", port }, () => server.close(() => resume(Effect.succeed(true))))
  })

describe("a host that opens its data again", () => {
  it.scopedLive("answers with what it does, and frees its port", () =>
    Effect.gen(function* () {
      const outer: Array<string> = []
      const reported = { announce: () => Effect.void, during: track(outer) }
      const answers = yield* Effect.provideService(openingAnswers("127.0.0.1", 0), Waiting, reported)
      const { port } = answers.address() as AddressInfo
      const opening = { status: 503, retryAfter: "1" }
      expect(yield* ask(port)).toStrictEqual({ ...opening, body: { error: "opening the data again", status: 503 } })
      const end = yield* Deferred.make<void>()
      const what = "computing the days of running again (2 of 9)"
      const work = yield* Effect.fork(answers.waiting.during(what, Deferred.await(end)))
      yield* Effect.sleep("50 millis")
      expect(yield* ask(port)).toStrictEqual({ ...opening, body: { error: what, status: 503 } })
      expect(outer).toEqual([what])
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(work)
      expect(yield* isFree(port)).toBe(false)
      yield* answers.close
      expect(yield* isFree(port)).toBe(true)
    })
  )

  it.scopedLive("opens it without answers where the port is taken", () =>
    Effect.gen(function* () {
      const { address } = yield* openingAnswers("127.0.0.1", 0)
      const other = yield* openingAnswers("127.0.0.1", (address() as AddressInfo).port)
      expect(yield* other.waiting.during("any work", Effect.succeed(7))).toBe(7)
      yield* other.close
    })
  )
})

const track =
  (names: Array<string>) =>
  <A, E, R>(what: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      names.push(what)
      return work
    })

import { expect, it } from "@effect/vitest"
import { Cache, Deferred, Duration, Effect, Fiber } from "effect"
import { detached } from "../../src/shared/index.js"

it.effect("shared work continues when the first caller is interrupted", () =>
  Effect.gen(function* () {
    const result = yield* Deferred.make<string>()
    const cache = yield* Cache.make({
      capacity: 10,
      timeToLive: Duration.infinity,
      lookup: (_: string) => Deferred.await(result)
    })
    const [first, second] = yield* Effect.all([
      Effect.fork(detached(cache.get("x"))),
      Effect.fork(detached(cache.get("x")))
    ])
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(first)
    yield* Deferred.succeed(result, "answer")
    expect(yield* Fiber.join(second)).toBe("answer")
  })
)

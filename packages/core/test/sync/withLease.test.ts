import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { withLease } from "../../src/sync/EnrichmentQueue.js"

const over = <A, E>(work: Effect.Effect<A, E>) => {
  const released: Array<string> = []
  return Effect.as(
    Effect.exit(
      withLease(
        Effect.succeed("item"),
        () => work,
        (item) => Effect.sync(() => void released.push(item))
      )
    ),
    released
  )
}

describe("withLease", () => {
  it.effect("releases leased items only when the work is interrupted", () =>
    Effect.gen(function* () {
      expect(yield* over(Effect.succeed(1))).toEqual([])
      expect(yield* over(Effect.fail("broken"))).toEqual([])
      expect(yield* over(Effect.interrupt)).toEqual(["item"])
      const released: Array<string> = []
      const cut = withLease(
        Effect.succeed("item"),
        () => Effect.never,
        (item) => Effect.sync(() => void released.push(item))
      )
      const waiting = yield* Effect.fork(Effect.timeoutOption(cut, "1 second"))
      yield* TestClock.adjust("1 second")
      yield* waiting
      expect(released).toEqual(["item"])
    })
  )
})

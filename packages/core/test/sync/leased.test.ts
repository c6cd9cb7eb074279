import { describe, expect, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { leased } from "../../src/sync/leased.js"

const over = <A, E>(work: Effect.Effect<A, E>) => {
  const back: Array<string> = []
  return Effect.as(Effect.exit(leased(Effect.succeed("taken"), () => work, (taken) => Effect.sync(() => void back.push(taken)))), back)
}

describe("what is taken", () => {
  it.effect("is given back where the work is cut off, and only there", () =>
    Effect.gen(function*() {
      expect(yield* over(Effect.succeed(1))).toEqual([])
      expect(yield* over(Effect.fail("broken"))).toEqual([])
      expect(yield* over(Effect.interrupt)).toEqual(["taken"])
      const back: Array<string> = []
      const cut = leased(Effect.succeed("taken"), () => Effect.never, (taken) => Effect.sync(() => void back.push(taken)))
      const waiting = yield* Effect.fork(Effect.timeoutOption(cut, "1 second"))
      yield* TestClock.adjust("1 second")
      yield* waiting
      expect(back).toEqual(["taken"])
    }))
})

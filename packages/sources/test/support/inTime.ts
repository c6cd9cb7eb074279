import { Chunk, Clock, Effect, Fiber, TestClock } from "effect"
import { atRest } from "../../../adapters/test/support/atRest.js"

const patience = 3_600_000

/**
 * Runs an effect on the test clock, which goes on to the next moment that somebody waits for whenever all else is at
 * rest, and returns the elapsed seconds. Gives up after an hour.
 */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const fiber = yield* Effect.fork(effect)
    for (;;) {
      yield* atRest
      const now = yield* Clock.currentTimeMillis
      const exit = yield* Fiber.poll(fiber)
      if (exit._tag === "Some") return { seconds: Math.ceil((now - begun) / 1_000), exit: exit.value }
      if (now - begun > patience) return yield* Effect.dieMessage("still running after an hour")
      const next = Math.min(...Chunk.filter(yield* TestClock.sleeps(), (at) => at > now))
      yield* TestClock.setTime(Number.isFinite(next) ? next : now + 1_000)
    }
  })

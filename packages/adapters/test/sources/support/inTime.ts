import { Effect, Fiber, TestClock } from "effect"

/** Runs an effect on the test clock, second by second, and returns the elapsed seconds. Gives up after an hour. */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(effect)
    for (let seconds = 0; seconds < 3600; seconds++) {
      // Promises and streams need the real event loop.
      for (let turn = 0; turn < 5; turn++) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const exit = yield* Fiber.poll(fiber)
      if (exit._tag === "Some") return { seconds, exit: exit.value }
      yield* TestClock.adjust("1 second")
    }
    return yield* Effect.dieMessage("still running after an hour")
  })

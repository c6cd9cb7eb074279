import { Effect, TestClock, TestContext } from "effect"

/**
 * The members of Effect's test clock by which it looks, before each step, whether all fibers wait. It looks four times,
 * a millisecond apart by the timer of Node, so that an hour of a fiber that wakes every second takes fifteen seconds.
 */
interface Clock {
  yieldTimer: Effect.Effect<void>
  suspended: () => Effect.Effect<unknown, void>
}

const turnOfEventLoop = Effect.async<void>((resume) => {
  const immediate = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(immediate))
})

const clock = Effect.runSync(Effect.provide(TestClock.testClock(), TestContext.TestContext)) as unknown as Clock
const prototype = Object.getPrototypeOf(clock) as Clock & { isQuick?: true }

// A turn of the event loop lets the same fibers run as a millisecond does.
if (prototype.isQuick !== true) {
  const { suspended } = prototype
  prototype.isQuick = true
  prototype.suspended = function (this: Clock) {
    this.yieldTimer = turnOfEventLoop
    return suspended.call(this)
  }
}

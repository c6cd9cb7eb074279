import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Exit, Fiber } from "effect"
import { within } from "../src/shared/within.js"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What became of a question by now. */
const asked = <A, E>(question: Effect.Effect<A, E>) => {
  const fiber = Effect.runFork(within("recent", question))
  return { fiber, exit: () => fiber.unsafePoll() }
}

describe("a question of a reader's", () => {
  it("is given up where the database takes it and says nothing", async () => {
    // Nor can it be interrupted: it waits for a connection that is not closed.
    const hung = asked(Effect.uninterruptible(Effect.never))
    await vi.advanceTimersByTimeAsync(29_999)
    assert.isNull(hung.exit())
    await vi.advanceTimersByTimeAsync(1)
    const failure = await Effect.runPromise(Effect.flip(Fiber.join(hung.fiber)))
    assert.instanceOf(failure, StorageFailure)
    assert.isTrue(failure.unavailable)
  })

  it("is answered as it is where it is in time", async () => {
    const slow = asked(Effect.as(Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 29_000))), 1))
    await vi.advanceTimersByTimeAsync(29_000)
    assert.deepEqual(slow.exit(), Exit.succeed(1))
    assert.strictEqual(await Effect.runPromise(Effect.flip(within("recent", Effect.fail("no")))), "no")
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("ends with who asked it", async () => {
    let ended = false
    const left = asked(Effect.onInterrupt(Effect.never, () => Effect.sync(() => {
      ended = true
    })))
    await vi.advanceTimersByTimeAsync(1)
    left.fiber.unsafeInterruptAsFork(left.fiber.id())
    await vi.advanceTimersByTimeAsync(1)
    assert.isTrue(Exit.isInterrupted(left.exit() ?? Exit.void))
    assert.isTrue(ended)
    assert.strictEqual(vi.getTimerCount(), 0)
  })
})

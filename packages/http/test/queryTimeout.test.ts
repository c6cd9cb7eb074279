import { afterEach, beforeEach, describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Exit, Fiber } from "effect"
import { withQueryTimeout } from "../src/kit/queryTimeout.js"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A running query and its current exit. */
const start = <A, E>(question: Effect.Effect<A, E>) => {
  const fiber = Effect.runFork(withQueryTimeout("recent", question))
  return { fiber, exit: () => fiber.unsafePoll() }
}

describe("a read query", () => {
  it("fails if the database does not respond in time", async () => {
    // Uninterruptible, like a query on a hung connection.
    const hung = start(Effect.uninterruptible(Effect.never))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(hung.exit()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    const failure = await Effect.runPromise(Effect.flip(Fiber.join(hung.fiber)))
    expect(failure).toBeInstanceOf(StorageFailure)
    expect(failure.unavailable).toBe(true)
  })

  it("returns its result if it finishes in time", async () => {
    const slow = start(
      Effect.as(
        Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 29_000))),
        1
      )
    )
    await vi.advanceTimersByTimeAsync(29_000)
    expect(slow.exit()).toStrictEqual(Exit.succeed(1))
    expect(await Effect.runPromise(Effect.flip(withQueryTimeout("recent", Effect.fail("no"))))).toBe("no")
    expect(vi.getTimerCount()).toBe(0)
  })

  it("is interrupted with its caller", async () => {
    let ended = false
    const left = start(
      Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          ended = true
        })
      )
    )
    await vi.advanceTimersByTimeAsync(1)
    left.fiber.unsafeInterruptAsFork(left.fiber.id())
    await vi.advanceTimersByTimeAsync(1)
    expect(Exit.isInterrupted(left.exit() ?? Exit.void)).toBe(true)
    expect(ended).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})

import { assert, describe, it } from "@effect/vitest"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Fiber, TestClock } from "effect"
import { within } from "../src/shared/within.js"

describe("a question of a reader's", () => {
  it.effect("is given up where the database takes it and says nothing", () =>
    Effect.gen(function*() {
      // Nor can it be interrupted: it waits for a connection that is not closed.
      const hung = yield* Effect.fork(Effect.flip(within("recent", Effect.uninterruptible(Effect.never))))
      yield* TestClock.adjust("29 seconds")
      assert.isTrue((yield* Fiber.poll(hung))._tag === "None")
      yield* TestClock.adjust("1 second")
      const failure = yield* Fiber.join(hung)
      assert.instanceOf(failure, StorageFailure)
      assert.isTrue(failure.unavailable)
    }))

  it.effect("is answered as it is where it is in time", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* within("recent", Effect.succeed(1)), 1)
      assert.strictEqual(yield* Effect.flip(within("recent", Effect.fail("no"))), "no")
    }))
})

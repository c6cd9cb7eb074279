import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { forbearing } from "../../src/sync/forbearing.js"
import { SourceFailure, type SourceState } from "../../src/sync/SourceFailure.js"

const fails = (state: SourceState) => Effect.fail(new SourceFailure({ source: "a", state, message: "m", next: "n" }))

/** Looks one after the other, until the pass ends. */
const pass = (looks: ReadonlyArray<Effect.Effect<string, SourceFailure>>) => {
  const bear = forbearing()
  return Effect.either(Effect.forEach(looks, (look) => bear(look, Effect.succeed("put off"))))
}

describe("a pass that bears with failures", () => {
  it.effect("puts off what fails alone and goes on", () =>
    Effect.gen(function*() {
      const outcome = yield* pass([fails("unavailable"), Effect.succeed("found"), fails("bad_answer"), Effect.succeed("found")])
      expect(Either.getOrThrow(outcome)).toEqual(["put off", "found", "put off", "found"])
    }))

  it.effect("ends when the provider fails, and at once when it refuses", () =>
    Effect.gen(function*() {
      expect(Either.isLeft(yield* pass([fails("unavailable"), fails("unavailable"), Effect.succeed("found")]))).toBe(true)
      expect(Either.isLeft(yield* pass([fails("unauthorized"), Effect.succeed("found")]))).toBe(true)
      expect(Either.isLeft(yield* pass([fails("rate_limited"), Effect.succeed("found")]))).toBe(true)
    }))
})

import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { SourceFailure, type SourceState, tolerateFailures } from "../../src/sync/SourceFailure.js"

const fails = (state: SourceState) => Effect.fail(new SourceFailure({ source: "a", state, message: "m", next: "n" }))

/** Runs the requests one after the other until the pass ends. */
const pass = (requests: ReadonlyArray<Effect.Effect<string, SourceFailure>>) => {
  const tolerate = tolerateFailures()
  return Effect.either(Effect.forEach(requests, (request) => tolerate(request, Effect.succeed("deferred"))))
}

describe("a pass that tolerates failures", () => {
  it.effect("defers an item that fails alone and continues", () =>
    Effect.gen(function* () {
      const outcome = yield* pass([
        fails("unavailable"),
        Effect.succeed("matched"),
        fails("bad_answer"),
        Effect.succeed("matched")
      ])
      expect(Either.getOrThrow(outcome)).toEqual(["deferred", "matched", "deferred", "matched"])
    })
  )

  it.effect("ends when the provider fails, and immediately when it rejects the request", () =>
    Effect.gen(function* () {
      expect(Either.isLeft(yield* pass([fails("unavailable"), fails("unavailable"), Effect.succeed("matched")]))).toBe(
        true
      )
      expect(Either.isLeft(yield* pass([fails("unauthorized"), Effect.succeed("matched")]))).toBe(true)
      expect(Either.isLeft(yield* pass([fails("rate_limited"), Effect.succeed("matched")]))).toBe(true)
    })
  )
})

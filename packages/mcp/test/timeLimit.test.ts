import { describe, expect, it } from "@effect/vitest"
import { fromZoneName } from "@daybook/core/shared"
import { Effect, Either, Fiber, Layer, TestClock } from "effect"
import { Ask } from "../src/Ask.js"
import { builtInDomains } from "../src/domains/index.js"
import { ImportFiles } from "../src/ImportFiles.js"
import { runTool } from "../src/runTool.js"
import { overview, streaks } from "./support/toolsByName.js"

const calendar = Either.getOrThrow(fromZoneName("Europe/Vienna"))
const scope = builtInDomains.slice(0, 1)
const services = { cursors: {} as never, state: Effect.succeed({ calendar, sources: [] }), scope }

/** A host that never answers, and counts how many of its calls were interrupted. */
const silentHost = () => {
  const counts = { asked: 0, interrupted: 0 }
  const never = () =>
    Effect.onInterrupt(
      Effect.suspend(() => {
        counts.asked++
        return Effect.never
      }),
      () => Effect.sync(() => counts.interrupted++)
    )
  return {
    counts,
    layer: Layer.merge(Layer.succeed(Ask, { call: never, declared: never }), Layer.succeed(ImportFiles, {} as never))
  }
}

describe("a call of a tool", () => {
  it.effect("ends after 30 s with the error timeout, and asks the host no longer", () =>
    Effect.gen(function* () {
      const { counts, layer } = silentHost()
      const call = runTool(streaks, { domain: "listening" }, services)
      const fiber = yield* Effect.fork(Effect.provide(call, layer))
      yield* TestClock.adjust("29999 millis")
      expect([yield* Fiber.poll(fiber), counts.asked > 0, counts.interrupted]).toMatchObject([
        { _tag: "None" },
        true,
        0
      ])
      yield* TestClock.adjust("1 millis")
      const result = yield* Fiber.join(fiber)
      expect(result).toMatchObject({ isError: true, code: "timeout" })
      expect(result.text).toMatch(/once more/)
      expect(counts.interrupted).toBe(counts.asked)
    })
  )

  it.effect("ends too where the state of the host does not arrive", () =>
    Effect.gen(function* () {
      const { layer } = silentHost()
      const call = runTool(overview, {}, { ...services, state: Effect.never })
      const fiber = yield* Effect.fork(Effect.provide(call, layer))
      yield* TestClock.adjust("30 seconds")
      expect(yield* Fiber.join(fiber)).toMatchObject({ isError: true, code: "timeout" })
    })
  )
})

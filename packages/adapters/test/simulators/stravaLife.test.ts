import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { extents, makePersona } from "../../src/simulators/index.js"

const lifeUntil = (size: "small" | "life" | "large", end: string) => {
  const endsAt = Date.parse(end)
  return Either.getOrThrow(makePersona({ size, endsAt })).running.until(endsAt / 1000)
}

describe("the person's runs", () => {
  it("are as many as the size says, when the life is as old as it says", () => {
    for (const size of ["small", "life", "large"] as const) {
      const runs = lifeUntil(size, "2026-11-21T08:00:00Z")
      assert.closeTo(runs.length, extents[size].runs, 3)
      assert.strictEqual(new Set(runs.map(({ id }) => id)).size, runs.length)
    }
  })

  it("are the same on any later day, with more at their end", () => {
    const early = lifeUntil("small", "2025-01-01T00:00:00Z")
    const late = lifeUntil("small", "2025-06-01T00:00:00Z")
    assert.deepStrictEqual(late.slice(0, early.length).map(({ town: _, ...run }) => run), early.map(({ town: _, ...run }) => run))
    assert.isAbove(late.length, early.length)
  })

  it("have races, shoes that wear out, journeys, runs by hand and late uploads", () => {
    const runs = lifeUntil("small", "2026-11-21T08:00:00Z")
    assert.isAbove(runs.filter(({ workoutType }) => workoutType === 1).length, 5)
    assert.isAbove(new Set(runs.map(({ shoe }) => shoe)).size, 3)
    assert.isAbove(new Set(runs.map(({ town }) => town.calendar.zone)).size, 2)
    assert.isTrue(runs.some(({ manual }) => manual))
    assert.isTrue(runs.some(({ at, uploadedAt }) => uploadedAt - at > 86_400))
  })
})

import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { extents, makeSampleOwner } from "@daybook/simulators"

const lifeUntil = (size: "small" | "life" | "large", end: string) => {
  const endsAt = Date.parse(end)
  return Either.getOrThrow(makeSampleOwner({ size, endsAt })).running.until(endsAt / 1000)
}

describe("the person's runs", () => {
  it("are as many as the size says, when the life is as old as it says", () => {
    for (const size of ["small", "life", "large"] as const) {
      const runs = lifeUntil(size, "2026-11-21T08:00:00Z")
      expect(Math.abs(runs.length - extents[size].runs)).toBeLessThanOrEqual(3)
      expect(new Set(runs.map(({ id }) => id)).size).toBe(runs.length)
    }
  })

  it("are the same on any later day, with more at their end", () => {
    const early = lifeUntil("small", "2025-01-01T00:00:00Z")
    const late = lifeUntil("small", "2025-06-01T00:00:00Z")
    expect(late.slice(0, early.length).map(({ town: _, ...run }) => run)).toStrictEqual(
      early.map(({ town: _, ...run }) => run)
    )
    expect(late.length).toBeGreaterThan(early.length)
  })

  it("have races, shoes that wear out, journeys, runs by hand and late uploads", () => {
    const runs = lifeUntil("small", "2026-11-21T08:00:00Z")
    expect(runs.filter(({ workoutType }) => workoutType === 1).length).toBeGreaterThan(5)
    expect(new Set(runs.map(({ shoe }) => shoe)).size).toBeGreaterThan(3)
    expect(new Set(runs.map(({ town }) => town.calendar.zone)).size).toBeGreaterThan(2)
    expect(runs.some(({ manual }) => manual)).toBe(true)
    expect(runs.some(({ at, uploadedAt }) => uploadedAt - at > 86_400)).toBe(true)
  })
})

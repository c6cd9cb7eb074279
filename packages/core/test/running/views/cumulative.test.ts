import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { cumulative } from "../../../src/running/views/cumulative.js"

const mile = 1609.344

describe("cumulative distance", () => {
  it("begins anew each year, counts days of leap years and has a point for each day with runs only", () => {
    const found = cumulative([
      { date: "2023-12-31", runs: 2, distance: 3 * mile },
      { date: "2024-02-29", runs: 1, distance: mile },
      { date: "2024-12-31", runs: 1, distance: 2.345 * mile }
    ], "imperial")
    assert.deepStrictEqual(Option.getOrThrow(found), {
      data: { "2023": [{ day: 365, cumulative_mi: 3 }], "2024": [{ day: 60, cumulative_mi: 1 }, { day: 366, cumulative_mi: 3.35 }] }
    })
  })

  it("is nothing without days", () => assert.isTrue(Option.isNone(cumulative([], "imperial"))))
})

import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { cumulative } from "../../../src/running/views/charts.js"

const mile = 1609.344

describe("cumulative distance", () => {
  it("restarts each year, counts leap days, and has points only for days with runs", () => {
    const distance = cumulative(
      [
        { date: "2023-12-31", runs: 2, distance: 3 * mile },
        { date: "2024-02-29", runs: 1, distance: mile },
        { date: "2024-12-31", runs: 1, distance: 2.345 * mile }
      ],
      "imperial"
    )
    expect(Option.getOrThrow(distance)).toStrictEqual({
      data: {
        "2023": [{ day: 365, cumulative_mi: 3 }],
        "2024": [
          { day: 60, cumulative_mi: 1 },
          { day: 366, cumulative_mi: 3.35 }
        ]
      }
    })
  })

  it("is none without days", () => expect(Option.isNone(cumulative([], "imperial"))).toBe(true))
})

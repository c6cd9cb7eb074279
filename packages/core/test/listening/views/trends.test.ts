import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Trends, trends } from "../../../src/listening/views/statistics.js"

const months = [
  { start: "2023-12-01", plays: 40, artists: 10, albums: 12, tracks: 30 },
  { start: "2024-02-01", plays: 5, artists: 1, albums: 2, tracks: 3 }
]

describe("trends", () => {
  it.each([
    ["scrobbles", 40, 5],
    ["artists", 10, 1],
    ["albums", 12, 2],
    ["tracks", 30, 3]
  ] as const)("follows %s by month", (metric, december, february) => {
    expect(Schema.encodeEither(Trends)(trends(metric, months))).toEqual(
      Either.right({
        metric,
        data: [
          { period: "2023-12", value: december },
          { period: "2024-02", value: february }
        ]
      })
    )
  })

  it("is empty without plays", () => {
    expect(trends("tracks", [])).toEqual({ metric: "tracks", data: [] })
  })
})

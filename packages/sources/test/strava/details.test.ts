import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { toDetail } from "../../src/strava/detail.js"
import { DetailedActivity } from "../../src/strava/wire.js"

const detail = (parts: object) =>
  toDetail(
    Schema.decodeUnknownSync(DetailedActivity)({
      id: 16_500_000_001,
      start_date: "2026-03-14T14:30:00Z",
      sport_type: "Run",
      ...parts
    })
  )

const mile = { distance: 1609.3, elapsed_time: 498, moving_time: 496, split: 1 }

describe("a detailed run", () => {
  it("is read when a part is invalid or lacks one of its times", () => {
    const { efforts, splits } = detail({
      splits_standard: [
        mile,
        { ...mile, split: 2, moving_time: null },
        { ...mile, split: 3, elapsed_time: undefined },
        { ...mile, split: 4, distance: "far" },
        null
      ],
      best_efforts: [{ name: "1 mile", elapsed_time: 480 }, { name: "5K" }, null]
    })
    expect(splits!.map(({ elapsedTime, movingTime, number }) => [number, elapsedTime, movingTime])).toStrictEqual([
      [1, 498, 496],
      [2, 498, 498],
      [3, 496, 496]
    ])
    expect(efforts).toStrictEqual([{ distance: "mile", elapsedTime: 480 }])
  })

  it("may have numbers written as strings", () => {
    expect(detail({ calories: "702.5" }).calories).toBe(702.5)
  })

  it("does not join splits across an unreadable one", () => {
    const { efforts } = detail({ splits_standard: [mile, {}, { ...mile, split: 3 }] })
    expect(efforts).toStrictEqual([{ distance: "mile", elapsedTime: 498 }])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { distances, effortsOfSplits, effortsOfTrack, splitsOfTrack, type TrackPoint } from "../../src/running/index.js"

const mile = 1609.344

/** A course with steps of integer metres and seconds. */
const course: fc.Arbitrary<ReadonlyArray<TrackPoint>> = fc
  .array(
    fc
      .integer({ min: 1, max: 15 })
      .chain((seconds) => fc.tuple(fc.integer({ min: 0, max: 5 * seconds }), fc.constant(seconds))),
    // The default size makes courses too short for any distance of the records.
    { minLength: 2, maxLength: 400, size: "max" }
  )
  .map((steps) => {
    let [at, distance] = [0, 0]
    return [
      { at, distance, elevation: 10, heartrate: 150 },
      ...steps.map(([metres, seconds]) => {
        distance += metres
        at += seconds
        return { at, distance, elevation: 10, heartrate: 150 }
      })
    ]
  })

/** When a distance was reached and when it was left, with a pause between. */
const timesAt = (points: ReadonlyArray<TrackPoint>, distance: number) => {
  const exact = points.filter((point) => point.distance === distance)
  if (exact.length > 0) return { reached: exact[0]!.at, left: exact.at(-1)!.at }
  const after = points.findIndex((point) => point.distance > distance)
  const [a, b] = [points[after - 1]!, points[after]!]
  const at = a.at + ((b.at - a.at) * (distance - a.distance)) / (b.distance - a.distance)
  return { reached: at, left: at }
}

describe("a recorded course", () => {
  it("has the fastest stretches of a brute-force search", () => {
    let compared = 0
    fc.assert(
      fc.property(course, (points) => {
        const whole = points.at(-1)!.distance
        for (const { key, metres } of distances) {
          const starts = points
            .flatMap(({ distance }) => [distance, distance - metres])
            .filter((from) => from >= 0 && from + metres <= whole)
          const fastest = Math.min(
            ...starts.map((from) => timesAt(points, from + metres).reached - timesAt(points, from).left)
          )
          const effort = effortsOfTrack(points).find(({ distance }) => distance === key)
          if (!Number.isFinite(fastest) || fastest < 1) continue
          compared += 1
          expect(Math.abs((effort?.elapsedTime ?? Number.NaN) - fastest), key).toBeLessThanOrEqual(0.51)
        }
      }),
      { numRuns: 50 }
    )
    expect(compared).toBeGreaterThan(50)
  })

  it("has mile splits that add up to it", () =>
    fc.assert(
      fc.property(course, (points) => {
        const splits = splitsOfTrack(points)
        const whole = points.at(-1)!.distance
        expect(Math.abs(splits.reduce((sum, { distance }) => sum + distance, 0) - whole)).toBeLessThanOrEqual(
          10 + splits.length * 0.06
        )
        splits.slice(0, -1).forEach((split) => expect(Math.abs(split.distance - mile)).toBeLessThanOrEqual(0.06))
        splits.forEach((split, index) => expect(split.number).toBe(index + 1))
        expect(splits.every(({ elapsedTime, movingTime }) => movingTime <= elapsedTime)).toBe(true)
      }),
      { numRuns: 50 }
    ))

  it("has the efforts of consecutive full splits", () => {
    const leg = (distance: number, elapsedTime: number) => ({ distance, elapsedTime })
    const effort = effortsOfSplits({
      mile: [leg(1609.4, 500), leg(1609.2, 470), leg(1609.3, 480), leg(300, 20)],
      km: [leg(1000, 300), leg(700, 100)]
    })
    expect(effort).toStrictEqual([
      { distance: "1k", elapsedTime: 300 },
      { distance: "mile", elapsedTime: 470 },
      { distance: "2 mile", elapsedTime: 950 }
    ])
  })
})

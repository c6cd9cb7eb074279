import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { distances, effortsOfSplits, effortsOfTrack, splitsOfTrack, type TrackPoint } from "../../src/running/index.js"

const mile = 1609.344

/** A course of steps of whole metres and seconds. */
const course: fc.Arbitrary<ReadonlyArray<TrackPoint>> = fc.array(fc.integer({ min: 1, max: 15 }).chain((seconds) => fc.tuple(fc.integer({ min: 0, max: 5 * seconds }), fc.constant(seconds))), { minLength: 2, maxLength: 400 }).map((steps) => {
  let [at, distance] = [0, 0]
  return [{ at, distance, elevation: 10, heartrate: 150 }, ...steps.map(([metres, seconds]) => {
    distance += metres
    at += seconds
    return { at, distance, elevation: 10, heartrate: 150 }
  })]
})

/** When a distance was reached, and when it was left: a pause lies between. */
const timesAt = (points: ReadonlyArray<TrackPoint>, distance: number) => {
  const exact = points.filter((point) => point.distance === distance)
  if (exact.length > 0) return { reached: exact[0]!.at, left: exact.at(-1)!.at }
  const after = points.findIndex((point) => point.distance > distance)
  const [a, b] = [points[after - 1]!, points[after]!]
  const at = a.at + (b.at - a.at) * (distance - a.distance) / (b.distance - a.distance)
  return { reached: at, left: at }
}

describe("a recorded course", () => {
  it("has the fastest stretches that a look at every one finds", () =>
    fc.assert(fc.property(course, (points) => {
      const whole = points.at(-1)!.distance
      for (const { key, metres } of distances) {
        const starts = points.flatMap(({ distance }) => [distance, distance - metres]).filter((from) => from >= 0 && from + metres <= whole)
        const fastest = Math.min(...starts.map((from) => timesAt(points, from + metres).reached - timesAt(points, from).left))
        const found = effortsOfTrack(points).find(({ distance }) => distance === key)
        if (Number.isFinite(fastest) && fastest >= 1) assert.closeTo(found?.elapsedTime ?? Number.NaN, fastest, 0.51, key)
      }
    }), { numRuns: 50 }))

  it("is cut into miles that add up to it", () =>
    fc.assert(fc.property(course, (points) => {
      const splits = splitsOfTrack(points)
      const whole = points.at(-1)!.distance
      assert.closeTo(splits.reduce((sum, { distance }) => sum + distance, 0), whole, 10 + splits.length * 0.06)
      splits.slice(0, -1).forEach((split) => assert.closeTo(split.distance, mile, 0.06))
      splits.forEach((split, index) => assert.strictEqual(split.number, index + 1))
      assert.isTrue(splits.every(({ elapsedTime, movingTime }) => movingTime <= elapsedTime))
    }), { numRuns: 50 }))

  it("tells efforts by whole splits in a row", () => {
    const leg = (distance: number, elapsedTime: number) => ({ distance, elapsedTime })
    const found = effortsOfSplits({ mile: [leg(1609.4, 500), leg(1609.2, 470), leg(1609.3, 480), leg(300, 20)], km: [leg(1000, 300), leg(700, 100)] })
    assert.deepStrictEqual(found, [{ distance: "1k", elapsedTime: 300 }, { distance: "mile", elapsedTime: 470 }, { distance: "2 mile", elapsedTime: 950 }])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  distances,
  effortsOfTrack,
  isPossible,
  mergeReports,
  possibleEfforts,
  type Run,
  type TrackPoint,
  worldRecords
} from "../../src/running/index.js"

/** Metres and seconds from one point to the next. */
type Step = readonly [metres: number, seconds: number]

const pointsOf = (steps: ReadonlyArray<Step>): ReadonlyArray<TrackPoint> => {
  let [at, distance] = [0, 0]
  const point = () => ({ at, distance, elevation: null, heartrate: null })
  return [
    point(),
    ...steps.map(([metres, seconds]) => {
      distance += metres
      at += seconds
      return point()
    })
  ]
}

const run: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc
    .integer({ min: 2, max: 8 })
    .chain((seconds) => fc.tuple(fc.integer({ min: seconds, max: 4 * seconds }), fc.constant(seconds))),
  { minLength: 60, maxLength: 400 }
)

/** Faults of recordings, as steps between two parts of a run. */
const fault: fc.Arbitrary<ReadonlyArray<Step>> = fc.oneof(
  // The position jumps.
  fc.tuple(fc.integer({ min: 200, max: 40_000 }), fc.integer({ min: 1, max: 10 })).map((step) => [step]),
  // The watch is paused and resumes elsewhere.
  fc.tuple(fc.integer({ min: 3000, max: 20_000 }), fc.integer({ min: 300, max: 800 })).map((step) => [step]),
  // A recorded ride in a car.
  fc.integer({ min: 100, max: 300 }).map((count) => Array.from({ length: count }, (): Step => [45, 3]))
)

const within = (first: ReadonlyArray<Step>, second: ReadonlyArray<Step>, metres: number) =>
  Math.min(
    ...[first, second].flatMap((part) =>
      effortsOfTrack(pointsOf(part))
        .filter((one) => one.distance === metresKey(metres))
        .map(({ elapsedTime }) => elapsedTime)
    )
  )

const metresKey = (metres: number) => distances.find((one) => one.metres === metres)!.key

describe("a faulty recording", () => {
  it("sets no record that its plausible parts do not contain", () =>
    fc.assert(
      fc.property(run, fault, run, (before, broken, after) => {
        const efforts = effortsOfTrack(pointsOf([...before, ...broken, ...after]))
        for (const { key, metres } of distances) {
          const fastest = efforts.find(({ distance }) => distance === key)?.elapsedTime ?? Infinity
          // Some metres at either end of a ride are cut off with it, so a part may be a little longer.
          expect(fastest, key).toBeGreaterThanOrEqual(within(before, after, metres))
        }
      }),
      { numRuns: 100 }
    ))

  it("keeps what was run before and after a jump", () =>
    fc.assert(
      fc.property(run, run, (before, after) => {
        const efforts = effortsOfTrack(pointsOf([...before, [16_000, 2], ...after]))
        for (const { key, metres } of distances) {
          expect(efforts.find(({ distance }) => distance === key)?.elapsedTime ?? Infinity, key).toBe(
            within(before, after, metres)
          )
        }
      }),
      { numRuns: 100 }
    ))

  it("is not split at a tunnel or a stop", () => {
    const steady = Array.from({ length: 2000 }, (): Step => [9, 3])
    for (const stop of [
      [300, 100],
      [2, 600],
      [0, 3600]
    ] as const) {
      const efforts = effortsOfTrack(pointsOf([...steady.slice(0, 500), stop, ...steady.slice(500)]))
      expect(efforts.map(({ distance }) => distance)).toContain("15k")
    }
  })

  it("sets no record by a provider's impossible efforts", () => {
    const efforts = [
      { distance: "400m", elapsedTime: 1 },
      { distance: "5k", elapsedTime: 1500 },
      { distance: "half_marathon", elapsedTime: 1161 }
    ] as const
    expect(possibleEfforts(efforts)).toStrictEqual([efforts[1]])
    const detail = { calories: null, description: null, splits: null, efforts }
    const reportedRun: Run = {
      id: 1,
      name: "Run",
      sport: "Run",
      startedAt: 0,
      localStart: null,
      distance: 5000,
      movingTime: 1500,
      elapsedTime: 1500,
      elevation: 0,
      heartrateAvg: null,
      heartrateMax: null,
      cadence: null,
      sufferScore: null,
      workoutType: null,
      city: null,
      state: null,
      country: null,
      polyline: null,
      gear: null
    }
    for (const reports of [
      { listed: reportedRun, detailed: detail, archived: null },
      { listed: null, detailed: null, archived: { run: reportedRun, detail } }
    ]) {
      expect(mergeReports(reports)?.efforts).toStrictEqual([efforts[1]])
      expect(mergeReports(reports)?.distance).toBe(5000)
    }
  })
})

describe("a possible effort", () => {
  it("includes world records, and nothing a second faster", () => {
    for (const { metres, seconds } of worldRecords) {
      expect(isPossible(metres, Math.floor(seconds)), String(metres)).toBe(true)
      expect(isPossible(metres, seconds - 1.1), String(metres)).toBe(false)
    }
  })

  it("never takes less time for a longer distance", () =>
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 40_000 }), fc.integer({ min: 1, max: 5000 }), (metres, more) => {
        const least = (of: number) =>
          Array.from({ length: 12_000 }, (_, seconds) => seconds).find((seconds) => isPossible(of, seconds))!
        expect(least(metres + more)).toBeGreaterThanOrEqual(least(metres))
      }),
      { numRuns: 50 }
    ))
})

import { movingTimeOf, splitsOfTrack } from "@daybook/core/running"
import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { courseOf } from "../../src/kit/recordings/course.js"
import { soundSamples, startOf } from "../../src/kit/recordings/samples.js"
import type { TrackSample } from "../../src/kit/recordings/track.js"
import { reportOf } from "../../src/kit/runs/workout.js"

const mile = 1_609.344
const startedAt = Date.parse("2026-05-02T06:00:00Z")
const metresPerDegree = 111_195

/** A run as it was: metres at each second. Its speed changes every minute; in some it stands. */
interface Truth {
  readonly metres: ReadonlyArray<number>
}

const truth: fc.Arbitrary<Truth> = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.double({ min: 2, max: 5, noNaN: true }) }, fc.constant(0)), {
    minLength: 15,
    maxLength: 40
  })
  .map((speeds) => {
    const metres = [0]
    for (const speed of [3, ...speeds, 3])
      for (let second = 0; second < 60; second++) metres.push(metres.at(-1)! + speed)
    return { metres }
  })

const steady: Truth = { metres: Array.from({ length: 1_801 }, (_, second) => second * 3) }

const sampleAt = ({ metres }: Truth, second: number, more: Partial<TrackSample> = {}): TrackSample => ({
  at: startedAt + second * 1_000,
  place: null,
  distance: metres[second]!,
  elevation: 100,
  heartrate: 150,
  ...more
})

const placeAt = ({ metres }: Truth, second: number): TrackSample["place"] => [
  48 + metres[second]! / metresPerDegree,
  11
]

const seconds = ({ metres }: Truth) => metres.map((_, second) => second)

/** Seconds at which a run reached each mile. */
const milesOf = ({ metres }: Truth) =>
  Array.from({ length: Math.floor(metres.at(-1)! / mile) }, (_, index) =>
    metres.findIndex((distance) => distance >= (index + 1) * mile)
  )

/** Elapsed and moving seconds of each whole mile. */
const splitsOf = (run: Truth) => {
  const ends = milesOf(run)
  return ends.map((end, index) => {
    const start = index === 0 ? 0 : ends[index - 1]!
    const moving = seconds(run).filter((at) => at > start && at <= end && run.metres[at]! > run.metres[at - 1]!).length
    return { elapsed: end - start, moving }
  })
}

const compare = (run: Truth, samples: ReadonlyArray<TrackSample>, tolerance: number) => {
  const course = courseOf(soundSamples(samples))
  expect(Math.abs(course.at(-1)!.distance - run.metres.at(-1)!)).toBeLessThan(1)
  const expected = splitsOf(run)
  // The rest of a run can be a metre short of a mile.
  const splits = splitsOfTrack(course)
    .filter(({ distance }) => Math.abs(distance - mile) < 1)
    .slice(0, expected.length)
  expect(splits.length).toBeGreaterThanOrEqual(expected.length - 1)
  splits.forEach((split, index) => {
    expect(Math.abs(split.elapsedTime - expected[index]!.elapsed), `elapsed ${index}`).toBeLessThanOrEqual(tolerance)
    expect(Math.abs(split.movingTime - expected[index]!.moving), `moving ${index}`).toBeLessThanOrEqual(tolerance)
  })
}

describe("splits of a device that counts metres seldom", () => {
  const often = fc.integer({ min: 2, max: 45 })

  it("last as long as the miles did, whether it repeats a count or leaves it out", () => {
    fc.assert(
      fc.property(truth, often, fc.boolean(), (run, every, repeats) => {
        const samples = seconds(run).map((second) => {
          const last = second - (second % every)
          const isWritten = second === last || second === run.metres.length - 1
          return sampleAt(run, second, {
            distance: isWritten ? run.metres[second]! : repeats ? run.metres[last]! : null
          })
        })
        // A count that spans the end of a stop hides when it ended, at each of the stops in a mile.
        const stops = run.metres.filter((metres, at) => at > 0 && metres === run.metres[at - 1]).length / 60
        compare(run, samples, 2 + 3 * every * (1 + stops))
      }),
      { numRuns: 15 }
    )
  })

  it("are exact to some seconds where it has places", () => {
    fc.assert(
      fc.property(truth, often, fc.boolean(), (run, every, repeats) => {
        const samples = seconds(run).map((second) => {
          const last = second - (second % every)
          const isWritten = second === last || second === run.metres.length - 1
          const distance = isWritten ? run.metres[second]! : repeats ? run.metres[last]! : null
          return sampleAt(run, second, { distance, place: placeAt(run, second) })
        })
        compare(run, samples, 6)
      }),
      { numRuns: 15 }
    )
  })

  it("are those of the places if it counted only at the beginning, or never", () => {
    fc.assert(
      fc.property(truth, fc.constantFrom<"once" | "zero" | "none">("once", "zero", "none"), (run, how) => {
        const samples = seconds(run).map((second) =>
          sampleAt(run, second, {
            distance: how === "zero" || (how === "once" && second === 0) ? 0 : null,
            place: placeAt(run, second)
          })
        )
        compare(run, samples, 3)
      }),
      { numRuns: 15 }
    )
  })
})

describe("a count of metres", () => {
  const whole = steady.metres.at(-1)!
  const distanceOf = (samples: ReadonlyArray<TrackSample>) => courseOf(soundSamples(samples)).at(-1)!.distance

  it("that goes on from an earlier activity, from the first sample or after it, is that of this one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 5_000_000 }), fc.integer({ min: 0, max: 60 }), (before, from) => {
        const samples = seconds(steady).map((second) =>
          sampleAt(steady, second, { distance: steady.metres[second]! + (second >= from ? before : 0) })
        )
        expect(Math.abs(distanceOf(samples) - whole)).toBeLessThanOrEqual(3)
      }),
      { numRuns: 15 }
    )
  })

  it("is not bent by one wild count, and may begin again", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_799 }),
        fc.oneof(fc.integer({ min: 30_000, max: 42_949_672 }), fc.constant(0)),
        (at, wild) => {
          const withWild = seconds(steady).map((second) =>
            sampleAt(steady, second, second === at ? { distance: wild } : {})
          )
          expect(Math.abs(distanceOf(withWild) - whole)).toBeLessThanOrEqual(9)
          const reset = seconds(steady).map((second) =>
            sampleAt(steady, second, { distance: second < at ? second * 3 : (second - at) * 3 })
          )
          expect(Math.abs(distanceOf(reset) - whole)).toBeLessThanOrEqual(60)
        }
      ),
      { numRuns: 15 }
    )
  })
})

describe("one faulty sample", () => {
  const samples = seconds(steady)
    .filter((second) => second % 5 === 0)
    .map((second) => sampleAt(steady, second, { distance: null, place: placeAt(steady, second) }))
  const figuresOf = (raw: ReadonlyArray<TrackSample>) => {
    const points = soundSamples(raw)
    const track = { sport: "running", startedAt: startOf(null, points)!, offset: null, calories: null, points }
    const { detail, run } = reportOf({ source: "run-files", key: "1", startedAt: track.startedAt, track })!
    return { start: run.startedAt, distance: run.distance, elapsed: run.elapsedTime, climb: run.elevation, detail, run }
  }
  const sound = figuresOf(samples)
  const position = fc.integer({ min: 0, max: samples.length - 1 })

  const expectSound = (raw: ReadonlyArray<TrackSample>) => {
    const { climb, distance, elapsed, run, start } = figuresOf(raw)
    // Two samples are five seconds apart. The one before the faulty sample may be lost with it.
    expect(Math.abs(start - sound.start)).toBeLessThanOrEqual(10_000)
    expect(Math.abs(distance - sound.distance)).toBeLessThanOrEqual(31)
    expect(Math.abs(elapsed - sound.elapsed)).toBeLessThanOrEqual(10)
    expect(Math.abs(run.movingTime - sound.run.movingTime)).toBeLessThanOrEqual(10)
    expect(climb).toBe(0)
  }

  it("with a wild time moves neither start nor end, wherever it stands in the file", () => {
    const years = 30 * 365 * 86_400_000
    fc.assert(
      fc.property(position, fc.integer({ min: 3 * 3_600_000, max: years }), fc.boolean(), (index, by, isLate) => {
        expectSound(samples.map((one, at) => (at === index ? { ...one, at: one.at + (isLate ? by : -by) } : one)))
      }),
      { numRuns: 25 }
    )
  })

  it("with a wild altitude climbs nothing", () => {
    const altitude = fc.oneof(
      fc.integer({ min: 200, max: 9_000 }),
      fc.constantFrom(65_535, -32_768, -1e308, 1e308, Infinity, Number.NaN, -500)
    )
    fc.assert(
      fc.property(position, altitude, (index, elevation) => {
        expectSound(samples.map((one, at) => (at === index ? { ...one, elevation } : one)))
      }),
      { numRuns: 25 }
    )
  })

  it("with a wild place runs nowhere", () => {
    const place = fc.oneof(
      fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
      fc.constantFrom<readonly [number, number]>([0, 0], [1e300, 11], [48, Number.NaN], [200, 200])
    )
    fc.assert(
      fc.property(position, place, (index, wild) => {
        expectSound(samples.map((one, at) => (at === index ? { ...one, place: wild } : one)))
      }),
      { numRuns: 25 }
    )
  })

  it("keeps the samples of a run that was paused for hours, and hills", () => {
    const paused = samples.map((one, at) => (at < 180 ? one : { ...one, at: one.at + 5 * 3_600_000 }))
    expect(soundSamples(paused)).toHaveLength(samples.length)
    const hilly = samples.map((one, at) => ({ ...one, elevation: 100 + 3 * Math.abs((at % 200) - 100) }))
    expect(soundSamples(hilly).every(({ elevation }) => elevation !== null)).toBe(true)
    expect(soundSamples(samples.toReversed())).toStrictEqual(soundSamples(samples))
  })
})

describe("a recording in segments", () => {
  it("has no way, climb or moving time in a pause, and all of it at a lap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 1_500 }), fc.integer({ min: 60, max: 7_200 }), (at, pause) => {
        const part = (second: number, isAfter: boolean): TrackSample => ({
          at: startedAt + (second + (isAfter ? pause : 0)) * 1_000,
          place: [48 + (second * 3 + (isAfter ? pause * 2 : 0)) / metresPerDegree, 11],
          distance: null,
          elevation: isAfter ? 100 + Math.min(pause, 800) : 100,
          heartrate: null,
          segment: isAfter ? 1 : 0
        })
        const samples = seconds(steady).map((second) => part(second, second > at))
        const course = courseOf(soundSamples(samples))
        expect(Math.abs(course.at(-1)!.distance - 5_400)).toBeLessThan(5)
        expect(Math.abs(movingTimeOf(course) - 1_800)).toBeLessThanOrEqual(2)
        expect(course.at(-1)!.at).toBe(1_800 + pause)
        expect(splitsOfTrack(course).every(({ elevation }) => elevation === 0)).toBe(true)
        const laps = seconds(steady).map((second) => ({ ...part(second, false), segment: second > at ? 1 : 0 }))
        expect(Math.abs(courseOf(laps).at(-1)!.distance - 5_400)).toBeLessThan(1)
      }),
      { numRuns: 15 }
    )
  })
})

describe("the extent of a run", () => {
  const points = soundSamples(seconds(steady).map((second) => sampleAt(steady, second)))
  const unknown = { elevation: null, heartrateAvg: null, heartrateMax: null, cadence: null }
  const extentOf = (totals: { distance: number | null; movingTime: number | null; elapsedTime: number | null }) => {
    const track = {
      sport: "running",
      startedAt,
      offset: null,
      calories: null,
      points,
      totals: { ...totals, ...unknown }
    }
    const { run } = reportOf({ source: "run-files", key: "1", startedAt, track })!
    return [run.distance, run.movingTime, run.elapsedTime]
  }

  it("is what the device summed up, or people corrected", () => {
    expect(extentOf({ distance: 5_250, movingTime: 1_700, elapsedTime: 1_810 })).toStrictEqual([5_250, 1_700, 1_810])
    expect(extentOf({ distance: 7_000, movingTime: 1_700, elapsedTime: null })).toStrictEqual([7_000, 1_700, 1_700])
    expect(extentOf({ distance: 5_400, movingTime: null, elapsedTime: 1_800 })).toStrictEqual([5_400, 1_800, 1_800])
  })

  it("is that of the samples if the sums lack something or cannot be", () => {
    for (const totals of [
      { distance: null, movingTime: 1_400, elapsedTime: 1_400 },
      { distance: 5_400, movingTime: null, elapsedTime: null },
      { distance: 42_949_672, movingTime: 1_800, elapsedTime: 1_800 },
      { distance: 54_000, movingTime: 1_800, elapsedTime: 1_800 },
      { distance: 54, movingTime: 1_800, elapsedTime: 1_800 },
      { distance: 0, movingTime: 1_800, elapsedTime: 1_800 },
      { distance: Number.NaN, movingTime: Infinity, elapsedTime: -5 }
    ])
      expect(extentOf(totals)).toStrictEqual([5_400, 1_800, 1_800])
    expect(extentOf({ distance: 5_400, movingTime: 1_800, elapsedTime: 900_000 })).toStrictEqual([5_400, 1_800, 1_800])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  type RecordedReport,
  type RunSighting,
  decisionsOnRuns,
  newerReport,
  recordedId
} from "../../src/running/index.js"
import { type RefPair, groupWorkouts as groupIn, matchOf, pairKey, refOf } from "../../src/workouts/index.js"
import { workoutSources } from "../workouts/sources.js"

const groupWorkouts = (
  sightings: ReadonlyArray<RunSighting>,
  apart: ReadonlySet<string>,
  joined: ReadonlyArray<RefPair> = []
) => groupIn(workoutSources, sightings, apart, joined)

const noon = Date.parse("2025-03-14T12:00:00Z")

const sighting = (source: string, key: string, more: Partial<RunSighting> = {}): RunSighting => ({
  ref: refOf(source, key),
  source,
  id: recordedId(source, key),
  names: [refOf(source, key)],
  isAnchor: source === "strava",
  startedAt: noon,
  movingTime: 1_880,
  elapsedTime: 1_978,
  distance: 5_642,
  zoned: true,
  identities: [],
  richness: 0,
  ...more
})

const sightings: fc.Arbitrary<ReadonlyArray<RunSighting>> = fc.uniqueArray(
  fc
    .record({
      source: fc.constantFrom("strava", "garmin", "apple-health", "runkeeper", "run-files"),
      key: fc.integer({ min: 1, max: 4 }).map(String),
      start: fc.constantFrom(0, 20, 50, 70, 100, 3_600, 3_620, 7_200),
      distance: fc.constantFrom(0, 5_000, 5_040, 5_120, 9_000),
      elapsedTime: fc.constantFrom(1_500, 1_520, 1_700, 3_000),
      zoned: fc.boolean(),
      richness: fc.integer({ min: 0, max: 2 }),
      identities: fc.constantFrom([], [], [], ["fit:1:1"])
    })
    .map(({ elapsedTime, key, source, start, zoned, ...more }) =>
      sighting(source, key, {
        ...more,
        startedAt: noon + start * 1_000,
        elapsedTime,
        movingTime: elapsedTime,
        zoned: zoned || source !== "runkeeper"
      })
    ),
  { selector: ({ ref }) => ref, maxLength: 9 }
)

const refsOf = (groups: ReturnType<typeof groupWorkouts>) =>
  groups.map(({ members }) => members.map(({ ref }) => ref)).sort((a, b) => (a[0]! < b[0]! ? -1 : 1))

describe("the reports of one run", () => {
  it("start within a minute, with about the same distance and time", () => {
    const watch = sighting("garmin", "1")
    const same = (more: Partial<RunSighting>) => matchOf(watch, sighting("apple-health", "1", more)) !== null
    expect(same({ startedAt: noon + 60_000 })).toBe(true)
    expect(same({ startedAt: noon + 61_000 })).toBe(false)
    expect(same({ distance: 5_642 * 1.029 })).toBe(true)
    expect(same({ distance: 5_642 * 1.04 })).toBe(false)
    expect(same({ distance: 0 })).toBe(true)
    expect(same({ elapsedTime: 600, movingTime: 600, distance: 0 })).toBe(false)
    // Only the moving times agree: one recorder does not count pauses.
    expect(same({ elapsedTime: 1_880, movingTime: 1_880 })).toBe(true)
    expect(
      matchOf(sighting("garmin", "1", { distance: 1_000 }), sighting("polar", "1", { distance: 1_090 }))
    ).not.toBeNull()
  })

  it("may be hours apart where one has no time zone, if they agree closely", () => {
    const watch = sighting("garmin", "1")
    const same = (more: Partial<RunSighting>) =>
      matchOf(watch, sighting("runkeeper", "1", { zoned: false, ...more }))?.reason
    expect(same({ startedAt: noon - 9 * 3_600_000 + 4_000 })).toContain("after 9 h")
    expect(same({ startedAt: noon - 9 * 3_600_000 + 400_000 })).toBeUndefined()
    expect(same({ startedAt: noon - 15 * 3_600_000 })).toBeUndefined()
    expect(same({ startedAt: noon - 9 * 3_600_000, distance: 5_642 * 1.02 })).toBeUndefined()
    expect(same({ startedAt: noon - 9 * 3_600_000, elapsedTime: 1_800, movingTime: 1_700 })).toBeUndefined()
  })

  it("are of one recording of a device only if they are of one time", () => {
    const leg = sighting("garmin", "1", { identities: ["fit:7:1"], elapsedTime: 1_800, movingTime: 1_800 })
    const same = (seconds: number, more: Partial<RunSighting> = {}) =>
      matchOf(
        leg,
        sighting("run-files", "1", { ...leg, source: "run-files", startedAt: noon + seconds * 1_000, ...more })
      )?.how
    expect(same(0)).toBe("identity")
    // Somebody cut off the first ten minutes.
    expect(same(600, { elapsedTime: 1_200, movingTime: 1_200, distance: 3_000 })).toBe("identity")
    // The legs of a duathlon, right after each other and around a ride.
    for (const seconds of [1_800, 5_400, 5_520, 9_000]) expect(same(seconds)).toBeUndefined()
    // The same leg, whose file says no time zone.
    expect(same(5_400, { zoned: false, distance: 9_000 })).toBe("identity")
  })

  it("are grouped the same in any order, each in one group", () => {
    fc.assert(
      fc.property(sightings, fc.infiniteStream(fc.nat()), (all, dice) => {
        const shuffled = all
          .map((one) => [dice.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one)
        const groups = groupWorkouts(all, new Set())
        expect(refsOf(groupWorkouts(shuffled, new Set()))).toStrictEqual(refsOf(groups))
        expect(groups.flatMap(({ members }) => members.map(({ ref }) => ref)).sort()).toStrictEqual(
          all.map(({ ref }) => ref).sort()
        )
        for (const { members } of groups) {
          expect(members.filter(({ isAnchor }) => isAnchor).length).toBeLessThan(2)
          // A run of the leading source leads.
          expect(members.slice(1).some(({ isAnchor }) => isAnchor)).toBe(false)
        }
      })
    )
  })

  it("are grouped without regard to reports that no chain of matches connects", () => {
    fc.assert(
      fc.property(sightings, (all) => {
        const linked = new Set(all.slice(0, 1).map(({ ref }) => ref))
        for (let round = 0; round < all.length; round++)
          for (const one of all)
            if (all.some((other) => linked.has(other.ref) && other.ref !== one.ref && matchOf(one, other) !== null))
              linked.add(one.ref)
        const part = all.filter(({ ref }) => linked.has(ref))
        const whole = refsOf(groupWorkouts(all, new Set())).filter(([first]) => linked.has(first!))
        expect(refsOf(groupWorkouts(part, new Set()))).toStrictEqual(whole)
      })
    )
  })

  it("are never in one group once they were separated", () => {
    fc.assert(
      fc.property(sightings, fc.nat(), fc.nat(), (all, first, second) => {
        fc.pre(all.length > 1)
        const [one, other] = [all[first % all.length]!, all[second % all.length]!]
        fc.pre(one.ref !== other.ref)
        const groups = groupWorkouts(all, new Set([pairKey(one.ref, other.ref)]))
        const refs = groups.map(({ members }) => members.map(({ ref }) => ref))
        expect(refs.some((group) => group.includes(one.ref) && group.includes(other.ref))).toBe(false)
      })
    )
  })
})

describe("what the owner says of reports", () => {
  const correction = (kind: "same" | "different", one: string, other: string) =>
    ({ kind, subject: { report: one }, object: { report: other } }) as const
  const groupsUnder = (
    all: ReadonlyArray<RunSighting>,
    ...corrections: ReadonlyArray<ReturnType<typeof correction>>
  ) => {
    const decisions = decisionsOnRuns(corrections)
    return refsOf(groupWorkouts(all, decisions.apart(all), decisions.joined(all)))
  }
  const strava = sighting("strava", "1")
  const watch = sighting("garmin", "1", { startedAt: noon + 7_200_000 })
  const phone = sighting("apple-health", "1", { startedAt: noon + 7_205_000 })

  it("joins reports that no rule joins, with those that match them", () =>
    expect(groupsUnder([strava, watch, phone], correction("same", phone.ref, strava.ref))).toEqual([
      [strava.ref, watch.ref, phone.ref]
    ]))

  it("joins by a name that no report has any more", () =>
    expect(
      groupsUnder([strava, watch], correction("same", watch.ref, "polar:1"), correction("same", "polar:1", strava.ref))
    ).toEqual([[strava.ref, watch.ref]]))

  it("joins by the name that a recording had before it had a run", () =>
    expect(
      groupsUnder([{ ...strava, names: [strava.ref, "strava:-9"] }, watch], correction("same", watch.ref, "strava:-9"))
    ).toEqual([[strava.ref, watch.ref]]))

  it("separates more strongly than it joins, and than rules", () => {
    const apart = correction("different", watch.ref, phone.ref)
    expect(groupsUnder([watch, phone], apart)).toEqual([[phone.ref], [watch.ref]])
    expect(groupsUnder([watch, phone], apart, correction("same", phone.ref, watch.ref))).toHaveLength(2)
  })

  it("never joins two activities that the leading source lists", () => {
    const other = sighting("strava", "2", { startedAt: noon + 7_200_000 })
    expect(groupsUnder([strava, other], correction("same", other.ref, strava.ref))).toHaveLength(2)
  })
})

describe("the id of a report", () => {
  it("is a safe number below those of single recordings, and always the same", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (source, key) => {
        const id = recordedId(source, key)
        expect(Number.isSafeInteger(id)).toBe(true)
        expect(id).toBeLessThanOrEqual(-(2 ** 34))
        expect(recordedId(source, key)).toBe(id)
      })
    )
    expect(recordedId("garmin", "12345678901")).not.toBe(recordedId("garmin", "12345678902"))
  })
})

describe("two reports with one key", () => {
  const report = (name: string, asOf: number | null): RecordedReport => ({
    source: "garmin",
    key: "1",
    run: {
      id: recordedId("garmin", "1"),
      name,
      sport: "Run",
      startedAt: noon,
      localStart: null,
      distance: 5_000,
      movingTime: 1_500,
      elapsedTime: 1_500,
      elevation: 0,
      workoutType: null,
      country: null,
      polyline: null,
      gear: null
    },
    detail: { calories: null, description: null, splits: null, efforts: null },
    zoned: true,
    identities: [],
    asOf
  })

  it("are decided by the newer file, in any order", () => {
    expect(newerReport(report("A", 1), report("B", 2)).run.name).toBe("B")
    expect(newerReport(report("B", 2), report("A", 1)).run.name).toBe("B")
    expect(newerReport(report("A", null), report("B", null))).toStrictEqual(
      newerReport(report("B", null), report("A", null))
    )
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { workoutSources } from "../workouts/sources.js"
import {
  type ActivityReport,
  activityKinds,
  kindsLike,
  mergeActivities,
  newerActivityReport
} from "../../src/activities/index.js"

const noon = Date.parse("2025-03-14T12:00:00Z")

const report = (service: string, id: string, more: Partial<ActivityReport> = {}): ActivityReport => ({
  service,
  report: id,
  origin: "file",
  kind: "ride",
  sport: "cycling",
  name: null,
  started_at: noon,
  is_zoned: true,
  local_start: null,
  distance_m: 40_000,
  elevation_m: null,
  duration_s: 5_400,
  elapsed_s: 5_500,
  energy_kcal: null,
  heartrate_avg: null,
  heartrate_max: null,
  description: null,
  city: null,
  state: null,
  country: null,
  course: null,
  identities: [],
  as_of: null,
  ...more
})

const refsOf = (reports: ReadonlyArray<ActivityReport>) =>
  mergeActivities(workoutSources, reports)
    .map(({ values }) => [...values.reports].sort())
    .sort()

const reports: fc.Arbitrary<ReadonlyArray<ActivityReport>> = fc.uniqueArray(
  fc
    .record({
      service: fc.constantFrom("strava", "garmin", "polar", "apple-health"),
      id: fc.constantFrom("1", "2"),
      origin: fc.constantFrom("api" as const, "file" as const),
      kind: fc.constantFrom(...activityKinds),
      start: fc.constantFrom(0, 20, 50, 80, 3_600),
      distance: fc.constantFrom(null, 40_000, 40_500, 44_000),
      energy: fc.constantFrom(null, 500, 640)
    })
    .map(({ distance, energy, id, kind, origin, service, start }) =>
      report(service, id, { origin, kind, started_at: noon + start * 1_000, distance_m: distance, energy_kcal: energy })
    ),
  { selector: ({ report, origin, service }) => `${service} ${report} ${origin}`, maxLength: 8 }
)

describe("reports of activities", () => {
  it("make the same activities in any order, each report one", () => {
    fc.assert(
      fc.property(
        reports.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
        ([all, shuffled]) => {
          const bySortedRefs = (some: ReadonlyArray<ActivityReport>) =>
            [...mergeActivities(workoutSources, some)].sort((a, b) =>
              a.values.reports[0]! < b.values.reports[0]! ? -1 : 1
            )
          expect(bySortedRefs(shuffled)).toStrictEqual(bySortedRefs(all))
          const refs = mergeActivities(workoutSources, all).flatMap(({ values }) => values.reports)
          expect([...refs].sort()).toStrictEqual(
            [...new Set(all.map(({ report, service }) => `${service}:${report}`))].sort()
          )
        }
      )
    )
  })

  it("never make one activity of two kinds that are not alike", () => {
    fc.assert(
      fc.property(reports, (all) => {
        const leadingKind = new Map<string, ActivityReport["kind"]>()
        for (const one of all.toSorted((a, b) => (a.origin < b.origin ? 1 : -1)))
          leadingKind.set(`${one.service}:${one.report}`, one.kind)
        for (const { values } of mergeActivities(workoutSources, all)) {
          const kinds = values.reports.map((ref) => leadingKind.get(ref)!).filter((kind) => kind !== "other")
          for (const kind of kinds) expect(kinds.every((other) => kindsLike(kind)!.includes(other))).toBe(true)
        }
      })
    )
  })

  it("are one ride if two watches recorded it, with what each of them knows", () => {
    const garmin = report("garmin", "7", {
      name: "Evening ride",
      started_at: noon + 4_000,
      local_start: noon + 4_000 + 3_600_000,
      heartrate_avg: 131
    })
    const apple = report("apple-health", "workout:1", {
      energy_kcal: 640,
      distance_m: 40_200,
      kind: "other",
      sport: null
    })
    expect(mergeActivities(workoutSources, [apple, garmin])).toMatchObject([
      {
        services: ["apple-health", "garmin"],
        values: {
          kind: "ride",
          sport: "cycling",
          name: "Evening ride",
          started_at: noon + 4_000,
          local_start: noon + 4_000 + 3_600_000,
          // 40,000 m / 1609.344
          distance_mi: 24.85,
          energy_kcal: 640,
          heartrate_avg: 131,
          reports: ["garmin:7", "apple-health:workout:1"]
        }
      }
    ])
  })

  it("are two activities for a swim and a ride at one time, and one for a walk that another service calls a hike", () => {
    const ride = report("garmin", "1")
    expect(refsOf([ride, report("polar", "1", { kind: "swim" })])).toStrictEqual([["garmin:1"], ["polar:1"]])
    const [walk, hike] = [report("garmin", "1", { kind: "walk" }), report("polar", "1", { kind: "hike" })]
    expect(refsOf([walk, hike])).toStrictEqual([["garmin:1", "polar:1"]])
  })

  it("are two activities if Strava has two numbers for them", () => {
    const own = [report("strava", "16500000001"), report("strava", "16500000002")]
    expect(refsOf(own)).toStrictEqual([["strava:16500000001"], ["strava:16500000002"]])
  })

  it("of a file do not depend on the order of the imports", () => {
    const some = fc.record({
      as_of: fc.constantFrom(null, noon, noon + 1),
      name: fc.constantFrom(null, "a", "b"),
      course: fc.constantFrom(null, "_p~iF~ps|U")
    })
    fc.assert(
      fc.property(some, some, some, (...all) => {
        const last = (order: ReadonlyArray<(typeof all)[number]>) =>
          order
            .map((more) => report("garmin", "1", more))
            .reduce((existing, incoming) => newerActivityReport(incoming, existing))
        const [one, two, three] = all
        expect(last([three, one, two])).toStrictEqual(last([one, two, three]))
        expect(last([two, one, three])).toStrictEqual(last([one, two, three]))
      })
    )
  })
})

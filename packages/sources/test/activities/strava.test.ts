import { activities as domain } from "@daybook/core/activities"
import { DeclaredDomains } from "@daybook/core/domain"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores, today, world } from "../strava/world.js"
import { importFile } from "../support/importFile.js"
import { publishedActivities, storedActivities, withDomain } from "./support.js"

const second = 1_000

/** The account with two rides and a swim more, and how many runs it has. */
const account = Effect.gen(function* () {
  yield* TestClock.setTime(today)
  const one = yield* world()
  const own = (yield* one.control.activities).filter(({ manual }) => !manual)
  const [first, other] = [own.at(-3)!, own.at(-5)!]
  yield* one.control.upload(first, { id: first.id + 1_000_001, at: first.at + 20_000, sportType: "Ride", name: "Loop" })
  yield* one.control.upload(other, { id: other.id + 1_000_002, at: other.at + 20_000, sportType: "Swim", name: "Lake" })
  yield* one.control.upload(first, {
    ...{ id: first.id + 1_000_003, at: first.at + 40_000, sportType: "Kabaddi", name: "Club" }
  })
  const archive = Effect.map(one.control.archive(), (bytes) => importFile("export.zip", bytes, 65_536))
  return { ...one, archive, first, other }
})

const plain = <Row extends { readonly id: number }>(rows: ReadonlyArray<Row>) => rows.map(({ id: _, ...row }) => row)

it.effect("API and archive make the same activities in any order, and each alone the same figures", () =>
  Effect.gen(function* () {
    const through = (steps: ReadonlyArray<"api" | "archive">) =>
      Effect.gen(function* () {
        const { archive, import: importArchive, sync, tables } = yield* account
        for (const step of steps) yield* step === "api" ? sync() : Effect.flatMap(archive, importArchive)
        return {
          rows: plain(yield* storedActivities),
          ...(yield* publishedActivities),
          runs: (yield* tables).runs.length
        }
      }).pipe(Effect.provide(Layer.fresh(withDomain)))
    const both = yield* through(["api", "archive"])
    expect(yield* through(["archive", "api", "archive", "api"])).toStrictEqual(both)
    expect(both.rows.map(({ kind, name, sport }) => ({ kind, name, sport }))).toStrictEqual([
      { kind: "swim", name: "Lake", sport: "Swim" },
      { kind: "ride", name: "Loop", sport: "Ride" },
      // Unknown at Daybook: it is kept under its name.
      { kind: "other", name: "Club", sport: "Kabaddi" }
    ])
    expect(both.feed).toHaveLength(3)
    expect(both.found.map(({ title }) => title)).toStrictEqual(["Club", "Lake", "Loop"])
    const figures = ({ rows }: typeof both) =>
      rows.map(({ activity, day, durationS, elapsedS, kind, reports, startedAt }) => ({
        ...{ activity, day, durationS, elapsedS, kind, reports, startedAt }
      }))
    const [api, archive] = [yield* through(["api"]), yield* through(["archive"])]
    expect(figures(archive)).toStrictEqual(figures(api))
    api.rows.forEach(({ distanceMi }, index) => expect(archive.rows[index]!.distanceMi!).toBeCloseTo(distanceMi!, 1))
  })
)

it.effect("has the figures that Strava shows, in miles, feet and seconds", () =>
  Effect.gen(function* () {
    const { first, sync } = yield* account
    yield* sync()
    const ride = (yield* storedActivities).find(({ name }) => name === "Loop")!
    expect(ride).toMatchObject({
      activity: `strava:${first.id + 1_000_001}`,
      day: new Date((first.at + 20_000 + first.offset) * second).toISOString().slice(0, 10),
      startedAt: (first.at + 20_000) * second,
      localStart: (first.at + 20_000 + first.offset) * second,
      durationS: first.movingTime,
      elapsedS: first.elapsedTime,
      city: expect.any(String)
    })
    expect(ride.distanceMi).toBeCloseTo(first.distance / 1_609.344, 2)
    expect(ride.elevationFt).toBeCloseTo(first.elevation / 0.3048, 1)
    expect(ride.course).not.toBeNull()
  }).pipe(Effect.provide(Layer.fresh(withDomain)))
)

it.effect("deletes an activity that Strava deleted, and moves one that is a run now", () =>
  Effect.gen(function* () {
    const { control, first, other, sync, tables } = yield* account
    yield* sync()
    const runs = (yield* tables).runs.length
    yield* control.remove(other.id + 1_000_002)
    yield* control.edit(first.id + 1_000_001, { sportType: "Run" })
    yield* sync({ full: true })
    expect((yield* storedActivities).map(({ name }) => name)).toStrictEqual(["Club"])
    expect((yield* tables).runs).toHaveLength(runs + 1)
    yield* control.edit(first.id + 1_000_001, { sportType: "GravelRide" })
    yield* sync({ full: true })
    expect((yield* storedActivities).map(({ kind, name }) => [kind, name])).toStrictEqual([
      ["ride", "Loop"],
      ["other", "Club"]
    ])
    expect((yield* tables).runs).toHaveLength(runs)
    expect((yield* publishedActivities).feed).toHaveLength(2)
  }).pipe(Effect.provide(Layer.fresh(withDomain)))
)

it.effect("runs are the same with and without the domain, and its activities come once it is on", () =>
  Effect.gen(function* () {
    const runsOf = Effect.gen(function* () {
      const { archive, import: importArchive, sync, tables } = yield* account
      yield* sync()
      yield* Effect.flatMap(archive, importArchive)
      return yield* tables
    })
    const without = yield* Effect.provide(runsOf, Layer.fresh(Layer.provideMerge(stores, newDatabase())))
    const [on, later] = yield* Effect.gen(function* () {
      const syncWith = (domains: ReadonlyArray<typeof domain>) =>
        Effect.provideService(
          Effect.flatMap(account, ({ sync, tables }) => Effect.zipRight(sync(), tables)),
          DeclaredDomains,
          domains
        )
      const before = yield* syncWith([])
      expect(yield* storedActivities).toStrictEqual([])
      // The list was read a moment ago: for the activities it is read again.
      const after = yield* syncWith([domain])
      expect(yield* storedActivities).toHaveLength(3)
      return [before, after] as const
    }).pipe(Effect.provide(Layer.fresh(withDomain)))
    expect(later).toStrictEqual(on)
    expect(yield* Effect.provide(runsOf, Layer.fresh(withDomain))).toStrictEqual(without)
  })
)

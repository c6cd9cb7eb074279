import { activities } from "@daybook/core/activities"
import { DeclaredDomains } from "@daybook/core/domain"
import { garminExport, garminSummary } from "@daybook/simulators"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { publishedActivities, storedActivities, withDomain } from "./support.js"
import { intervalsAccount } from "../support/intervalsAccount.js"

/** A simulated account, its source, and a database with the domain of activities. */
const stage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    ...(yield* intervalsAccount),
    keysOfRuns: Effect.map(sql<{ key: string }>`SELECT key FROM running_recorded WHERE source = 'intervals'`, (rows) =>
      rows.map(({ key }) => key)
    )
  }
})

type Stage = Effect.Effect.Success<typeof stage>

const world = Layer.fresh(withDomain)

const test = <E>(
  name: string,
  body: (world: Stage) => Effect.Effect<void, E, SqlClient.SqlClient>,
  patience = 120_000
) => it.live(name, () => Effect.flatMap(stage, body).pipe(Effect.scoped, Effect.provide(world)), patience)

/** A row as the documentation has it. */
const gravel = {
  id: "i90000001",
  start_date_local: "2024-03-14T07:00:00",
  start_date: "2024-03-14T14:00:00Z",
  type: "GravelRide",
  name: "Gravel loop",
  moving_time: 5_400,
  elapsed_time: 6_010,
  distance: 40_000,
  total_elevation_gain: 304.8,
  average_heartrate: 131,
  calories: 640,
  source: "GARMIN_CONNECT",
  external_id: "12345678901"
}

const named = (name: string) => Effect.map(storedActivities, (rows) => rows.filter((row) => row.name === name))

test("other sports than runs become activities, with the provider's figures, and each once", ({
  control,
  runs,
  sync
}) =>
  Effect.gen(function* () {
    yield* control.add(gravel)
    yield* control.add({
      id: "7",
      source: "STRAVA",
      start_date: gravel.start_date,
      start_date_local: "2024-03-14T07:00:00"
    })
    yield* sync()
    const [ride, ...others] = yield* named("Gravel loop")
    expect(others).toEqual([])
    // 40 km and 304.8 m, by the definition of the mile and the foot.
    expect(ride).toMatchObject({
      ...{ activity: "intervals:i90000001", day: "2024-03-14", kind: "ride", sport: "GravelRide" },
      ...{
        distanceMi: 24.85,
        durationS: 5_400,
        elapsedS: 6_010,
        energyKcal: 640,
        heartrateAvg: 131,
        elevationFt: 1_000
      },
      reports: ["intervals:i90000001"]
    })
    const home = yield* named("Ride home")
    expect(home.length).toBeGreaterThan(5)
    expect(
      home.every(({ distanceMi, durationS, kind }) => [kind, distanceMi, durationS].join() === "ride,3.17,900")
    ).toBe(true)
    const all = yield* storedActivities
    expect(all).toHaveLength(home.length + 1)
    const published = yield* publishedActivities
    expect([published.feed.length, published.found.length]).toEqual([all.length, all.length])
    // Nothing is read or written twice.
    for (const full of [false, true]) expect(yield* sync({ full })).toMatchObject({ added: 0, changed: 0, removed: 0 })
    expect(yield* storedActivities).toEqual(all)
    expect(runs.length).toBeGreaterThan(20)
  }))

test("follow the account: changes, removals, and sports that were wrong", ({ control, keysOfRuns, sync }) =>
  Effect.gen(function* () {
    yield* control.add(gravel)
    yield* sync()
    const before = yield* storedActivities
    yield* control.edit(gravel.id, { name: "Long gravel loop", distance: 41_000 })
    yield* sync()
    expect((yield* named("Long gravel loop")).map(({ distanceMi }) => distanceMi)).toEqual([25.48])
    yield* control.edit(gravel.id, { type: "Run" })
    yield* sync()
    expect(yield* storedActivities).toHaveLength(before.length - 1)
    expect(yield* keysOfRuns).toContain(gravel.id)
    yield* control.edit(gravel.id, { type: "Hike" })
    yield* sync()
    expect((yield* named("Long gravel loop")).map(({ kind }) => kind)).toEqual(["hike"])
    expect(yield* keysOfRuns).not.toContain(gravel.id)
    yield* control.remove(gravel.id)
    expect((yield* sync()).removed).toBe(1)
    expect((yield* storedActivities).map(({ name }) => name)).not.toContain("Long gravel loop")
    expect((yield* publishedActivities).found).toHaveLength(before.length - 1)
  }))

it.live(
  "the API and the export of Garmin make one activity in either order",
  () =>
    Effect.gen(function* () {
      const walk = (isFileFirst: boolean) =>
        Effect.gen(function* () {
          const { control, importGarmin, runs, sync } = yield* stage
          const run = runs.find(({ manual }) => !manual)!
          yield* control.edit(run.activity, { type: "Ride", name: "By bike" })
          const file = garminExport([garminSummary({ ...run, sportType: "Ride", private: false, gearId: null })], [])
          const steps = [sync(), Effect.asVoid(importGarmin(file))]
          yield* Effect.all(isFileFirst ? steps.toReversed() : steps, { discard: true })
          const merged = (yield* storedActivities).filter(({ reports }) => reports.length > 1)
          // Garmin leads.
          expect(merged.map(({ reports }) => reports)).toEqual([
            [`garmin:${run.id + 2_000_000_000}`, `intervals:${run.activity}`]
          ])
          return (yield* storedActivities).map(({ activity: _, id: _id, ...row }) => row)
        }).pipe(Effect.scoped, Effect.provide(Layer.fresh(withDomain)))
      expect(yield* walk(true)).toStrictEqual(yield* walk(false))
    }),
  120_000
)

it.live(
  "without the domain they are left out, and come with the first sync that has it",
  () =>
    Effect.gen(function* () {
      const syncWith = (domains: ReadonlyArray<typeof activities>) =>
        Effect.provideService(
          Effect.flatMap(stage, ({ control, runs, sync }) =>
            Effect.zipRight(
              control.add(gravel),
              Effect.map(sync(), ({ added }) => ({ added, runs: runs.length }))
            )
          ),
          DeclaredDomains,
          domains
        )
      const without = yield* syncWith([])
      expect(without.added).toBe(without.runs)
      expect(yield* storedActivities).toEqual([])
      yield* syncWith([activities])
      expect(yield* named("Gravel loop")).toHaveLength(1)
    }).pipe(Effect.scoped, Effect.provide(world)),
  120_000
)

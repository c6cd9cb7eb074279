import { type Report, type Run, RunningRecords, RunningStore } from "@daybook/core/running"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { refreshRunning } from "../../src/postgres/running/recompute.js"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import * as Store from "../../src/postgres/running/RunningStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { newDatabase } from "../support/database.js"
import { home } from "../support/stores.js"

const run: Run = {
  id: 16_500_000_001,
  name: "Morning Run",
  sport: "Run",
  startedAt: Date.parse("2024-05-01T06:00:00Z"),
  localStart: null,
  distance: 6000,
  movingTime: 1800,
  elapsedTime: 1800,
  elevation: 10,
  heartrateAvg: null,
  heartrateMax: null,
  cadence: null,
  sufferScore: null,
  workoutType: null,
  city: null,
  state: null,
  country: null,
  polyline: "svo_IcmnpA{@oA",
  gear: null
}

const report: Report = {
  _tag: "Detailed",
  run,
  detail: { calories: null, description: null, splits: null, efforts: [{ distance: "400m", elapsedTime: 90 }] }
}

const layers = Layer.mergeAll(Records.layer, Store.layer).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(home("Europe/Berlin", () => "2024-06-01"))
)

describe("runs that an earlier version stored", () => {
  it.live("get a city and lose impossible records once, at the next start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* RunningStore
      yield* (yield* RunningRecords).put("strava", [report], null)
      const cities = Effect.map(store.cities, (rows) => rows.map(({ city, runs }) => [city, runs]))
      expect(yield* cities).toStrictEqual([["Berlin", 1]])
      // The format of earlier versions.
      const spoil = Effect.zipRight(
        sql`UPDATE running_activities SET city = NULL, state = NULL, country = NULL`,
        Effect.zipRight(
          sql`DELETE FROM running_sums WHERE kind = 'city'`,
          sql`UPDATE running_efforts SET elapsed_time = 1`
        )
      )
      yield* spoil
      expect(yield* cities).toStrictEqual([])
      yield* refreshRunning
      expect(yield* cities).toStrictEqual([["Berlin", 1]])
      expect((yield* store.records).map(({ elapsedTime }) => elapsedTime)).toStrictEqual([90])
      yield* spoil
      yield* refreshRunning
      expect(yield* cities).toStrictEqual([])
    }).pipe(Effect.provide(layers), Effect.provide(newDatabase()), Effect.scoped)
  )
})

import { RunningRecords } from "@daybook/core/running"
import { describe, expect, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { shoeOf } from "../../src/strava/detail.js"
import { DetailedActivity } from "../../src/strava/wire.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { stores } from "./world.js"

const activity = (gear: unknown) =>
  Schema.decodeUnknownSync(DetailedActivity)({
    id: 16_500_000_001,
    name: "Morning Run",
    start_date: "2026-03-14T14:30:00Z",
    sport_type: "Run",
    gear_id: "g77",
    gear
  })

const database = stores.pipe(Layer.provideMerge(newDatabase()))

describe("shoes in the response of a run", () => {
  it("are read when they have a name, and ignored when invalid", () => {
    expect(shoeOf(activity({ id: "g77", primary: true, name: "Blue pair", distance: 1_397_252 }))).toStrictEqual({
      id: "g77",
      name: "Blue pair",
      brand: null,
      model: null,
      distance: 1_397_252,
      retired: null
    })
    for (const gear of [null, undefined, {}, { id: "g77" }, { id: 77, name: "Blue pair" }, "g77"])
      expect(shoeOf(activity(gear))).toBeNull()
  })

  it.effect("add shoes that the provider no longer lists, and keep the stored data of others", () =>
    Effect.gen(function* () {
      const records = yield* RunningRecords
      const sql = yield* SqlClient.SqlClient
      const shoeRows = sql`SELECT id, name, brand, distance::float8 AS distance, retired FROM running_gear ORDER BY id`
      const shoe = {
        _tag: "Shoes",
        shoe: { id: "g78", name: "Red pair", brand: "Swift", model: "One", distance: 10, retired: true }
      } as const
      yield* records.put("strava", [shoe], null)
      const gearOf = (id: string, name: string) =>
        ({ _tag: "Shoes", shoe: shoeOf(activity({ id, name, distance: 20 }))! }) as const
      yield* records.put("strava", [gearOf("g77", "Blue pair"), gearOf("g78", "Red pair")], null)
      expect(yield* shoeRows).toStrictEqual([
        { id: "g77", name: "Blue pair", brand: null, distance: 20, retired: false },
        { id: "g78", name: "Red pair", brand: "Swift", distance: 20, retired: true }
      ])
    }).pipe(Effect.provide(Layer.fresh(database)))
  )
})

import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { refreshVenues, withCities } from "../../src/postgres/attending/cities.js"
import { engines, newDatabase } from "../support/database.js"

const rounded = (value: number | null) => value === null ? null : Math.round(value * 10) / 10

describe("where the city of a venue is", () => {
  it.effect("is told by its name, state and country, however they are written", () =>
    Effect.gen(function*() {
      const venues = [
        { city: "Seattle", state: "WA", country: "US" }, { city: "Seattle", state: "Washington", country: "USA" }, { city: "Vancouver", state: "BC", country: "Canada" },
        { city: "London", state: null, country: "United Kingdom" }, { city: "Portland", state: "ME", country: null }, { city: "Nowhere at all", state: null, country: null },
        { city: null, state: "WA", country: "US" }
      ]
      const found = (yield* withCities(venues)).map(({ city_latitude, city_longitude }) => [rounded(city_latitude), rounded(city_longitude)])
      assert.deepStrictEqual(found, [[47.6, -122.3], [47.6, -122.3], [49.2, -123.1], [51.5, -0.1], [43.7, -70.3], [null, null], [null, null]])
    }))

  it.live("is added once to venues that an earlier version stored, and never to their own coordinates", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO attending_venues (plain_name, plain_city, name, city, state, country) VALUES ('the hall', 'seattle', 'The Hall', 'Seattle', 'WA', 'US')`
      yield* refreshVenues
      const stored = sql<{ latitude: number | null; cityLatitude: number | null }>`SELECT latitude, city_latitude FROM attending_venues`
      assert.deepStrictEqual((yield* stored).map((row) => [row.latitude, rounded(row.cityLatitude)]), [[null, 47.6]])
      yield* sql`UPDATE attending_venues SET city_latitude = NULL`
      yield* refreshVenues
      assert.deepStrictEqual((yield* stored).map((row) => row.cityLatitude), [null])
    }).pipe(Effect.provide(newDatabase(engines.at(-1)!)), Effect.scoped))
})

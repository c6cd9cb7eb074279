import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { refreshVenues, withCities } from "../../src/postgres/attending/venues.js"
import * as Gazetteer from "../../src/places/Gazetteer.js"
import { newDatabase } from "../support/database.js"

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

describe("the location of a venue's city", () => {
  it.effect("is found by name, state and country in any spelling", () =>
    Effect.gen(function* () {
      const venues = [
        { city: "Seattle", state: "WA", country: "US" },
        { city: "Seattle", state: "Washington", country: "USA" },
        { city: "Vancouver", state: "BC", country: "Canada" },
        { city: "London", state: null, country: "United Kingdom" },
        { city: "Portland", state: "ME", country: null },
        { city: "Nowhere at all", state: null, country: null },
        { city: null, state: "WA", country: "US" }
      ]
      const coordinates = (yield* withCities(venues)).map(({ cityLatitude, cityLongitude }) => [
        rounded(cityLatitude),
        rounded(cityLongitude)
      ])
      expect(coordinates).toStrictEqual([
        [47.6, -122.3],
        [47.6, -122.3],
        [49.2, -123.1],
        [51.5, -0.1],
        [43.7, -70.3],
        [null, null],
        [null, null]
      ])
    }).pipe(Effect.provide(Gazetteer.layer))
  )

  it.live("is added once to existing venues, and never replaces their own coordinates", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO attending_venues (plain_name, plain_city, name, city, state, country) VALUES ('the hall', 'seattle', 'The Hall', 'Seattle', 'WA', 'US')`
      yield* refreshVenues
      const storedCoordinates = sql<{
        latitude: number | null
        cityLatitude: number | null
      }>`SELECT latitude, city_latitude FROM attending_venues`
      expect((yield* storedCoordinates).map((row) => [row.latitude, rounded(row.cityLatitude)])).toStrictEqual([
        [null, 47.6]
      ])
      yield* sql`UPDATE attending_venues SET city_latitude = NULL`
      yield* refreshVenues
      expect((yield* storedCoordinates).map((row) => row.cityLatitude)).toStrictEqual([null])
    }).pipe(Effect.provide([newDatabase(), Gazetteer.layer]), Effect.scoped)
  )
})

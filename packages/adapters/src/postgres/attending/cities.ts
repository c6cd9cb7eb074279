import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { type Gazetteer, Places } from "../../places/Gazetteer.js"
import { storage } from "../storage.js"

interface Named {
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
}

/** Regions have other short names there than sources give them, except in the United States. */
const pointOf = ({ pointOf }: Gazetteer, { city, country, state }: Named) =>
  city === null ? null : pointOf({ city, state, country }) ?? (country === null || /^us/i.test(country) ? null : pointOf({ city, state: null, country }))

interface InCity {
  readonly city_latitude: number | null
  readonly city_longitude: number | null
}

/** Adds where the city of each venue is. A venue's own coordinates are its sources' affair. */
export const withCities = <A extends Named>(venues: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<A & InCity>> => {
  if (venues.every(({ city }) => city === null)) {
    return Effect.succeed(venues.map((venue) => ({ ...venue, city_latitude: null, city_longitude: null })))
  }
  return Effect.map(Effect.flatMap(Places, (load) => load), (gazetteer) =>
    venues.map((venue) => {
      const point = pointOf(gazetteer, venue)
      return { ...venue, city_latitude: point?.latitude ?? null, city_longitude: point?.longitude ?? null }
    }))
}

/** Adds where their city is to venues that an earlier version stored, once. */
export const refreshVenues = storage("refreshVenues")(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [done] = yield* sql`SELECT FROM settings WHERE name = 'venue_cities'`
  if (done !== undefined) return
  const venues = yield* sql<Named & { id: number }>`SELECT id, city, state, country FROM attending_venues`
  const located = yield* withCities(venues)
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`
      UPDATE attending_venues AS venue SET city_latitude = given.latitude, city_longitude = given.longitude
      FROM unnest(
        ${located.map(({ id }) => id)}::int[], ${located.map((one) => one.city_latitude)}::float8[], ${located.map((one) => one.city_longitude)}::float8[]
      ) AS given (id, latitude, longitude)
      WHERE venue.id = given.id`
    yield* sql`INSERT INTO settings (name, value) VALUES ('venue_cities', '1') ON CONFLICT (name) DO NOTHING`
  }))
}))

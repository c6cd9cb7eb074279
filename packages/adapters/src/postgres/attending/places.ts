import { type VenueMention, plain } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Array, Effect } from "effect"
import { withCities } from "./cities.js"

interface Held {
  readonly id: number
  readonly plainVenue: string
  readonly venue: VenueMention
}

/**
 * Gives the events of some venues their rows. Of venues of one name, those in different cities are two; where one city
 * alone is named, it is everybody's.
 */
export const placeVenues = Effect.fn("attending.placeVenues")(function*(sql: SqlClient.SqlClient, names: ReadonlyArray<string>) {
  if (names.length === 0) return
  const held = yield* sql<Held>`
    SELECT id, plain_venue, venue FROM attending_events WHERE doubt IS NULL AND plain_venue = ANY(${names}::text[]) ORDER BY date DESC, id DESC`
  const groups = Object.values(Array.groupBy(held, ({ plainVenue }) => plainVenue)).flatMap(byCity)
  if (groups.length > 0) {
    const rows = groups.map(({ city, events }) => ({ plain_name: events[0].plainVenue, plain_city: city, ...described(events.map(({ venue }) => venue)) }))
    const values = "name, city, state, country, latitude, longitude, capacity, city_latitude, city_longitude"
    const located = yield* withCities(rows)
    yield* nameCities(sql, groups.filter(({ alone, city }) => alone && city !== "").map(({ city, events }) => ({ name: events[0].plainVenue, city })))
    const written = yield* sql<{ id: number; plainName: string; plainCity: string }>`
      INSERT INTO attending_venues (plain_name, plain_city, ${sql.literal(values)})
      SELECT plain_name, plain_city, ${sql.literal(values)} FROM jsonb_populate_recordset(NULL::attending_venues, ${JSON.stringify(located)}::jsonb) AS given
      ON CONFLICT (plain_name, plain_city) DO UPDATE SET ${sql.literal(values.split(", ").map((column) => `${column} = excluded.${column}`).join(", "))}
      RETURNING id, plain_name, plain_city`
    const idOf = new Map(written.map(({ id, plainCity, plainName }) => [`${plainName}\n${plainCity}`, id]))
    const links = groups.flatMap(({ city, events }) => events.map(({ id, plainVenue }) => ({ id, venue: idOf.get(`${plainVenue}\n${city}`)! })))
    yield* sql`
      UPDATE attending_events AS event SET venue_id = given.venue_id
      FROM unnest(${links.map(({ id }) => id)}::int[], ${links.map(({ venue }) => venue)}::int[]) AS given (id, venue_id)
      WHERE event.id = given.id AND event.venue_id IS DISTINCT FROM given.venue_id`
  }
  yield* sql`UPDATE attending_events SET venue_id = NULL WHERE doubt IS NOT NULL AND plain_venue = ANY(${names}::text[]) AND venue_id IS NOT NULL`
})

/** A row whose city was not known yet is the same venue once it is. */
const nameCities = (sql: SqlClient.SqlClient, known: ReadonlyArray<{ readonly name: string; readonly city: string }>) =>
  sql`
    UPDATE attending_venues AS venue SET plain_city = given.city
    FROM unnest(${known.map(({ name }) => name)}::text[], ${known.map(({ city }) => city)}::text[]) AS given (name, city)
    WHERE venue.plain_name = given.name AND venue.plain_city = ''
      AND NOT EXISTS (SELECT FROM attending_venues AS other WHERE other.plain_name = given.name AND other.plain_city = given.city)`

interface Group {
  readonly city: string
  readonly alone: boolean
  readonly events: Array.NonEmptyReadonlyArray<Held>
}

const byCity = (held: Array.NonEmptyReadonlyArray<Held>): ReadonlyArray<Group> => {
  const cityOf = ({ venue }: Held) => venue.city === null ? "" : plain(venue.city)
  const cities = [...new Set(held.map(cityOf).filter((city) => city !== ""))]
  if (cities.length <= 1) return [{ city: cities[0] ?? "", alone: true, events: held }]
  return Object.entries(Array.groupBy(held, cityOf)).map(([city, events]) => ({ city, alone: false, events }))
}

/** What the newest event that says anything says. */
const described = (venues: ReadonlyArray<VenueMention>) => {
  const known = <K extends keyof VenueMention>(field: K) => venues.map((venue) => venue[field]).find((value) => value !== null) ?? null
  return {
    name: venues[0]!.name, city: known("city"), state: known("state"), country: known("country"),
    latitude: known("latitude"), longitude: known("longitude"), capacity: known("capacity")
  }
}

import { venuesOf } from "@daybook/core/attending"
import { Effect, Struct } from "effect"
import { type Gazetteer, Places } from "@daybook/core/shared"
import { type RowOf, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { inTransaction } from "../inTransaction.js"
import { table } from "../kit/table.js"
import { storage } from "../storage.js"
import { venueMention } from "./documents.js"
import { venueDetails } from "./rows.js"

const venues = table("attending_venues", { plainName: text, plainCity: text, ...venueDetails })
const cityPositions = table(venues.name, { id: number, ...Struct.pick(venueDetails, "cityLatitude", "cityLongitude") })
const cityNames = table(venues.name, { plainName: text, plainCity: text })
const links = table("attending_events", { id: number, ...cityNames.columns })

const namedColumns = Struct.pick(venueDetails, "city", "state", "country")
type Named = RowOf<typeof namedColumns>

/** Except in the United States, the gazetteer's region codes differ from those of the sources. */
const pointOf = ({ pointOf }: Gazetteer, { city, country, state }: Named) =>
  city === null
    ? null
    : (pointOf({ city, state, country }) ??
      (country === null || /^us/i.test(country) ? null : pointOf({ city, state: null, country })))

type InCity = Omit<RowOf<typeof cityPositions.columns>, "id">

/** Adds the position of each venue's city. A venue's own coordinates come from its sources. */
export const withCities = <A extends Named>(
  named: ReadonlyArray<A>
): Effect.Effect<ReadonlyArray<A & InCity>, never, Places> => {
  if (named.every(({ city }) => city === null)) {
    return Effect.succeed(named.map((venue) => ({ ...venue, cityLatitude: null, cityLongitude: null })))
  }
  return Effect.map(
    Effect.flatMap(Places, (load) => load),
    (gazetteer) =>
      named.map((venue) => {
        const point = pointOf(gazetteer, venue)
        return { ...venue, cityLatitude: point?.latitude ?? null, cityLongitude: point?.longitude ?? null }
      })
  )
}

/** Adds the city's position to venues stored by an earlier version, once. */
export const refreshVenues = storage("refreshVenues")(
  Effect.gen(function* () {
    const [done] = yield* sql`SELECT FROM settings WHERE name = 'venue_cities'`
    if (done !== undefined) return
    const named = yield* sql({ id: number, ...namedColumns })`SELECT id, city, state, country FROM attending_venues`
    const located = yield* withCities(named)
    yield* inTransaction(
      Effect.gen(function* () {
        yield* sql`
          UPDATE attending_venues AS venue
          SET city_latitude = incoming.city_latitude, city_longitude = incoming.city_longitude
          FROM ${cityPositions.valuesOf(located)} WHERE venue.id = incoming.id`
        yield* sql`INSERT INTO settings (name, value) VALUES ('venue_cities', '1') ON CONFLICT (name) DO NOTHING`
      })
    )
  })
)

const placeColumns = { id: number, plainVenue: text, venue: venueMention }

/** Assigns venue rows to the events of some venues. Returns the rows that changed. */
export const placeVenues = Effect.fn("attending.placeVenues")(function* (names: ReadonlyArray<string>) {
  if (names.length === 0) return []
  const places = yield* sql(placeColumns)`
    SELECT id, plain_venue, venue FROM attending_events
    WHERE doubt IS NULL AND plain_venue = ANY(${names}::text[]) ORDER BY date DESC, id DESC`
  const changed = yield* placeEvents(venuesOf(places))
  yield* sql`
    UPDATE attending_events SET venue_id = NULL
    WHERE doubt IS NOT NULL AND plain_venue = ANY(${names}::text[]) AND venue_id IS NOT NULL`
  return changed
})

const placeEvents = Effect.fn(function* (groups: ReturnType<typeof venuesOf>) {
  if (groups.length === 0) return []
  const located = yield* withCities(
    groups.map(({ details, plainCity, plainName }) => ({ plainName, plainCity, ...details }))
  )
  yield* addCities(groups.filter(({ isOnlyCity, plainCity }) => isOnlyCity && plainCity !== ""))
  const changed = yield* venues.upsert(located, { key: ["plainName", "plainCity"], returning: { id: number } })
  const linked = groups.flatMap(({ events, plainCity, plainName }) =>
    events.map((id) => ({ id, plainName, plainCity }))
  )
  yield* sql`
    UPDATE attending_events AS event SET venue_id = venue.id
    FROM ${links.valuesOf(linked)} JOIN attending_venues AS venue USING (plain_name, plain_city)
    WHERE event.id = incoming.id AND event.venue_id IS DISTINCT FROM venue.id`
  return changed.map(({ id }) => id)
})

/** Adds the city to a row that had none: it is the same venue. */
const addCities = (cities: ReadonlyArray<RowOf<typeof cityNames.columns>>) =>
  sql`
    UPDATE attending_venues AS venue SET plain_city = incoming.plain_city FROM ${cityNames.valuesOf(cities)}
    WHERE venue.plain_name = incoming.plain_name AND venue.plain_city = '' AND NOT EXISTS (
      SELECT FROM attending_venues AS other
      WHERE other.plain_name = incoming.plain_name AND other.plain_city = incoming.plain_city
    )`

import { choice, date, domain, instant, integer, number, record, type RecordOf, text } from "../declared/index.js"

const latitude = number({ nullable: true, min: -90, max: 90, sensitive: true, description: "Degrees", example: 38.71 })
const longitude = number({
  nullable: true,
  min: -180,
  max: 180,
  sensitive: true,
  description: "Degrees",
  example: -9.14
})

const checkin = record({
  title: "Check-in",
  key: ["checkin"],
  fields: {
    checkin: text({ description: "Id at the service", example: "65a500000000000000000001" }),
    venue: text({
      nullable: true,
      search: "title",
      facet: true,
      description: "Null for a deleted venue",
      example: "Harbour Cafe"
    }),
    venue_id: text({ nullable: true, description: "Id of the venue at the service" }),
    comment: text({ nullable: true, search: "body", sensitive: true }),
    latitude,
    longitude,
    checked_in_at: instant({ occurs: true, example: "2025-01-15T10:00:00.000Z" })
  }
})

const visit = record({
  title: "Visit",
  key: ["started_at", "place"],
  fields: {
    started_at: instant({ occurs: true, example: "2025-01-15T10:00:00.000Z" }),
    ended_at: instant({ nullable: true, example: "2025-01-15T11:00:00.000Z" }),
    place: text({ description: "Google's id of the place, or its coordinates", example: "ChIJxxxx" }),
    name: text({ nullable: true, search: "title", facet: true, description: "Only earlier exports have names" }),
    address: text({ nullable: true, search: "body", sensitive: true }),
    kind: text({ nullable: true, facet: true, sensitive: true, description: "HOME, WORK, …; null where unknown" }),
    latitude,
    longitude
  }
})

const wallClock = "Wall-clock time at the airport, without a zone"

const flight = record({
  title: "Flight",
  key: ["day", "origin", "destination", "number"],
  fields: {
    day: text({ description: "Local day of the departure, or its month or year alone", example: "2025-03-14" }),
    flown_on: date({ nullable: true, occurs: true, description: "Null where only the month or year is on record" }),
    origin: text({ facet: true, description: "IATA code of the airport", example: "LIS" }),
    destination: text({ facet: true, description: "IATA code of the airport", example: "LHR" }),
    number: text({
      search: "title",
      description: "Flight number without the airline; empty if unknown",
      example: "1234"
    }),
    airline: text({ nullable: true, facet: true, description: "ICAO code", example: "TAP" }),
    departed: text({ nullable: true, description: wallClock, example: "2025-03-14T07:12" }),
    arrived: text({ nullable: true, description: wallClock, example: "2025-03-14T09:51" }),
    duration_min: integer({ nullable: true, min: 0 }),
    diverted_to: text({ nullable: true }),
    aircraft: text({ nullable: true, facet: true, example: "A320" }),
    registration: text({ nullable: true, example: "CS-TNA" }),
    seat: text({ nullable: true, sensitive: true, example: "12A" }),
    seat_type: choice(["window", "middle", "aisle"])({ nullable: true, facet: true }),
    cabin: choice(["economy", "premium", "business", "first", "private"])({ nullable: true, facet: true }),
    reason: choice(["leisure", "business", "crew", "other"])({ nullable: true, facet: true, sensitive: true }),
    comment: text({ nullable: true, search: "body", sensitive: true })
  }
})

const drink = record({
  title: "Drink",
  key: ["checkin"],
  fields: {
    checkin: text({ description: "Id at the service", example: "1234567890" }),
    beer: text({ search: "title", example: "Harbour Stout" }),
    brewery: text({ nullable: true, search: "subtitle", facet: true }),
    style: text({ nullable: true, facet: true, example: "Stout - Imperial" }),
    abv: number({ nullable: true, min: 0, max: 100, description: "Percent" }),
    ibu: number({ nullable: true, min: 0 }),
    rating: number({ nullable: true, min: 0, max: 5, description: "In steps of 0.25" }),
    serving: text({ nullable: true, facet: true, example: "Draft" }),
    comment: text({ nullable: true, search: "body", sensitive: true }),
    venue: text({ nullable: true, facet: true }),
    city: text({ nullable: true, facet: true }),
    country: text({ nullable: true, facet: true }),
    latitude,
    longitude,
    drunk_at: instant({ occurs: true, example: "2025-03-14T20:11:09.000Z" })
  }
})

/**
 * Where the owner was: check-ins, visits, flights and drinks. It is a declared domain that a setting adds, because it
 * says more about a person than the others. Nothing of it comes into the feed.
 */
export const places = domain({ name: "places", title: "Places", records: { checkin, visit, flight, drink } })

export type Checkin = RecordOf<typeof checkin>
export type Visit = RecordOf<typeof visit>
export type Flight = RecordOf<typeof flight>
export type Drink = RecordOf<typeof drink>

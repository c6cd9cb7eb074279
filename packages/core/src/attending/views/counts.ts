import { Array, Schema } from "effect"
import { LocalDate, monthOf } from "../../shared/LocalDate.js"
import { Text } from "../../shared/fields.js"
import type { ToImage } from "../../images/Picture.js"
import type { EventFact, KindCount, VenueFact } from "../facts.js"
import { type League, categories, eventTypes } from "../kinds.js"
import { SeasonEvent, VenueView, seasonEvent, venueView } from "./event.js"
import { wonBy } from "./eventData.js"

const ByCategory = Schema.Array(Schema.Struct({ category: Schema.Literal(...categories), count: Schema.Number }))
const ByEventType = Schema.Array(Schema.Struct({ event_type: Schema.Literal(...eventTypes), count: Schema.Number }))

/** Most first, then by name. */
const ranked = <K extends string>(keys: ReadonlyArray<K>): ReadonlyArray<readonly [K, number]> => {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

const summed = <K extends string>(rows: ReadonlyArray<KindCount>, key: (row: KindCount) => K): ReadonlyArray<readonly [K, number]> => {
  const counts = new Map<K, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + row.count)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** `GET /v1/attending/stats`: events that are over; the parts are of those attended. */
export const AttendingStats = Schema.Struct({
  total_events: Schema.Number,
  attended_events: Schema.Number,
  by_category: ByCategory,
  by_event_type: ByEventType,
  by_year: Schema.Array(Schema.Struct({ year: Schema.String, count: Schema.Number }))
}).annotations({ identifier: "AttendingStats" })
export type AttendingStats = typeof AttendingStats.Type

export const attendingStats = (rows: ReadonlyArray<KindCount>): AttendingStats => {
  const attended = rows.filter((row) => row.attended)
  const sum = (of: ReadonlyArray<KindCount>) => of.reduce((all, { count }) => all + count, 0)
  return {
    total_events: sum(rows),
    attended_events: sum(attended),
    by_category: summed(attended, ({ category }) => category).map(([category, count]) => ({ category, count })),
    by_event_type: summed(attended, ({ kind }) => kind).map(([event_type, count]) => ({ event_type, count })),
    by_year: summed(attended, ({ year }) => String(year)).map(([year, count]) => ({ year, count })).toSorted((a, b) => a.year < b.year ? 1 : -1)
  }
}

/** `api.md` §2.16: games attended or ticketed; wins and losses of attended ones alone. */
export const AttendedSeason = Schema.Struct({
  league: Schema.String,
  season: Schema.Number,
  attended_count: Schema.Number,
  wins: Schema.Number,
  losses: Schema.Number,
  data: Schema.Array(SeasonEvent)
}).annotations({ identifier: "AttendedSeason" })
export type AttendedSeason = typeof AttendedSeason.Type

export const attendedSeason = (league: League, season: number, events: ReadonlyArray<EventFact>, image: ToImage): AttendedSeason => {
  const attended = events.filter((event) => event.attended)
  const won = attended.map(({ game, mySide }) => wonBy(game, mySide))
  return {
    league,
    season,
    attended_count: attended.length,
    wins: won.filter((one) => one === true).length,
    losses: won.filter((one) => one === false).length,
    data: events.map(seasonEvent(image))
  }
}

/** `GET /v1/attending/venues`. */
export const Venues = Schema.Struct({ data: Schema.Array(VenueView) }).annotations({ identifier: "Venues" })
export type Venues = typeof Venues.Type

export const venues = (all: ReadonlyArray<VenueFact>, image: ToImage): Venues => ({ data: all.map(venueView(image)) })

/** `GET /v1/attending/year/{year}`: attended events alone. What was paid is given in the currency of most orders. */
export const YearOfEvents = Schema.Struct({
  year: Schema.Number,
  total_events: Schema.Number,
  total_spent_cents: Schema.Number,
  spent: Schema.Array(Schema.Struct({ currency: Text, cents: Schema.Number })),
  by_category: ByCategory,
  by_event_type: ByEventType,
  monthly: Schema.Array(Schema.Struct({ month: Schema.String.annotations({ description: "YYYY-MM" }), count: Schema.Number })),
  top_venues: Schema.Array(Schema.Struct({ venue_id: Schema.Number, name: Schema.String, city: Text, count: Schema.Number })),
  top_performers: Schema.Array(Schema.Struct({ performer_id: Schema.Number, name: Schema.String, count: Schema.Number })),
  events: Schema.Array(Schema.Struct({
    id: Schema.Number, event_date: LocalDate, event_type: Schema.Literal(...eventTypes), title: Schema.String, subtitle: Text, venue_name: Text
  }))
}).annotations({ identifier: "YearOfEvents" })
export type YearOfEvents = typeof YearOfEvents.Type

const few = 5

export const yearOfEvents = (year: number, events: ReadonlyArray<EventFact>): YearOfEvents => {
  const spent = spentOn(events)
  const months = Array.range(1, 12).map((month) => `${year}-${String(month).padStart(2, "0")}`)
  return {
    year,
    total_events: events.length,
    total_spent_cents: spent[0]?.cents ?? 0,
    spent,
    by_category: ranked(events.map(({ category }) => category)).map(([category, count]) => ({ category, count })),
    by_event_type: ranked(events.map(({ kind }) => kind)).map(([event_type, count]) => ({ event_type, count })),
    monthly: months.map((month) => ({ month, count: events.filter(({ date }) => monthOf(date) === month).length })),
    top_venues: most(events.flatMap(({ venue }) => venue ?? [])).map(({ count, one: { city, id, name } }) => ({ venue_id: id, name, city, count })),
    top_performers: most(events.flatMap(({ performers }) => performers)).map(({ count, one: { id, name } }) => ({ performer_id: id, name, count })),
    events: events.map(({ date, id, kind, subtitle, title, venue }) => ({ id, event_date: date, event_type: kind, title, subtitle, venue_name: venue?.name ?? null }))
  }
}

/** By currency, that of most orders first. */
const spentOn = (events: ReadonlyArray<EventFact>) => {
  const paid = events.flatMap(({ tickets }) => tickets).filter(({ totalCents }) => totalCents !== null)
  return Object.values(Array.groupBy(paid, ({ currency }) => currency ?? "")).toSorted((a, b) => b.length - a.length)
    .map((tickets) => ({ currency: tickets[0].currency, cents: tickets.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0) }))
}

const most = <A extends { readonly id: number; readonly name: string }>(all: ReadonlyArray<A>) =>
  Object.values(Array.groupBy(all, ({ id }) => String(id))).map((same) => ({ one: same[0], count: same.length }))
    .toSorted((a, b) => b.count - a.count || (a.one.name < b.one.name ? -1 : a.one.name > b.one.name ? 1 : a.one.id - b.one.id)).slice(0, few)

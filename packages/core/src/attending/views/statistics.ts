import { Array, Schema } from "effect"
import { LocalDate, monthOf } from "../../shared/LocalDate.js"
import {
  Text,
  countField,
  yearField,
  nameField,
  idField,
  field,
  withExample,
  titleField,
  publicField,
  closedField
} from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import type { ToImage } from "../../images/Picture.js"
import type { EventFact, KindCount, VenueFact } from "../facts.js"
import { type League, categories, eventTypes } from "../kinds.js"
import { wonBy } from "../games.js"
import { SeasonEvent, VenueView, seasonEvent, venueView } from "./events.js"

const ByCategory = Schema.Array(
  Schema.Struct({
    category: publicField(Schema.Literal(...categories), "Category: sports, music or arts"),
    count: countField
  })
)
const ByEventType = Schema.Array(
  Schema.Struct({ event_type: publicField(Schema.Literal(...eventTypes), "Type of the event"), count: countField })
)

/** Most first, then by name. */
const countEach = <K extends string>(keys: ReadonlyArray<K>): ReadonlyArray<readonly [K, number]> => {
  const counts = new Map<K, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

const sumBy = <K extends string>(
  rows: ReadonlyArray<KindCount>,
  key: (row: KindCount) => K
): ReadonlyArray<readonly [K, number]> => {
  const counts = new Map<K, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + row.count)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
}

/** `GET /v1/attending/stats`: past events. The breakdowns count attended events. */
export const AttendingStats = Schema.Struct({
  total_events: publicField(Schema.Number, "Number of events", 60),
  attended_events: publicField(Schema.Number, "Number of attended events", 52),
  by_category: publicField(ByCategory, "Attended events by category"),
  by_event_type: publicField(ByEventType, "Attended events by type"),
  by_year: publicField(
    Schema.Array(Schema.Struct({ year: publicField(Schema.String, "Year", "2026"), count: countField })),
    "Attended events by year, latest first"
  )
}).annotations({ identifier: "AttendingStats" })
export type AttendingStats = typeof AttendingStats.Type

export const attendingStats = (rows: ReadonlyArray<KindCount>): AttendingStats => {
  const attended = rows.filter((row) => row.attended)
  const sum = (of: ReadonlyArray<KindCount>) => of.reduce((all, { count }) => all + count, 0)
  return {
    total_events: sum(rows),
    attended_events: sum(attended),
    by_category: sumBy(attended, ({ category }) => category).map(([category, count]) => ({ category, count })),
    by_event_type: sumBy(attended, ({ kind }) => kind).map(([event_type, count]) => ({ event_type, count })),
    by_year: sumBy(attended, ({ year }) => String(year))
      .map(([year, count]) => ({ year, count }))
      .toSorted((a, b) => (a.year < b.year ? 1 : -1))
  }
}

/** Games attended or ticketed. Wins and losses count only attended games. */
export const AttendedSeason = Schema.Struct({
  league: publicField(Schema.String, "League", "mlb"),
  season: publicField(Schema.Number, "Year that the league names the season after", 2026),
  attended_count: publicField(Schema.Number, "Number of attended games of the season", 6),
  wins: publicField(Schema.Number, "Games won", 3),
  losses: publicField(Schema.Number, "Games lost", 1),
  data: publicField(Schema.Array(SeasonEvent), "Requested data")
}).annotations({ identifier: "AttendedSeason" })
export type AttendedSeason = typeof AttendedSeason.Type

export const attendedSeason = (
  league: League,
  season: number,
  events: ReadonlyArray<EventFact>,
  image: ToImage
): AttendedSeason => {
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
export const Venues = Schema.Struct({ data: publicField(Schema.Array(VenueView), "Requested data") }).annotations({
  identifier: "Venues"
})
export type Venues = typeof Venues.Type

export const venues = (all: ReadonlyArray<VenueFact>, image: ToImage): Venues => ({ data: all.map(venueView(image)) })

/** `GET /v1/attending/year/{year}`: only attended events. The total is in the currency of most orders. */
export const YearOfEvents = Schema.Struct({
  year: yearField,
  total_events: publicField(Schema.Number, "Number of events", 60),
  total_spent_cents: closedField(
    Schema.Number,
    "Ticket spending of the year, in hundredths of the currency with the highest total",
    86200
  ),
  spent: closedField(
    Schema.Array(
      Schema.Struct({
        currency: closedField(Text, "ISO 4217 currency code", "USD"),
        cents: publicField(Schema.Number, "Amount in hundredths of the currency", 12400)
      })
    ),
    "Ticket spending of the year by currency"
  ),
  by_category: publicField(ByCategory, "Attended events by category"),
  by_event_type: publicField(ByEventType, "Attended events by type"),
  monthly: publicField(
    Schema.Array(Schema.Struct({ month: publicField(Schema.String, "YYYY-MM", "2026-03"), count: countField })),
    "One entry for each month with data"
  ),
  top_venues: publicField(
    Schema.Array(
      Schema.Struct({
        venue_id: publicField(Schema.Number, "Id of the venue", 42),
        name: nameField,
        city: classified("city", field(Text, "City", "Portland")),
        count: countField
      })
    ),
    "Most visited venues, at most 5"
  ),
  top_performers: publicField(
    Schema.Array(
      Schema.Struct({
        performer_id: publicField(Schema.Number, "Id of the performer", 42),
        name: nameField,
        count: countField
      })
    ),
    "Performers seen most often, at most 5"
  ),
  events: publicField(
    Schema.Array(
      Schema.Struct({
        id: idField,
        event_date: classified("public", withExample(LocalDate, "2026-06-14")),
        event_type: publicField(Schema.Literal(...eventTypes), "Type of the event"),
        title: titleField,
        subtitle: publicField(Text, "Subtitle; null if there is none", "Velmora Tide"),
        venue_name: publicField(Text, "Name of the venue", "Tidewater Park")
      })
    ),
    "Events of the year"
  )
}).annotations({ identifier: "YearOfEvents" })
export type YearOfEvents = typeof YearOfEvents.Type

const topItems = 5

export const yearOfEvents = (year: number, events: ReadonlyArray<EventFact>): YearOfEvents => {
  const spent = spentOn(events)
  const months = Array.range(1, 12).map((month) => `${year}-${String(month).padStart(2, "0")}`)
  return {
    year,
    total_events: events.length,
    total_spent_cents: spent[0]?.cents ?? 0,
    spent,
    by_category: countEach(events.map(({ category }) => category)).map(([category, count]) => ({ category, count })),
    by_event_type: countEach(events.map(({ kind }) => kind)).map(([event_type, count]) => ({ event_type, count })),
    monthly: months.map((month) => ({ month, count: events.filter(({ date }) => monthOf(date) === month).length })),
    top_venues: mostFrequent(events.flatMap(({ venue }) => venue ?? [])).map(({ count, one: { city, id, name } }) => ({
      venue_id: id,
      name,
      city,
      count
    })),
    top_performers: mostFrequent(events.flatMap(({ performers }) => performers)).map(
      ({ count, one: { id, name } }) => ({ performer_id: id, name, count })
    ),
    events: events.map(({ date, id, kind, subtitle, title, venue }) => ({
      id,
      event_date: date,
      event_type: kind,
      title,
      subtitle,
      venue_name: venue?.name ?? null
    }))
  }
}

/** Totals per currency, the currency of most orders first. */
const spentOn = (events: ReadonlyArray<EventFact>) => {
  const paid = events.flatMap(({ tickets }) => tickets).filter(({ totalCents }) => totalCents !== null)
  return Object.values(Array.groupBy(paid, ({ currency }) => currency ?? ""))
    .toSorted((a, b) => b.length - a.length)
    .map((tickets) => ({
      currency: tickets[0].currency,
      cents: tickets.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0)
    }))
}

const mostFrequent = <A extends { readonly id: number; readonly name: string }>(all: ReadonlyArray<A>) =>
  Object.values(Array.groupBy(all, ({ id }) => String(id)))
    .map((same) => ({ one: same[0], count: same.length }))
    .toSorted(
      (a, b) => b.count - a.count || (a.one.name < b.one.name ? -1 : a.one.name > b.one.name ? 1 : a.one.id - b.one.id)
    )
    .slice(0, topItems)

import { Schema } from "effect"
import { type ToImage, imageField } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text, Timestamp, isoOrNull, idField, field, nameField, withExample } from "../../shared/fields.js"
import type { EventFact, EventProfile, PerformerFact, TicketFact, VenueFact } from "../facts.js"
import { categories, eventTypes, leagueOf } from "../kinds.js"
import { EventData, SeasonGameData, eventData, seasonGameData } from "./eventData.js"
import { AppearanceFields, PlayerView, type ToSized, appearanceFields, playerView } from "./players.js"

export const VenueView = Schema.Struct({
  id: idField,
  name: field(Schema.String, "Name", "Tidewater Park"),
  city: field(Text, "City", "Portland"),
  state: field(Text, "State or region", "Oregon"),
  country: field(Text, "Country", "Germany"),
  latitude: field(Amount, "Latitude in degrees", 45.52),
  longitude: field(Amount, "Longitude in degrees", -122.68),
  city_latitude: field(Amount, "Latitude of the city in degrees, from GeoNames", 47.60621),
  city_longitude: field(Amount, "Longitude of the city in degrees, from GeoNames", -122.33207),
  capacity: field(Amount, "Capacity in people", 41200),
  image: imageField
}).annotations({ identifier: "Venue" })
export type VenueView = typeof VenueView.Type

/** One per order. */
const TicketView = Schema.Struct({
  id: idField,
  vendor: field(Schema.String, "Ticket vendor", "ticketmaster"),
  order_id: field(Text, "Order number", "12-34567/SEA"),
  section: field(Text, "Section", "118"),
  row: field(Text, "Row", "12"),
  seat: field(
    Schema.NullOr(Schema.String.annotations({ description: "All seats of the order, separated by commas" })),
    "Seats, separated by commas",
    "3, 4"
  ),
  quantity: field(Amount, "Count", 2),
  total_price_cents: field(Amount, "Total price in hundredths of the currency", 12400),
  currency: field(Text, "ISO 4217 currency code", "USD"),
  purchased_at: field(Schema.NullOr(Timestamp), "Time of purchase", "2026-05-02T17:30:00.000Z")
}).annotations({ identifier: "Ticket" })

const PerformerView = Schema.Struct({
  id: idField,
  name: nameField,
  performer_type: field(
    Schema.Literal("musical_artist", "comedian", "theater_company", "speaker", "other"),
    "Kind of performer"
  ),
  role: field(Schema.Literal("headliner", "opener", "support", "guest", "mc"), "Role at the event"),
  billing_order: field(Schema.Number, "Position on the bill, starting at 1", 1),
  mbid: field(Text, "MusicBrainz id if the source reports one, otherwise null", "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"),
  lastfm_artist_id: field(Amount, "The artist of the listening domain", 1),
  image: imageField
}).annotations({ identifier: "Performer" })

const fields = {
  id: idField,
  category: field(Schema.Literal(...categories), "Category: sports, music or arts"),
  event_type: field(Schema.Literal(...eventTypes), "Type of the event"),
  event_date: withExample(LocalDate, "2026-06-14"),
  event_datetime: field(
    Schema.NullOr(Schema.String.annotations({ description: "ISO 8601 with the venue's offset" })),
    "Start time with the venue's UTC offset; null if unknown",
    "2026-06-14T19:10:00-07:00"
  ),
  end_date: field(Schema.NullOr(LocalDate), "Last day"),
  title: field(Schema.String, "Title of the event", "Harbor City at Tidewater"),
  subtitle: field(Text, "Subtitle; null if there is none", "Velmora Tide"),
  series_id: field(
    Text,
    "Id shared by all games of a series; null if the league does not number series",
    "mlb-2026-R-136.8-140.7"
  ),
  external_id: field(Text, "Id of the event at the provider of results", "746512"),
  external_source: field(Text, "Provider of the results", "mlb_stats_api"),
  notes: field(Text, "Notes", "A gift"),
  attended: field(Schema.Boolean, "Whether the person attended; false for upcoming events"),
  status: field(Schema.Literal("upcoming", "attended", "missed", "postponed", "cancelled"), "Status"),
  venue: field(Schema.NullOr(VenueView), "Venue; null if unknown"),
  tickets: field(Schema.Array(TicketView), "Tickets, one entry per order"),
  performers: field(Schema.Array(PerformerView), "Performers, headliner first")
}

export const EventView = Schema.Struct({
  ...fields,
  event_data: field(EventData, "Details that depend on the event type, such as the game or the concert")
}).annotations({ identifier: "AttendedEvent" })
export type EventView = typeof EventView.Type

/** A game of `GET /v1/attending/seasons/{league}/{season}`. */
export const SeasonEvent = Schema.Struct({
  ...fields,
  event_data: field(SeasonGameData, "Details that depend on the event type, such as the game or the concert")
}).annotations({ identifier: "AttendedSeasonEvent" })

const EventPlayer = Schema.Struct({
  player: field(PlayerView, "Player"),
  ...AppearanceFields,
  fielding_line: field(
    Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Number })),
    "Fielding line; null if the player did not field",
    { putOuts: 2 }
  )
})

/** `GET /v1/attending/events/{id}`. */
export const EventDetail = Schema.Struct({
  ...fields,
  event_data: field(EventData, "Details that depend on the event type, such as the game or the concert"),
  players: field(Schema.Array(EventPlayer), "Players with their statistics of the game"),
  origins: field(Schema.Record({ key: Schema.String, value: Schema.String }), "The source of each field", {
    title: "tickets"
  })
}).annotations({ identifier: "AttendedEventDetail" })
export type EventDetail = typeof EventDetail.Type

export const venueView =
  (image: ToImage) =>
  ({ cityLatitude, cityLongitude, picture, ...venue }: VenueFact): VenueView => ({
    ...venue,
    city_latitude: cityLatitude,
    city_longitude: cityLongitude,
    image: image(picture)
  })

const ticketView = (ticket: TicketFact): typeof TicketView.Type => ({
  id: ticket.id,
  vendor: ticket.vendor,
  order_id: ticket.orderId,
  section: ticket.section,
  row: ticket.row,
  seat: ticket.seats.length === 0 ? null : ticket.seats.join(", "),
  quantity: ticket.quantity,
  total_price_cents: ticket.totalCents,
  currency: ticket.currency,
  purchased_at: isoOrNull(ticket.purchasedAt)
})

const performerView =
  (image: ToImage) =>
  (one: PerformerFact): typeof PerformerView.Type => ({
    id: one.id,
    name: one.name,
    performer_type: one.type,
    role: one.role,
    billing_order: one.place,
    mbid: one.mbid,
    lastfm_artist_id: one.artistId,
    image: image(one.picture)
  })

const statusOf = ({ attended, status, upcoming }: EventFact): EventView["status"] =>
  status !== "scheduled" ? status : upcoming ? "upcoming" : attended ? "attended" : "missed"

const eventFields = (event: EventFact, image: ToImage) => ({
  id: event.id,
  category: event.category,
  event_type: event.kind,
  event_date: event.date,
  event_datetime: event.startsAt,
  end_date: event.lastDate,
  title: event.title,
  subtitle: event.subtitle,
  series_id: event.game?.series ?? null,
  external_id: event.external?.id ?? null,
  external_source: event.external?.source ?? null,
  notes: event.notes,
  attended: event.attended,
  status: statusOf(event),
  venue: event.venue === null ? null : venueView(image)(event.venue),
  tickets: event.tickets.map(ticketView),
  performers: event.performers.map(performerView(image))
})

export const eventView =
  (image: ToImage) =>
  (event: EventFact): EventView => ({ ...eventFields(event, image), event_data: eventData(event) })

export const seasonEvent =
  (image: ToImage) =>
  (event: EventFact): typeof SeasonEvent.Type => ({
    ...eventFields(event, image),
    event_data: seasonGameData(event, leagueOf(event.kind) ?? "mlb")
  })

export const eventDetail = ({ event, origins, players }: EventProfile, image: ToSized): EventDetail => ({
  ...eventView(image)(event),
  players: players.map(({ player, ...one }) => ({
    player: playerView(image)(player),
    ...appearanceFields(one),
    fielding_line: one.fielding
  })),
  origins: Object.fromEntries(Object.entries(origins).map(([field, from]) => [field, sourceOf(from)]))
})

/** The source of a mention (`mention:calendar/abc`) or of a provider's id (`mlb_stats_api:7`). */
const sourceOf = (from: string): string =>
  (from.startsWith("mention:") ? from.slice(8).split("/") : from.split(":"))[0]!

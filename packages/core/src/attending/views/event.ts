import { Schema } from "effect"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import type { EventFact, EventProfile, PerformerFact, TicketFact, VenueFact } from "../facts.js"
import { categories, eventTypes, leagueOf } from "../kinds.js"
import { AppearanceFields, PlayerView, type ToSized, appearanceFields, playerView } from "./player.js"
import { EventData, SeasonGameData, eventData, seasonGameData } from "./eventData.js"

/** `api.md` §2.13. */
export const VenueView = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  city: Text,
  state: Text,
  country: Text,
  latitude: Amount,
  longitude: Amount,
  city_latitude: Amount,
  city_longitude: Amount,
  capacity: Amount,
  image: OptionalImage
}).annotations({ identifier: "Venue" })
export type VenueView = typeof VenueView.Type

/** `api.md` §2.14: one an order. */
const TicketView = Schema.Struct({
  id: Schema.Number,
  vendor: Schema.String,
  order_id: Text,
  section: Text,
  row: Text,
  seat: Schema.NullOr(Schema.String.annotations({ description: "Every seat of the order, joined with a comma" })),
  quantity: Amount,
  total_price_cents: Amount,
  currency: Text,
  purchased_at: Schema.NullOr(Timestamp)
}).annotations({ identifier: "Ticket" })

const PerformerView = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  performer_type: Schema.Literal("musical_artist", "comedian", "theater_company", "speaker", "other"),
  role: Schema.Literal("headliner", "opener", "support", "guest", "mc"),
  billing_order: Schema.Number,
  mbid: Text,
  lastfm_artist_id: Amount.annotations({ description: "The artist of the listening room" }),
  image: OptionalImage
}).annotations({ identifier: "Performer" })

const fields = {
  id: Schema.Number,
  category: Schema.Literal(...categories),
  event_type: Schema.Literal(...eventTypes),
  event_date: LocalDate,
  event_datetime: Schema.NullOr(Schema.String.annotations({ description: "ISO 8601 with the venue's offset" })),
  end_date: Schema.NullOr(LocalDate),
  title: Schema.String,
  subtitle: Text,
  series_id: Text,
  external_id: Text,
  external_source: Text,
  notes: Text,
  attended: Schema.Boolean,
  status: Schema.Literal("upcoming", "attended", "missed", "postponed", "cancelled"),
  venue: Schema.NullOr(VenueView),
  tickets: Schema.Array(TicketView),
  performers: Schema.Array(PerformerView)
}

/** `api.md` §2.12. */
export const EventView = Schema.Struct({ ...fields, event_data: EventData }).annotations({ identifier: "AttendedEvent" })
export type EventView = typeof EventView.Type

/** A game of `GET /v1/attending/seasons/{league}/{season}`. */
export const SeasonEvent = Schema.Struct({ ...fields, event_data: SeasonGameData }).annotations({ identifier: "AttendedSeasonEvent" })

const EventPlayer = Schema.Struct({ player: PlayerView, ...AppearanceFields, fielding_line: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Number })) })

/** `GET /v1/attending/events/{id}`. */
export const EventDetail = Schema.Struct({
  ...fields,
  event_data: EventData,
  players: Schema.Array(EventPlayer),
  origins: Schema.Record({ key: Schema.String, value: Schema.String }).annotations({ description: "Which source gave each field" })
}).annotations({ identifier: "AttendedEventDetail" })
export type EventDetail = typeof EventDetail.Type

export const venueView = (image: ToImage) => ({ cityLatitude, cityLongitude, picture, ...venue }: VenueFact): VenueView =>
  ({ ...venue, city_latitude: cityLatitude, city_longitude: cityLongitude, image: image(picture) })

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

const performerView = (image: ToImage) => (one: PerformerFact): typeof PerformerView.Type => ({
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

const shared = (event: EventFact, image: ToImage) => ({
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

export const eventView = (image: ToImage) => (event: EventFact): EventView => ({ ...shared(event, image), event_data: eventData(event) })

export const seasonEvent = (image: ToImage) => (event: EventFact): typeof SeasonEvent.Type => ({
  ...shared(event, image),
  event_data: seasonGameData(event, leagueOf(event.kind) ?? "mlb")
})

export const eventDetail = ({ event, origins, players }: EventProfile, image: ToSized): EventDetail => ({
  ...eventView(image)(event),
  players: players.map(({ player, ...one }) => ({ player: playerView(image)(player), ...appearanceFields(one), fielding_line: one.fielding })),
  origins: Object.fromEntries(Object.entries(origins).map(([field, from]) => [field, sourceOf(from)]))
})

/** `mention:calendar/abc` is the calendar's, `mlb_stats_api:7` the league's. */
const sourceOf = (from: string): string => (from.startsWith("mention:") ? from.slice(8).split("/") : from.split(":"))[0]!

import { Schema, Struct } from "effect"
import { type ToImage, imageField } from "../../images/Picture.js"
import { integer, viewOf } from "../../kit/record.js"
import { LocalDate } from "../../shared/LocalDate.js"
import { Text, idField, withExample, publicField, closedField } from "../../shared/fields.js"
import { classified } from "../../shared/sensitivity.js"
import type { EventFact, EventProfile, PerformerFact, TicketFact, VenueFact } from "../facts.js"
import { leagueOf } from "../kinds.js"
import {
  eventFields,
  eventTitle,
  orderPlace,
  orderPrice,
  performerFields,
  performerRole,
  venueFields
} from "../model.js"
import { EventData, SeasonGameData, eventData, seasonGameData } from "./eventData.js"
import { AppearanceFields, PlayerView, type ToSized, appearanceFields, playerView } from "./players.js"

const place = viewOf(venueFields)

export const VenueView = Schema.Struct({ id: idField, ...place.schemas, image: imageField }).annotations({
  identifier: "Venue"
})
export type VenueView = typeof VenueView.Type

const orderPlaces = viewOf(orderPlace)
const orderPrices = viewOf(orderPrice)

/** One per order. */
const TicketView = Schema.Struct({
  id: idField,
  ...orderPlaces.schemas,
  seat: closedField(
    Schema.NullOr(Schema.String.annotations({ description: "All seats of the order, separated by commas" })),
    "Seats, separated by commas",
    "3, 4"
  ),
  ...orderPrices.schemas
}).annotations({ identifier: "Ticket" })

const roles = viewOf(performerRole)
const ids = viewOf({
  mbid: performerFields.mbid,
  artistId: integer({
    nullable: true,
    as: "lastfm_artist_id",
    sensitivity: "public",
    description: "The artist of the listening domain",
    example: 1
  })
})

const PerformerView = Schema.Struct({
  id: idField,
  ...roles.schemas,
  billing_order: publicField(Schema.Number, "Position on the bill, starting at 1", 1),
  ...ids.schemas,
  image: imageField
}).annotations({ identifier: "Performer" })

const kinds = viewOf(Struct.pick(eventFields, "category", "kind"))
const titles = viewOf(eventTitle)
const notes = viewOf(Struct.pick(eventFields, "notes"))

const fields = {
  id: idField,
  ...kinds.schemas,
  event_date: classified("public", withExample(LocalDate, "2026-06-14")),
  event_datetime: publicField(
    Schema.NullOr(Schema.String.annotations({ description: "ISO 8601 with the venue's offset" })),
    "Start time with the venue's UTC offset; null if unknown",
    "2026-06-14T19:10:00-07:00"
  ),
  end_date: publicField(Schema.NullOr(LocalDate), "Last day"),
  ...titles.schemas,
  series_id: closedField(
    Text,
    "Id shared by all games of a series; null if the league does not number series",
    "mlb-2026-R-136.8-140.7"
  ),
  external_id: closedField(Text, "Id of the event at the provider of results", "746512"),
  external_source: closedField(Text, "Provider of the results", "mlb_stats_api"),
  ...notes.schemas,
  attended: publicField(Schema.Boolean, "Whether the person attended; false for upcoming events"),
  status: publicField(Schema.Literal("upcoming", "attended", "missed", "postponed", "cancelled"), "Status"),
  venue: publicField(Schema.NullOr(VenueView), "Venue; null if unknown"),
  tickets: closedField(Schema.Array(TicketView), "Tickets, one entry per order"),
  performers: publicField(Schema.Array(PerformerView), "Performers, headliner first")
}

export const EventView = Schema.Struct({
  ...fields,
  event_data: publicField(EventData, "Details that depend on the event type, such as the game or the concert")
}).annotations({ identifier: "AttendedEvent" })
export type EventView = typeof EventView.Type

/** A game of `GET /v1/attending/seasons/{league}/{season}`. */
export const SeasonEvent = Schema.Struct({
  ...fields,
  event_data: publicField(SeasonGameData, "Details that depend on the event type, such as the game or the concert")
}).annotations({ identifier: "AttendedSeasonEvent" })

const EventPlayer = Schema.Struct({
  player: publicField(PlayerView, "Player"),
  ...AppearanceFields,
  fielding_line: publicField(
    Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Number })),
    "Fielding line; null if the player did not field",
    { putOuts: 2 }
  )
})

/** `GET /v1/attending/events/{id}`. */
export const EventDetail = Schema.Struct({
  ...fields,
  event_data: publicField(EventData, "Details that depend on the event type, such as the game or the concert"),
  players: publicField(Schema.Array(EventPlayer), "Players with their statistics of the game"),
  origins: closedField(Schema.Record({ key: Schema.String, value: Schema.String }), "The source of each field", {
    title: "tickets"
  })
}).annotations({ identifier: "AttendedEventDetail" })
export type EventDetail = typeof EventDetail.Type

export const venueView =
  (image: ToImage) =>
  (venue: VenueFact): VenueView => ({ id: venue.id, ...place.of(venue), image: image(venue.picture) })

const ticketView = (ticket: TicketFact): typeof TicketView.Type => ({
  id: ticket.id,
  ...orderPlaces.of(ticket),
  seat: ticket.seats.length === 0 ? null : ticket.seats.join(", "),
  ...orderPrices.of(ticket)
})

const performerView =
  (image: ToImage) =>
  (one: PerformerFact): typeof PerformerView.Type => ({
    id: one.id,
    ...roles.of(one),
    billing_order: one.place,
    ...ids.of(one),
    image: image(one.picture)
  })

const statusOf = ({ attended, status, upcoming }: EventFact): EventView["status"] =>
  status !== "scheduled" ? status : upcoming ? "upcoming" : attended ? "attended" : "missed"

const commonView = (event: EventFact, image: ToImage) => ({
  id: event.id,
  ...kinds.of(event),
  event_date: event.date,
  event_datetime: event.startsAt,
  end_date: event.lastDate,
  ...titles.of(event),
  series_id: event.game?.series ?? null,
  external_id: event.external?.id ?? null,
  external_source: event.external?.source ?? null,
  ...notes.of(event),
  attended: event.attended,
  status: statusOf(event),
  venue: event.venue === null ? null : venueView(image)(event.venue),
  tickets: event.tickets.map(ticketView),
  performers: event.performers.map(performerView(image))
})

export const eventView =
  (image: ToImage) =>
  (event: EventFact): EventView => ({ ...commonView(event, image), event_data: eventData(event) })

export const seasonEvent =
  (image: ToImage) =>
  (event: EventFact): typeof SeasonEvent.Type => ({
    ...commonView(event, image),
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

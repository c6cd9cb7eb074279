import type { Fact, Team } from "@daybook/core/attending"
import type { Picture } from "@daybook/core/images"
import type { SqlClient, Statement } from "@effect/sql"
import { artistOf } from "../../performers.js"
import { type PictureColumn, pictureOf, toPicture } from "../../pictures.js"

/** Whether an event is over at an instant. */
export const isOver = (sql: SqlClient.SqlClient, now: number): Statement.Fragment => sql`(event.over <= to_timestamp(${now}::float8 / 1000))`
export const isAttended = (sql: SqlClient.SqlClient, now: number): Statement.Fragment => sql`(event.going AND ${isOver(sql, now)})`

/** The team of a side, as its league describes it. */
const sideOf = (side: "home" | "away") => `(
  SELECT team.body FROM attending_teams AS team
  WHERE team.league = event.game ->> 'league' AND team.team_id = (event.game -> '${side}' -> 'team' ->> 'id')::int)`

const tickets = `(
  SELECT jsonb_agg(jsonb_build_object('id', ticket.id, 'vendor', ticket.vendor, 'orderId', ticket.order_id, 'section', ticket.section, 'row', ticket.row_name,
    'seats', ticket.seats, 'quantity', ticket.quantity, 'totalCents', ticket.total_cents, 'currency', ticket.currency,
    'purchasedAt', round(extract(epoch FROM ticket.purchased_at) * 1000)) ORDER BY ticket.purchased_at NULLS LAST, ticket.id)
  FROM attending_tickets AS ticket WHERE ticket.event_id = event.id)`

const performers = (sql: SqlClient.SqlClient): Statement.Fragment => sql`(
  SELECT jsonb_agg(jsonb_build_object('id', who.id, 'name', who.name, 'type', who.type, 'mbid', who.mbid, 'role', bill.role, 'place', bill.place,
    'artistId', who.artist_id, 'own', ${pictureOf(sql, "attending", "performer", "who.id")}, 'heard', ${pictureOf(sql, "listening", "artist", "who.artist_id")}) ORDER BY bill.place)
  FROM attending_billings AS bill JOIN LATERAL (
    SELECT performer.id, performer.name, performer.type, performer.mbid, ${sql.literal(artistOf("performer"))} AS artist_id
    FROM attending_performers AS performer WHERE performer.id = bill.performer_id
  ) AS who ON true
  WHERE bill.event_id = event.id)`

/** Columns of an event, for `attending_events AS event LEFT JOIN attending_venues AS venue`. */
export const eventColumns = (sql: SqlClient.SqlClient, now: number): Statement.Fragment => sql`
  event.id, event.kind, event.category, event.date, event.last_date, event.starts_at, event.title, event.subtitle, event.status, event.external_source,
  event.external_id, event.notes, event.season, event.teams, event.game, event.my_side, event.concerts,
  ${isAttended(sql, now)} AS attended, NOT ${isOver(sql, now)} AS upcoming,
  ${sql.literal(sideOf("home"))} AS home, ${sql.literal(sideOf("away"))} AS away,
  ${venueColumn(sql)} AS venue, ${sql.literal(tickets)} AS tickets, ${performers(sql)} AS performers`

const venueColumn = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  CASE WHEN venue.id IS NULL THEN NULL ELSE jsonb_build_object('id', venue.id, 'name', venue.name, 'city', venue.city, 'state', venue.state,
    'country', venue.country, 'latitude', venue.latitude, 'longitude', venue.longitude, 'cityLatitude', venue.city_latitude,
    'cityLongitude', venue.city_longitude, 'capacity', venue.capacity,
    'picture', ${pictureOf(sql, "attending", "venue", "venue.id")}) END`

export interface VenueRow extends Omit<Fact.VenueFact, "picture"> {
  readonly picture: PictureColumn
}
interface PerformerRow extends Omit<Fact.PerformerFact, "picture"> {
  readonly own: PictureColumn
  readonly heard: PictureColumn
}
export interface EventRow extends Omit<Fact.EventFact, "external" | "venue" | "tickets" | "performers" | "home" | "away"> {
  readonly externalSource: NonNullable<Fact.EventFact["external"]>["source"] | null
  readonly externalId: string | null
  readonly home: Team | null
  readonly away: Team | null
  readonly venue: VenueRow | null
  readonly tickets: ReadonlyArray<Fact.TicketFact> | null
  readonly performers: ReadonlyArray<PerformerRow> | null
}

export const toVenue = (row: VenueRow): Fact.VenueFact => ({ ...row, picture: toPicture("attending", "venue", row.id, row.picture) })

const toPerformer = ({ heard, own, ...row }: PerformerRow): Fact.PerformerFact => {
  const theirs: Picture | null = toPicture("attending", "performer", row.id, own)
  return { ...row, place: row.place + 1, picture: theirs ?? (row.artistId === null ? null : toPicture("listening", "artist", row.artistId, heard)) }
}

export const toEvent = ({ externalId, externalSource, performers, tickets, venue, ...row }: EventRow): Fact.EventFact => ({
  ...row,
  external: externalSource === null || externalId === null ? null : { source: externalSource, id: externalId },
  venue: venue === null ? null : toVenue(venue),
  tickets: tickets ?? [],
  performers: (performers ?? []).map(toPerformer)
})

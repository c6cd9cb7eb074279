import {
  type Concert,
  type Fact,
  type Game,
  type Team,
  categories,
  eventTypes,
  externalSources
} from "@daybook/core/attending"
import type { Picture } from "@daybook/core/images"
import type { Statement } from "@effect/sql"
import { type PictureColumn, artistOf, pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type RowOf, boolean, date, float, json, nullable, number, oneOf, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

export const team = nullable(json<Team>())
export const side = nullable(oneOf(["home", "away"]))
export const sideNames = nullable(json<{ readonly home: string; readonly away: string }>())

/** The game or concert that an event is at its provider. */
export const externalColumns = { externalSource: nullable(oneOf(externalSources)), externalId: nullable(text) }

export const toExternal = ({
  externalId,
  externalSource
}: RowOf<typeof externalColumns>): Fact.EventFact["external"] =>
  externalSource === null || externalId === null ? null : { source: externalSource, id: externalId }

/** Whether an event has ended at an instant. */
export const isOver = (now: number): Statement.Fragment => sql`(event.over <= to_timestamp(${now}::float8 / 1000))`
export const isAttended = (now: number): Statement.Fragment => sql`(event.going AND ${isOver(now)})`

/** The team of one side of a game, with its league's description. */
const sideOf = (side: "home" | "away") => sql`(
  SELECT team.body FROM attending_teams AS team
  WHERE team.league = event.game ->> 'league' AND team.team_id = (event.game -> ${sql.literal(`'${side}'`)} -> 'team' ->> 'id')::int)`

const tickets = sql`(
  SELECT jsonb_agg(jsonb_build_object('id', ticket.id, 'vendor', ticket.vendor, 'orderId', ticket.order_id, 'section', ticket.section, 'row', ticket.row_name,
    'seats', ticket.seats, 'quantity', ticket.quantity, 'totalCents', ticket.total_cents, 'currency', ticket.currency,
    'purchasedAt', round(extract(epoch FROM ticket.purchased_at) * 1000)) ORDER BY ticket.purchased_at NULLS LAST, ticket.id)
  FROM attending_tickets AS ticket WHERE ticket.event_id = event.id)`

const performers = sql`(
  SELECT jsonb_agg(jsonb_build_object('id', who.id, 'name', who.name, 'type', who.type, 'mbid', who.mbid, 'role', bill.role, 'place', bill.place,
    'artistId', who.artist_id, 'own', ${pictureOf("attending", "performer", "who.id")}, 'listening', ${pictureOf("listening", "artist", "who.artist_id")}) ORDER BY bill.place)
  FROM attending_billings AS bill JOIN LATERAL (
    SELECT performer.id, performer.name, performer.type, performer.mbid, ${sql.literal(artistOf("performer"))} AS artist_id
    FROM attending_performers AS performer WHERE performer.id = bill.performer_id
  ) AS who ON true
  WHERE bill.event_id = event.id)`

const venueObject = sql`
  CASE WHEN venue.id IS NULL THEN NULL ELSE jsonb_build_object('id', venue.id, 'name', venue.name, 'city', venue.city, 'state', venue.state,
    'country', venue.country, 'latitude', venue.latitude, 'longitude', venue.longitude, 'cityLatitude', venue.city_latitude,
    'cityLongitude', venue.city_longitude, 'capacity', venue.capacity,
    'picture', ${pictureOf("attending", "venue", "venue.id")}) END`

/** What a venue's sources report of it, and the position of its city. */
export const venueDetails = {
  name: text,
  city: nullable(text),
  state: nullable(text),
  country: nullable(text),
  latitude: nullable(float),
  longitude: nullable(float),
  capacity: nullable(number),
  cityLatitude: nullable(float),
  cityLongitude: nullable(float)
}
const venues = table("attending_venues", { id: number, ...venueDetails })

export const venueColumns = { ...venues.columns, picture: pictureColumn }
export type VenueRow = RowOf<typeof venueColumns>

/** Of `venue`, a row of attending_venues. */
export const selectVenue = sql`${venues.select("venue")}, ${pictureOf("attending", "venue", "venue.id")} AS picture`

interface PerformerRow extends Omit<Fact.PerformerFact, "picture"> {
  readonly own: PictureColumn
  readonly listening: PictureColumn
}

const events = table("attending_events", {
  id: number,
  kind: oneOf(eventTypes),
  category: oneOf(categories),
  date,
  lastDate: nullable(date),
  startsAt: nullable(text),
  title: text,
  subtitle: nullable(text),
  status: oneOf(["scheduled", "postponed", "cancelled"]),
  ...externalColumns,
  notes: nullable(text),
  season: nullable(number),
  teams: sideNames,
  game: nullable(json<Game>()),
  mySide: side,
  concerts: json<ReadonlyArray<Concert>>()
})

export const eventColumns = {
  ...events.columns,
  attended: boolean,
  upcoming: boolean,
  home: team,
  away: team,
  venue: nullable(json<VenueRow>()),
  tickets: nullable(json<ReadonlyArray<Fact.TicketFact>>()),
  performers: nullable(json<ReadonlyArray<PerformerRow>>())
}

/** Of `attending_events AS event LEFT JOIN attending_venues AS venue`. */
export const selectEvent = (now: number): Statement.Fragment => sql`
  ${events.select("event")}, ${isAttended(now)} AS attended, NOT ${isOver(now)} AS upcoming,
  ${sideOf("home")} AS home, ${sideOf("away")} AS away, ${venueObject} AS venue, ${tickets} AS tickets, ${performers} AS performers`

export const toVenue = (row: VenueRow): Fact.VenueFact => ({
  ...row,
  picture: toPicture("attending", "venue", row.id, row.picture)
})

const toPerformer = ({ listening: inLibrary, own, ...row }: PerformerRow): Fact.PerformerFact => {
  const theirs: Picture | null = toPicture("attending", "performer", row.id, own)
  return {
    ...row,
    place: row.place + 1,
    picture: theirs ?? (row.artistId === null ? null : toPicture("listening", "artist", row.artistId, inLibrary))
  }
}

export const toEvent = ({
  externalId,
  externalSource,
  performers,
  tickets,
  venue,
  ...row
}: RowOf<typeof eventColumns>): Fact.EventFact => ({
  ...row,
  external: toExternal({ externalId, externalSource }),
  venue: venue === null ? null : toVenue(venue),
  tickets: tickets ?? [],
  performers: (performers ?? []).map(toPerformer)
})

import {
  type Fact,
  eventFields,
  externalSources,
  orderFields,
  performerFields,
  venueFields
} from "@daybook/core/attending"
import type { Picture } from "@daybook/core/images"
import type { Statement } from "@effect/sql"
import { Struct } from "effect"
import { artistOf, performerMbid, pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type RowOf, boolean, list, nullable, number, object, oneOf, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { jsonObject, table } from "../kit/table.js"
import { concert, game, sideNames, team } from "./documents.js"

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
  WHERE team.league = event.game ->> 'league'
    AND team.team_id = (event.game -> ${sql.literal(`'${side}'`)} -> 'team' ->> 'id')::int)`

const orders = columnsOf(Struct.omit(orderFields, "row", "purchasedAt"))
const ticketColumns = { id: number, ...columnsOf(orderFields) }

const tickets = sql`(
  SELECT jsonb_agg(${jsonObject({ id: number, ...orders }, "ticket")} || jsonb_build_object(
      'row', ticket.row_name, 'purchasedAt', round(extract(epoch FROM ticket.purchased_at) * 1000)
    ) ORDER BY ticket.purchased_at NULLS LAST, ticket.id)
  FROM attending_tickets AS ticket WHERE ticket.event_id = event.id AND NOT ticket.hidden)`

const billed = { id: number, ...columnsOf(Struct.omit(performerFields, "role")), artistId: nullable(number) }
const billing = { ...columnsOf(Struct.pick(performerFields, "role")), place: number }
const performerColumns = { ...billed, ...billing, own: pictureColumn, listening: pictureColumn }

const performers = sql`(
  SELECT jsonb_agg(${jsonObject(billed, "who")} || ${jsonObject(billing, "bill")} || jsonb_build_object(
      'own', ${pictureOf("attending", "performer", "who.id")},
      'listening', ${pictureOf("listening", "artist", "who.artist_id")}
    ) ORDER BY bill.place)
  FROM attending_billings AS bill JOIN LATERAL (
    SELECT performer.id, performer.name, performer.type, artist.id AS artist_id,
      ${sql.literal(performerMbid("performer.mbid", "artist"))} AS mbid
    FROM attending_performers AS performer
    LEFT JOIN listening_artists AS artist ON artist.id = ${sql.literal(artistOf("performer"))}
    WHERE performer.id = bill.performer_id
  ) AS who ON true
  WHERE bill.event_id = event.id)`

/** What a venue's sources report of it, and the position of its city. */
export const venueDetails = columnsOf(venueFields)
const venues = table("attending_venues", { id: number, ...venueDetails })

export const venueColumns = { ...venues.columns, picture: pictureColumn }
export type VenueRow = RowOf<typeof venueColumns>

const venuePicture = pictureOf("attending", "venue", "venue.id")

/** Of `venue`, a row of attending_venues. */
export const selectVenue = sql`${venues.select("venue")}, ${venuePicture} AS picture`

const venueObject = sql`
  CASE WHEN venue.id IS NOT NULL
    THEN ${jsonObject(venues.columns, "venue")} || jsonb_build_object('picture', ${venuePicture}) END`

const events = table("attending_events", {
  id: number,
  ...columnsOf(eventFields),
  ...externalColumns,
  teams: nullable(sideNames),
  game: nullable(game),
  concerts: list(concert)
})

export const eventColumns = {
  ...events.columns,
  attended: boolean,
  upcoming: boolean,
  home: nullable(team),
  away: nullable(team),
  venue: nullable(object<VenueRow>(venueColumns)),
  tickets: nullable(list(object<Fact.TicketFact>(ticketColumns))),
  performers: nullable(list(object<RowOf<typeof performerColumns>>(performerColumns)))
}

/** Of `attending_events AS event LEFT JOIN attending_venues AS venue`. */
export const selectEvent = (now: number): Statement.Fragment => sql`
  ${events.select("event")}, ${isAttended(now)} AS attended, NOT ${isOver(now)} AS upcoming,
  ${sideOf("home")} AS home, ${sideOf("away")} AS away, ${venueObject} AS venue,
  ${tickets} AS tickets, ${performers} AS performers`

export const toVenue = (row: VenueRow): Fact.VenueFact => ({
  ...row,
  picture: toPicture("attending", "venue", row.id, row.picture)
})

const toPerformer = ({ listening: inLibrary, own, ...row }: RowOf<typeof performerColumns>): Fact.PerformerFact => {
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

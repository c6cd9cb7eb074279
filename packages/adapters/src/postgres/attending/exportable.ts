import { categories, eventFields, eventTypes } from "@daybook/core/attending"
import type { ExportableEvent, ExportableRecords } from "@daybook/core/formats"
import type { SqlClient } from "@effect/sql"
import { Stream, Struct } from "effect"
import { type RowOf, boolean, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { rowStream } from "../kit/rowStream.js"
import { sql } from "../kit/sql.js"
import { venueDetails } from "./rows.js"

const columns = {
  id: number,
  ...columnsOf(Struct.pick(eventFields, "title", "subtitle", "status", "date", "lastDate", "notes")),
  kind: oneOf(eventTypes),
  category: oneOf(categories),
  going: boolean,
  at: nullable(instant),
  venue: nullable(text),
  ...Struct.pick(venueDetails, "city", "state", "country", "latitude", "longitude")
}
type Row = RowOf<typeof columns>

const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT event.id, event.title, event.subtitle, event.status, event.date, event.last_date, event.notes, event.kind, event.category,
    event.going,
    event.starts_at::timestamptz AS at, venue.name AS venue, venue.city, venue.state, venue.country, venue.latitude,
    venue.longitude
  FROM attending_events AS event LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
  WHERE event.doubt IS NULL AND ${
    after === null ? sql`true` : sql`(event.date, event.id) > (${after.date}::date, ${after.id})`
  }
  ORDER BY event.date, event.id LIMIT ${limit}`

const toEvent = ({ city, country, latitude, longitude, state, venue, ...event }: Row): ExportableEvent => ({
  ...event,
  venue: venue === null ? null : { name: venue, city, state, country, latitude, longitude }
})

/** The events that are not pending, oldest first. */
export const exportableEvents = (client: SqlClient.SqlClient): ExportableRecords["Type"]["events"] =>
  Stream.map(rowStream("ExportableRecords.events", client)(pageAfter), toEvent)

import type { Fact } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { artistOf } from "../../performers.js"

/**
 * Where an artist of the listening room was, or will be, seen. Whose performer it is is asked once and not for each event,
 * and of those alone that may be the artist.
 */
export const concertsOf = (sql: SqlClient.SqlClient, artistId: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => sql<Fact.ConcertFact>`
    WITH alike AS MATERIALIZED (
      SELECT performer.* FROM listening_artists AS artist
      JOIN attending_performers AS performer ON performer.mbid = artist.mbid OR performer.match_name = artist.match_name
      WHERE artist.id = ${artistId}
    ), own AS MATERIALIZED (
      SELECT id FROM alike WHERE ${sql.literal(artistOf("alike"))} = ${artistId}
    )
    SELECT DISTINCT event.id AS event_id, event.date, event.title, venue.name AS venue, venue.city, event.going AND event.over <= to_timestamp(${now}::float8 / 1000) AS attended
    FROM own
    JOIN attending_billings AS bill ON bill.performer_id = own.id
    JOIN attending_events AS event ON event.id = bill.event_id
    LEFT JOIN attending_venues AS venue ON venue.id = event.venue_id
    WHERE event.doubt IS NULL AND event.kind = 'concert'
    ORDER BY event.date DESC, event.id DESC`)

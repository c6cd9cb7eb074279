import type { Play } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Ids } from "./names.js"

/** What is stored of each play given: the ids of its names, and of the play itself. */
export interface Stored extends Ids {
  readonly playId: number | null
}

interface Row extends Stored {
  readonly place: number
}

/** How far down a minute-precise play may have been rounded. */
const minute = "60 seconds"

/**
 * Looks up plays by what the provider holds unique: time, artist, track, album. A play known to the minute only is the
 * same as one of that minute.
 */
export const lookUp = (sql: SqlClient.SqlClient, source: string, plays: ReadonlyArray<Play>) =>
  Effect.map(
    sql<Row>`
      SELECT given.place, artist.id AS artist_id, track.id AS track_id, album.id AS album_id, play.id AS play_id
      FROM unnest(
        ${plays.map((play) => play.playedAt / 1000)}::float8[], ${plays.map((play) => play.precision === "second")}::boolean[],
        ${plays.map((play) => play.artist.name)}::text[], ${plays.map((play) => play.track.name)}::text[],
        ${plays.map((play) => play.album?.name ?? null)}::text[]
      ) WITH ORDINALITY AS given (at, precise, artist, track, album, place)
      LEFT JOIN listening_artists AS artist ON artist.name = given.artist
      LEFT JOIN listening_tracks AS track ON track.artist_id = artist.id AND track.name = given.track
      LEFT JOIN listening_albums AS album ON album.artist_id = artist.id AND album.name = given.album
      LEFT JOIN LATERAL (
        SELECT id FROM listening_plays
        WHERE track_id = track.id AND source = ${source} AND album_id IS NOT DISTINCT FROM album.id
          AND (album.id IS NULL) = (given.album IS NULL)
          AND played_at >= to_timestamp(given.at)
          AND played_at < to_timestamp(given.at) + CASE WHEN given.precise THEN interval '1 second' ELSE ${minute}::interval END
          AND (listening_plays.precise OR NOT given.precise)
        LIMIT 1
      ) AS play ON true
      ORDER BY given.place`,
    (rows): ReadonlyArray<Stored> => rows
  )

/** Stored plays of the source in a span that are not among the given ones. */
export const missingIn = (sql: SqlClient.SqlClient, source: string, span: Span, kept: ReadonlyArray<number>) =>
  Effect.map(
    sql<{ id: number }>`
      SELECT id FROM listening_plays
      WHERE source = ${source} AND played_at >= to_timestamp(${span.from}::float8 / 1000)
        AND played_at < to_timestamp(${span.to}::float8 / 1000) AND NOT id = ANY(${kept}::int[])`,
    (rows) => rows.map((row) => row.id)
  )

/** Minute-precise plays of which the exact ones are at hand now. */
export const roundedTo = (sql: SqlClient.SqlClient, source: string, exact: ReadonlyArray<{ readonly playedAt: number; readonly trackId: number; readonly albumId: number | null }>) =>
  Effect.map(
    sql<{ id: number }>`
      SELECT DISTINCT play.id FROM listening_plays AS play
      JOIN unnest(${exact.map((play) => play.playedAt / 1000)}::float8[], ${exact.map((play) => play.trackId)}::int[], ${exact.map((play) => play.albumId)}::int[])
        AS given (at, track_id, album_id)
        ON play.track_id = given.track_id AND play.album_id IS NOT DISTINCT FROM given.album_id
        AND play.played_at = date_trunc('minute', to_timestamp(given.at))
      WHERE play.source = ${source} AND NOT play.precise`,
    (rows) => rows.map((row) => row.id)
  )

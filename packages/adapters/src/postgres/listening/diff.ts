import type { Play } from "@daybook/core/listening"
import type { Span } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Ids } from "./names.js"

/** What is stored of each play given: the ids of its names, and of the plays that it stands for. */
export interface Stored extends Ids {
  readonly playIds: ReadonlyArray<number>
}

interface Row extends Ids {
  readonly place: number
  readonly playId: number | null
}

/** From the first to the last second of a minute, which is how far a time may have been rounded down. */
const minute = "59 seconds"

/**
 * Looks up plays by what the provider holds unique: time, artist, track, album. A play known to the minute only stands
 * for all of that minute. Name by name out of the indexes, and past no other plays than those of the time: the planner
 * of a database that fills up knows too little to see that by itself.
 */
export const lookUp = (sql: SqlClient.SqlClient, source: string, plays: ReadonlyArray<Play>) => {
  const first = plays.reduce((least, play) => Math.min(least, play.playedAt), Infinity)
  const last = plays.reduce((most, play) => Math.max(most, play.playedAt), -Infinity)
  return Effect.map(
    sql<Row>`
      SELECT given.place, artist.id AS artist_id, track.id AS track_id, album.id AS album_id, play.id AS play_id,
        coalesce(artist.hidden, false) OR coalesce(track.hidden, false) OR coalesce(album.hidden, false) AS hidden,
        (artist.mbid IS NULL)::int + 2 * (artist.url IS NULL)::int + 4 * (track.mbid IS NULL)::int + 8 * (track.url IS NULL)::int
          + 16 * (album.mbid IS NULL)::int + 32 * (album.url IS NULL)::int AS lacks,
        coalesce(artist.heard::int, 0) + 2 * coalesce(album.heard::int, 0) + 4 * coalesce(track.heard::int, 0) AS heard
      FROM unnest(
        ${plays.map((play) => play.playedAt / 1000)}::float8[], ${plays.map((play) => play.precision === "second")}::boolean[],
        ${plays.map((play) => play.artist.name)}::text[], ${plays.map((play) => play.track.name)}::text[],
        ${plays.map((play) => play.album?.name ?? null)}::text[]
      ) WITH ORDINALITY AS given (at, precise, artist, track, album, place)
      LEFT JOIN LATERAL (SELECT * FROM listening_artists WHERE name = given.artist LIMIT 1) AS artist ON true
      LEFT JOIN LATERAL (SELECT * FROM listening_tracks WHERE artist_id = artist.id AND name = given.track LIMIT 1) AS track ON true
      LEFT JOIN LATERAL (SELECT * FROM listening_albums WHERE artist_id = artist.id AND name = given.album LIMIT 1) AS album ON true
      LEFT JOIN listening_plays AS play ON play.track_id = track.id AND play.source = ${source}
        AND play.played_at >= to_timestamp(${first / 1000}::float8) AND play.played_at <= to_timestamp(${last / 1000}::float8) + ${minute}::interval
        AND play.album_id IS NOT DISTINCT FROM album.id AND (album.id IS NULL) = (given.album IS NULL)
        AND play.played_at >= to_timestamp(given.at)
        AND play.played_at <= to_timestamp(given.at) + CASE WHEN given.precise THEN interval '0' ELSE ${minute}::interval END
        AND (play.precise OR NOT given.precise)`,
    (rows) => {
      const stored = new Map<number, Stored>()
      for (const { place, playId, ...ids } of rows) {
        const before = stored.get(place)?.playIds ?? []
        stored.set(place, { ...ids, playIds: playId === null ? before : [...before, playId] })
      }
      return plays.map((_, index) => stored.get(index + 1)!)
    }
  )
}

/**
 * Stored plays of the source in a span that are not among the given ones. A minute counts where the span holds all of
 * it: only then was every play that it may stand for among the given ones.
 */
export const missingIn = (sql: SqlClient.SqlClient, source: string, span: Span, kept: ReadonlyArray<number>) =>
  Effect.map(
    sql<{ id: number }>`
      SELECT id FROM listening_plays
      WHERE source = ${source} AND played_at >= to_timestamp(${span.from}::float8 / 1000)
        AND played_at + CASE WHEN precise THEN interval '0' ELSE ${minute}::interval END < to_timestamp(${span.to}::float8 / 1000)
        AND played_at < to_timestamp(${span.to}::float8 / 1000) AND id <> ALL(${kept}::int[])`,
    (rows) => rows.map((row) => row.id)
  )

/** A play that is to be stored, with the ids of its names. */
export interface Exact {
  readonly playedAt: number
  readonly trackId: number
  readonly albumId: number | null
}

/** Names the minute, track and album that a play known to the minute stands for. */
export const minuteOf = ({ albumId, playedAt, trackId }: Exact): string => `${Math.floor(playedAt / 60_000)} ${trackId} ${albumId}`

/** Plays known to the minute of which the exact ones are at hand now. */
export const roundedOf = (sql: SqlClient.SqlClient, source: string, exact: ReadonlyArray<Exact>) => {
  const minutes = new Set(exact.map(minuteOf))
  const times = exact.map((play) => play.playedAt)
  return Effect.map(
    sql<Exact & { readonly id: number }>`
      SELECT id, played_at, track_id, album_id FROM listening_plays
      WHERE source = ${source} AND NOT precise AND played_at >= date_trunc('minute', to_timestamp(${Math.min(...times) / 1000}::float8))
        AND played_at <= to_timestamp(${Math.max(...times) / 1000}::float8)`,
    (rows) => rows.filter((row) => minutes.has(minuteOf(row))).map((row) => row.id)
  )
}

import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Two services that report one play may differ by this much (sources/listening.md §3). */
const tolerance = 120

interface Flipped {
  readonly id: number
  readonly visible: boolean
  readonly day: string
  readonly artistId: number
  readonly albumId: number | null
  readonly trackId: number
}

/**
 * Decides around the given times which plays are another service's report of a play that is shown already. Of two
 * services the one first in the alphabet is shown; each of its plays takes at most the nearest of the other's, so that
 * a short track heard twice stays two. A pure function of the stored plays, whatever order they came in. Gives the
 * plays whose visibility changed by it.
 */
export const settleTwins = Effect.fn("listening.settleTwins")(function*(sql: SqlClient.SqlClient, times: ReadonlyArray<number>) {
  if (times.length === 0) return []
  const sources = yield* sql`SELECT source FROM listening_sources`
  if (sources.length < 2) return []
  return yield* decide(sql, Math.min(...times) / 1000, Math.max(...times) / 1000)
})

const decide = (sql: SqlClient.SqlClient, from: number, to: number) =>
  sql<Flipped>`
    WITH near AS (
      SELECT play.id, play.source, play.played_at, play.twin, track.match_name
      FROM listening_plays AS play JOIN listening_tracks AS track ON track.id = play.track_id
      WHERE play.played_at >= to_timestamp(${from - 3 * tolerance}::float8) AND play.played_at <= to_timestamp(${to + 3 * tolerance}::float8)
    ), claimed AS (
      SELECT DISTINCT other.id FROM near AS shown
      CROSS JOIN LATERAL (
        SELECT candidate.id FROM near AS candidate
        WHERE candidate.match_name = shown.match_name AND candidate.source > shown.source
          AND abs(extract(epoch FROM candidate.played_at - shown.played_at)) <= ${tolerance}
        ORDER BY abs(extract(epoch FROM candidate.played_at - shown.played_at)), candidate.played_at, candidate.id
        LIMIT 1
      ) AS other
    ), decided AS (
      SELECT near.id, claimed.id IS NOT NULL AS twin
      FROM near LEFT JOIN claimed ON claimed.id = near.id
      WHERE near.played_at >= to_timestamp(${from - tolerance}::float8) AND near.played_at <= to_timestamp(${to + tolerance}::float8)
    )
    UPDATE listening_plays AS play SET twin = decided.twin, visible = NOT decided.twin AND NOT (
      artist.hidden OR track.hidden OR coalesce((SELECT hidden FROM listening_albums WHERE id = play.album_id), false))
    FROM decided, listening_artists AS artist, listening_tracks AS track
    WHERE play.id = decided.id AND play.twin <> decided.twin AND artist.id = play.artist_id AND track.id = play.track_id
    RETURNING play.id, play.visible, play.day, play.artist_id, play.album_id, play.track_id`

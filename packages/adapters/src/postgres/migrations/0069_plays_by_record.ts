import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * A correction finds the plays of its records by an index, also those that are not visible, and those that it shows as
 * another album or track.
 */
export const playsByRecord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    DROP INDEX listening_plays_of_artist, listening_plays_of_album, listening_plays_of_track`
  yield* sql`CREATE INDEX listening_plays_of_artist ON listening_plays (artist_id, visible, played_at)`
  yield* sql`CREATE INDEX listening_plays_of_album ON listening_plays (album_id, visible, played_at)`
  yield* sql`CREATE INDEX listening_plays_of_track ON listening_plays (track_id, visible, played_at)`
  yield* sql`
    CREATE INDEX listening_plays_of_reported_album ON listening_plays (reported_album_id)
    WHERE reported_album_id IS NOT NULL`
  yield* sql`
    CREATE INDEX listening_plays_of_reported_track ON listening_plays (reported_track_id)
    WHERE reported_track_id IS NOT NULL`
})

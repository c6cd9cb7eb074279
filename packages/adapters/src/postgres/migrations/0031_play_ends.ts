import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * When a play ended, for services that report the end: a pause hides its true start. Twins are now looked up by title,
 * because services credit different artists of one track.
 */
export const playEnds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE listening_plays ADD COLUMN ended_at timestamptz`
  yield* sql`ALTER TABLE listening_sources ADD COLUMN has_ends boolean NOT NULL DEFAULT false`
  yield* sql`
    CREATE INDEX listening_tracks_long_title ON listening_tracks (split_part(match_name, '|', -1), duration)
    WHERE duration IS NOT NULL`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Albums and tracks refer to their artist without a foreign key: a look-up for each would be much of what storing them costs, and names are never deleted. */
export const names = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE listening_albums DROP CONSTRAINT IF EXISTS listening_albums_artist_id_fkey`
  yield* sql`ALTER TABLE listening_tracks DROP CONSTRAINT IF EXISTS listening_tracks_artist_id_fkey`
})

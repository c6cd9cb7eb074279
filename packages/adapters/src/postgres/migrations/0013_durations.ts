import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** How long tracks are, in milliseconds: the longest that anybody said. One service tells of a play when it begins, another when it ends. */
export const durations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE listening_tracks ADD COLUMN duration integer`
  yield* sql`CREATE INDEX listening_tracks_long ON listening_tracks (match_name) WHERE duration IS NOT NULL`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** The concerts of an artist are also those of the artists that corrections show as it. */
export const standInsOfArtists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX listening_artists_stand_in ON listening_artists (stand_in) WHERE stand_in IS NOT NULL`
})

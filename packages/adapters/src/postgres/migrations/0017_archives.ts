import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Account archives of runs are full lists of their day: reports and shoes have the time of the archive that told them,
 * and so has a deletion that an archive told. Venues have the coordinates of their city.
 */
export const archives = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE IF NOT EXISTS sync_lists (
      source text NOT NULL,
      list text NOT NULL,
      as_of timestamptz NOT NULL,
      PRIMARY KEY (source, list)
    )`
  yield* sql`ALTER TABLE running_reports ADD as_of timestamptz`
  yield* sql`ALTER TABLE running_gear ADD as_of timestamptz`
  yield* sql`ALTER TABLE running_deletions ADD as_of timestamptz`
  yield* sql`ALTER TABLE attending_venues ADD city_latitude double precision, ADD city_longitude double precision`
})

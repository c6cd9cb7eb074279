import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * MusicBrainz ids that corrections give to artists, albums and tracks; `none` says that MusicBrainz has no such record.
 * `mbid` is the one that answers show and enrichments use.
 */
export const givenMbids = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX listening_artists_mbid`
  for (const kind of ["artist", "album", "track"]) {
    const table = sql(`listening_${kind}s`)
    yield* sql`ALTER TABLE ${table} RENAME COLUMN mbid TO reported_mbid`
    yield* sql`ALTER TABLE ${table} ADD COLUMN given_mbid text`
    yield* sql`
      ALTER TABLE ${table}
        ADD COLUMN mbid text GENERATED ALWAYS AS (nullif(coalesce(given_mbid, reported_mbid), 'none')) STORED`
  }
  yield* sql`CREATE INDEX listening_artists_mbid ON listening_artists (mbid) WHERE mbid IS NOT NULL`
})

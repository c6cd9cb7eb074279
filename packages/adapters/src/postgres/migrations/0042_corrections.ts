import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Rules by the owner, and what they make of plays. A row with a `stand_in` is shown as that one. Names and keys stay as
 * reported: titles are unique by `reported_artist_id`, plays by their reported track and album, which are null where
 * they are the ones shown.
 */
export const corrections = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE corrections (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      domain text NOT NULL,
      kind text NOT NULL,
      type text NOT NULL,
      subject json NOT NULL,
      object json,
      value text,
      reason text,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    ALTER TABLE listening_artists ADD COLUMN stand_in integer, ADD COLUMN given_name text,
      ADD COLUMN given_sort_name text, ADD COLUMN concealed boolean NOT NULL DEFAULT false`
  for (const kind of ["album", "track"]) {
    const table = sql(`listening_${kind}s`)
    yield* sql`
      ALTER TABLE ${table} ADD COLUMN stand_in integer, ADD COLUMN reported_name text,
        ADD COLUMN concealed boolean NOT NULL DEFAULT false, ADD COLUMN reported_artist_id integer`
    yield* sql`UPDATE ${table} SET reported_artist_id = artist_id`
    yield* sql`ALTER TABLE ${table} ALTER reported_artist_id SET NOT NULL`
    yield* sql`DROP INDEX ${sql(`listening_${kind}s_fold`)}`
    yield* sql`CREATE UNIQUE INDEX ${sql(`listening_${kind}s_fold`)} ON ${table} (reported_artist_id, fold)`
    yield* sql`CREATE INDEX ${sql(`listening_${kind}s_of_artist`)} ON ${table} (artist_id)`
  }
  yield* sql`
    ALTER TABLE listening_plays ADD COLUMN reported_track_id integer, ADD COLUMN reported_album_id integer`
  yield* sql`DROP INDEX listening_plays_key`
  yield* sql`
    CREATE UNIQUE INDEX listening_plays_key ON listening_plays (
      played_at, (coalesce(reported_track_id, track_id)), (coalesce(reported_album_id, album_id)), source, spelling_id
    ) NULLS NOT DISTINCT`
})

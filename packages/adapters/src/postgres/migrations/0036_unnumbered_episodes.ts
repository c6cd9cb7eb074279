import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Episodes that a source names without their number, and their records, which wait for it. `show_key` and `title_key` are
 * the names as titles match. A row with a number stays: the next import takes the number from it.
 */
export const unnumberedEpisodes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE watching_unnumbered (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source watching_source NOT NULL,
      show text NOT NULL,
      show_key text COLLATE "C" NOT NULL,
      season integer NOT NULL,
      title text NOT NULL,
      title_key text COLLATE "C" NOT NULL,
      number integer,
      tmdb integer,
      left_out boolean NOT NULL DEFAULT false,
      UNIQUE (source, show_key, season, title_key)
    )`
  yield* sql`
    CREATE TABLE watching_unnumbered_records (
      episode_id integer NOT NULL REFERENCES watching_unnumbered ON DELETE CASCADE,
      key text COLLATE "C" NOT NULL,
      at timestamptz NOT NULL,
      record jsonb NOT NULL,
      PRIMARY KEY (episode_id, key)
    )`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Answers and rows of files that could not be parsed, compressed. The same bytes of a source are one row. */
export const rawPayloads = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE raw_payloads (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text COLLATE "C" NOT NULL,
      kind text NOT NULL CHECK (kind IN ('answer', 'file')),
      key text COLLATE "C" NOT NULL,
      reason text NOT NULL,
      status integer,
      media_type text,
      size integer NOT NULL,
      is_cut boolean NOT NULL,
      sha256 bytea NOT NULL,
      times integer NOT NULL DEFAULT 1,
      first_at timestamptz NOT NULL,
      last_at timestamptz NOT NULL,
      body bytea NOT NULL,
      UNIQUE (source, kind, sha256)
    )`
  // The body is compressed already.
  yield* sql`ALTER TABLE raw_payloads ALTER COLUMN body SET STORAGE EXTERNAL`
  yield* sql`CREATE INDEX raw_payloads_newest ON raw_payloads (last_at DESC, id DESC)`
})

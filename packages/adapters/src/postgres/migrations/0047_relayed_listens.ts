import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Listens that hooks pass on to a service. A row stays when it was sent, so that the listen is not sent again. */
export const relayedListens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE hook_listens (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      hook integer NOT NULL REFERENCES hooks ON DELETE CASCADE,
      key text COLLATE "C" NOT NULL,
      played_at timestamptz NOT NULL,
      body text NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused')),
      reason text,
      due_at timestamptz NOT NULL,
      finished_at timestamptz,
      message text COLLATE "C",
      place integer,
      most integer,
      UNIQUE (hook, key)
    )`
  yield* sql`CREATE INDEX hook_listens_waiting ON hook_listens (hook, due_at, id) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX hook_listens_message ON hook_listens (message) WHERE state = 'waiting'`
  yield* sql`CREATE INDEX hook_listens_log ON hook_listens (hook, state, id DESC)`
})

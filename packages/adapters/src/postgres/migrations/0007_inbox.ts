import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Webhook events: what came, once, and what became of it. */
export const inbox = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE webhook_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL,
      key text NOT NULL,
      payload text NOT NULL,
      state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'done', 'dead')),
      received_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      finished_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      reason text,
      holder text,
      held_until timestamptz,
      UNIQUE (source, key)
    )`
  yield* sql`CREATE INDEX webhook_events_due ON webhook_events (source, due_at, id) WHERE state = 'due'`
  yield* sql`CREATE INDEX webhook_events_finished ON webhook_events (source, id DESC) WHERE state <> 'due'`
})

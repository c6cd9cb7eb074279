import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Hooks, the outbox of their messages, and the attempts to send them. */
export const hooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE hooks (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      url text,
      hint text,
      events text[] NOT NULL,
      domains text[] NOT NULL,
      description text,
      signature text,
      public_key text,
      sealed text NOT NULL,
      quiet integer,
      max_wait integer,
      min_interval integer,
      max_per_day integer,
      state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
      disabled_at timestamptz,
      disabled_reason text,
      last_success_at timestamptz,
      failing_since timestamptz,
      failures integer NOT NULL DEFAULT 0,
      paused_until timestamptz,
      pending jsonb,
      first_at timestamptz,
      last_at timestamptz,
      fired_at timestamptz,
      fired_day date,
      fired_count integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`
    CREATE TABLE hook_messages (
      id text COLLATE "C" PRIMARY KEY,
      hook integer NOT NULL REFERENCES hooks ON DELETE CASCADE,
      type text NOT NULL,
      body text NOT NULL,
      state text NOT NULL CHECK (state IN ('due', 'done', 'dead')),
      created_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      finished_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      lease integer NOT NULL DEFAULT 0,
      holder text,
      held_until timestamptz
    )`
  yield* sql`CREATE INDEX hook_messages_due ON hook_messages (hook, due_at, id) WHERE state = 'due'`
  yield* sql`CREATE INDEX hook_messages_log ON hook_messages (hook, created_at DESC, id DESC)`
  yield* sql`
    CREATE TABLE hook_attempts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      message text COLLATE "C" NOT NULL REFERENCES hook_messages ON DELETE CASCADE,
      at timestamptz NOT NULL,
      status integer,
      duration integer NOT NULL,
      reply text NOT NULL
    )`
  yield* sql`CREATE INDEX hook_attempts_of_message ON hook_attempts (message, id)`
  // What was announced last, so that several hosts announce a change once.
  yield* sql`CREATE TABLE hook_topics (topic text PRIMARY KEY, value text NOT NULL)`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Enrichment queues whose last drain failed, so that every process and every command can say why. */
export const failingQueues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE sync_failing (
      domain text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      source text,
      message text NOT NULL,
      next text NOT NULL,
      since timestamptz NOT NULL DEFAULT now(),
      failed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (domain, id)
    )`
})

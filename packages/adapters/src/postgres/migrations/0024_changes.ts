import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * The log of changes: the newest change of each record. What an earlier installation holds is added when the database
 * is opened, by the same statement as after a restore, because declared domains name their tables themselves.
 */
export const changes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE changes (
      seq bigint NOT NULL,
      domain text COLLATE "C" NOT NULL,
      entity_type text COLLATE "C" NOT NULL,
      entity_id text COLLATE "C" NOT NULL,
      op text COLLATE "C" NOT NULL CHECK (op IN ('upsert', 'delete')),
      at timestamptz NOT NULL,
      PRIMARY KEY (domain, entity_type, entity_id)
    )`
  yield* sql`CREATE UNIQUE INDEX changes_seq ON changes (seq)`
  yield* sql`CREATE INDEX changes_deleted ON changes (at) WHERE op = 'delete'`
})

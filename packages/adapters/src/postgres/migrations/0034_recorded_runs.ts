import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Runs as other sources than Strava report them, with the run that each belongs to, and pairs that a person separated.
 * Their public ids follow from source and key. `discarded` rows hide the runs that they match.
 */
export const recordedRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE running_recorded (
      source text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      id bigint NOT NULL UNIQUE,
      started_at timestamptz NOT NULL,
      zoned boolean NOT NULL,
      identities text[] NOT NULL,
      report jsonb NOT NULL,
      as_of timestamptz,
      discarded boolean NOT NULL DEFAULT false,
      activity_id bigint REFERENCES running_activities ON DELETE SET NULL,
      reason text,
      PRIMARY KEY (source, key)
    )`
  yield* sql`CREATE INDEX running_recorded_of_time ON running_recorded (started_at)`
  yield* sql`CREATE INDEX running_recorded_of_run ON running_recorded (activity_id)`
  yield* sql`CREATE INDEX running_recorded_identities ON running_recorded USING gin (identities)`
  yield* sql`
    CREATE TABLE running_apart (
      one text COLLATE "C" NOT NULL,
      other text COLLATE "C" NOT NULL,
      decided_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (one, other)
    )`
})

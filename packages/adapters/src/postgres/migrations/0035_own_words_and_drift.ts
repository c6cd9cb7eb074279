import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Reviews and notes that the owner wrote here: what sources report does not replace them. The newest comparison of each
 * source with the provider's own number of records.
 */
export const ownWordsAndDrift = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE watching_reports ADD COLUMN review_edited boolean NOT NULL DEFAULT false`
  // Empty: the owner wants no notes. Null: the notes of the sources count.
  yield* sql`ALTER TABLE attending_mentions ADD COLUMN own_notes text`
  yield* sql`
    CREATE TABLE sync_drift (
      source text PRIMARY KEY,
      unit text NOT NULL,
      provider integer NOT NULL,
      stored integer NOT NULL,
      explained jsonb NOT NULL,
      checked_at timestamptz NOT NULL,
      suspected_at timestamptz,
      since timestamptz
    )`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Searches for games that found nothing are due again: ESPN refused them since September 2026, and a refusal was stored
 * as "no game", for up to 96 days.
 */
export const refusedGames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE enrichment_tasks SET due_at = now(), attempts = 0
    WHERE domain = 'attending' AND task IN ('espn-games', 'mlb-games') AND attempts > 0`
})

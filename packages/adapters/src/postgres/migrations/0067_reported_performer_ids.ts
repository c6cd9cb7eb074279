import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Performers keep the MusicBrainz ids that reports give them; those of the listening domain are read from it. The next
 * sync merges all events again, as after a change of the rules, and so forgets the ids that were copied.
 */
export const reportedPerformerIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM settings WHERE name = 'attending_rules'`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Performers keep the MusicBrainz ids that reports give them. Those of the listening domain are read from it. */
export const reportedPerformerIds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE attending_performers SET mbid = NULL WHERE mbid IS NOT NULL AND mbid NOT IN (
      SELECT body -> 'artist' ->> 'mbid' FROM attending_concerts WHERE body -> 'artist' ->> 'mbid' IS NOT NULL
      UNION ALL
      SELECT one ->> 'mbid' FROM attending_mentions CROSS JOIN LATERAL jsonb_array_elements(body -> 'performers') AS one
      WHERE one ->> 'mbid' IS NOT NULL
    )`
})

import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

interface Told {
  readonly trackId: number
  readonly duration: number
}

/** Keeps the longest that anybody says of tracks, whatever order it comes in, and gives the names of those of which that is more than before. */
export const keepDurations = (sql: SqlClient.SqlClient, told: ReadonlyArray<Told>) =>
  told.length === 0 ? Effect.succeed([]) : Effect.map(
    sql<{ matchName: string }>`
      UPDATE listening_tracks AS track SET duration = longest.duration
      FROM (
        SELECT id, max(duration) AS duration FROM unnest(${told.map(({ trackId }) => trackId)}::int[], ${told.map(({ duration }) => duration)}::int[]) AS told (id, duration)
        GROUP BY id
      ) AS longest
      WHERE track.id = longest.id AND (track.duration IS NULL OR track.duration < longest.duration) RETURNING track.match_name`,
    (rows) => rows.map(({ matchName }) => matchName)
  )

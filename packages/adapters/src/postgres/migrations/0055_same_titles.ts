import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Films and shows that another one stands for. Reports, episodes and ratings stay with their title; `title_id` of a
 * viewing is the title that shows it.
 */
export const sameTitles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE watching_titles ADD COLUMN stand_in integer`
  yield* sql`CREATE INDEX watching_titles_standing_in ON watching_titles (stand_in) WHERE stand_in IS NOT NULL`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What corrections make of reports of an unknown time: the day that they give, and the episode that shows a report in
 * place of the reported one. Such a report is in lists of what was seen at an unknown time only without a day.
 */
export const givenDates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE watching_reports ADD COLUMN given_date date, ADD COLUMN shown_episode_id integer`
})

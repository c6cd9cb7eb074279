import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Episodes whose season the source does not say, some of them with their number in it. `decided_season` is what a person
 * said, `is_film` that it is a film.
 */
export const unknownSeasons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE watching_unnumbered
      ALTER COLUMN season DROP NOT NULL,
      ADD COLUMN reported_number integer,
      ADD COLUMN decided_season integer,
      ADD COLUMN is_film boolean NOT NULL DEFAULT false`
  yield* sql`
    CREATE UNIQUE INDEX watching_unnumbered_without_season ON watching_unnumbered (source, show_key, title_key)
    WHERE season IS NULL`
})

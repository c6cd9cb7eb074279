import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Titles of films and shows that corrections give. `title` and `sort_title` are those that answers show. */
export const givenTitles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const column of ["title", "sort_title"]) {
    const [shown, reported, given] = [sql(column), sql(`reported_${column}`), sql(`given_${column}`)]
    yield* sql`ALTER TABLE watching_titles RENAME COLUMN ${shown} TO ${reported}`
    yield* sql`ALTER TABLE watching_titles ADD COLUMN ${given} text`
    yield* sql`
      ALTER TABLE watching_titles
        ADD COLUMN ${shown} text NOT NULL GENERATED ALWAYS AS (coalesce(${given}, ${reported})) STORED`
  }
})

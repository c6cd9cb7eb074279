import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Titles of records and discs that corrections give. `title` and `sort_title` are those that answers show. */
export const titlesOfItems = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of [sql("collecting_releases"), sql("collecting_films")])
    for (const column of ["title", "sort_title"]) {
      const [shown, reported, given] = [sql(column), sql(`reported_${column}`), sql(`given_${column}`)]
      yield* sql`ALTER TABLE ${table} RENAME COLUMN ${shown} TO ${reported}`
      yield* sql`ALTER TABLE ${table} ADD COLUMN ${given} text`
      yield* sql`
        ALTER TABLE ${table}
          ADD COLUMN ${shown} text NOT NULL GENERATED ALWAYS AS (coalesce(${given}, ${reported})) STORED`
    }
})

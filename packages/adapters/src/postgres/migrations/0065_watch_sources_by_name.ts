import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Sources of viewings are texts, as in the other domains: a new one needs no migration. */
export const watchSourcesByName = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["watching_reports", "watching_watches", "watching_ratings", "watching_unnumbered"])
    yield* sql`ALTER TABLE ${sql(table)} ALTER COLUMN source TYPE text USING source::text`
  yield* sql`DROP TYPE watching_source`
})

import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Tokens in the addresses of lenses that are not public. Lenses that come with Daybook have no row in `lenses`. */
export const lensTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE lens_tokens (
      lens text COLLATE "C" PRIMARY KEY,
      hash text NOT NULL UNIQUE,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
})

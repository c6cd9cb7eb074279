import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** The declarations that the tables of domains from outside follow, the records that were deleted by hand, and counts. */
export const domain = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE domain_declarations (
      domain text COLLATE "C" PRIMARY KEY,
      declaration jsonb NOT NULL,
      migrations integer NOT NULL
    )`
  yield* sql`
    CREATE TABLE domain_deletions (
      domain text COLLATE "C" NOT NULL,
      record text COLLATE "C" NOT NULL,
      key text COLLATE "C" NOT NULL,
      PRIMARY KEY (domain, record, key)
    )`
  yield* sql`
    CREATE TABLE domain_facets (
      domain text COLLATE "C" NOT NULL,
      record text COLLATE "C" NOT NULL,
      facet text COLLATE "C" NOT NULL,
      value text COLLATE "C" NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (domain, record, facet, value)
    )`
})

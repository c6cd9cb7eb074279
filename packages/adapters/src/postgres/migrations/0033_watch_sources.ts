import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

const sources = [
  "plex",
  "letterboxd",
  "manual",
  "jellyfin",
  "emby",
  "tautulli",
  "trakt",
  "netflix",
  "imdb",
  "tvtime",
  "simkl",
  "serializd",
  "anilist",
  "mal"
]

/**
 * More sources of viewings. A report may have an end, may be a mark rather than a play, and may count plays whose times
 * nobody knows. The type is replaced: a value that `ALTER TYPE ADD VALUE` adds cannot be used in the same transaction,
 * and a restore migrates and fills in one.
 */
export const watchSources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TYPE watching_source RENAME TO watching_source_before`
  yield* sql`CREATE TYPE watching_source AS ENUM (${sql.literal(sources.map((source) => `'${source}'`).join(", "))})`
  for (const table of ["watching_reports", "watching_watches", "watching_ratings"])
    yield* sql`ALTER TABLE ${sql(table)} ALTER COLUMN source TYPE watching_source USING source::text::watching_source`
  yield* sql`DROP TYPE watching_source_before`
  yield* sql`
    ALTER TABLE watching_reports
      ADD COLUMN ended_at timestamptz,
      ADD COLUMN marked boolean NOT NULL DEFAULT false,
      ADD COLUMN plays integer`
})

import { Exports } from "@daybook/core/export"
import { domains } from "@daybook/core"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as PostgresExports from "../../src/postgres/Exports.js"
import { newDatabase } from "../support/database.js"

/** Tables that an export omits: derived sums, enrichment state, and tables outside the domains. */
const leftOut =
  /_(counts|totals|buckets|lookups|sources|sums|days|listings|names|links)$|^(sync|feed|search|images|versions|corrections|raw_payloads|settings|api_keys|lenses|lens_tokens|daybook_migrations|hosts|rate_windows|embedding|enrichment|provider_|token|webhook|inbox|domain_|hook|changes|oauth_|scrobbler|imports$|source_settings|login_attempts|one_time_codes)/

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("Exports", (it) => {
  it.effect("contain every row once, ordered by key, in any number", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const exports = yield* Exports
      yield* sql`INSERT INTO listening_filters (type, scope, pattern) SELECT 'custom', 'artist', 'O''Neil "' || n FROM generate_series(1, 4500) AS n`
      yield* sql`INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('A', 'a', false), ('B', 'b', false)`
      yield* sql`INSERT INTO listening_similar (artist_id, name, fold, similarity) SELECT id, 'Zoë ' || n, 'zoë ' || n, 0.5 FROM listening_artists, generate_series(1, 1500) AS n`
      const rowsOf = (name: string) =>
        Stream.runCollect(exports.tables("listening").find((table) => table.name === name)!.rows).pipe(
          Effect.map((rows) => Array.from(rows, (row) => JSON.parse(row) as Record<string, unknown>))
        )
      const filters = yield* rowsOf("listening_filters")
      expect(filters.map(({ pattern }) => pattern)).toStrictEqual(
        Array.from({ length: 4500 }, (_, index) => `O'Neil "${index + 1}`)
      )
      const similar = yield* rowsOf("listening_similar")
      expect(new Set(similar.map((row) => `${row["artist_id"]} ${row["name"]}`)).size).toBe(3_000)
      expect(yield* rowsOf("listening_plays")).toStrictEqual([])
    }).pipe(Effect.provide(PostgresExports.layer))
  )

  it.effect("omit no table by accident", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const exports = yield* Exports
      const tables = yield* sql<{
        name: string
      }>`SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`
      const exported = new Set(domains.flatMap((domain) => exports.tables(domain).map(({ name }) => name)))
      expect(tables.map(({ name }) => name).filter((name) => !exported.has(name) && !leftOut.test(name))).toStrictEqual(
        []
      )
    }).pipe(Effect.provide(PostgresExports.layer))
  )
})

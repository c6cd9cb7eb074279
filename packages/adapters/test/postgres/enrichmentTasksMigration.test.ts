import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { newDatabase } from "../support/database.js"

/** Rows of version 19 in each of the six tables. */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO listening_lookups VALUES
      ('lastfm-tags', 'artist', 1, '2026-01-01 00:00Z', 0), ('apple-music-albums', 'album', 1, '2026-01-02 00:00Z', 3)`
  yield* sql`
    INSERT INTO running_lookups VALUES
      ('strava', 'detail', '12345678901', '2026-02-01 00:00Z', 0), ('strava', 'gear', 'g7', '2026-02-02 00:00Z', 2)`
  yield* sql`
    INSERT INTO watching_titles (id, kind, title, sort_title, match_title, named_by, described_by) OVERRIDING SYSTEM VALUE
    VALUES (1, 'movie', 'One', 'one', 'one', 0, 0), (2, 'show', 'Two', 'two', 'two', 0, 0)`
  yield* sql`
    INSERT INTO watching_lookups VALUES
      ('tmdb-movies', 1, '2026-03-01 00:00Z', 0), ('tmdb-shows', 2, '2026-03-02 00:00Z', 1)`
  yield* sql`
    INSERT INTO collecting_lookups VALUES
      ('release', 249504, '2026-04-01 00:00Z', 1), ('film', 1, '9999-04-02 00:00Z', 0), ('film', 2, '2026-04-03 00:00Z', 0)`
  yield* sql`
    INSERT INTO reading_articles (
      id, source, url, address, title, archived, starred, progress, status, tags, saved_at, saved_on
    ) OVERRIDING SYSTEM VALUE
    VALUES (1, 'instapaper', 'https://a.example', 'a.example', 'A', false, false, 0, 'unread', '{}', now(), '2026-01-01')`
  yield* sql`
    INSERT INTO reading_lookups VALUES (1, 'text', 'infinity', 2, true), (1, 'page', '2026-05-01 00:00Z', 0, false)`
  yield* sql`
    INSERT INTO attending_lookups VALUES
      ('mlb-games', 'event', 1, 'infinity', 0), ('mlb-players', 'player', 1, '2026-06-01 00:00Z', 1)`
})

const expected = [
  "attending mlb-games event 1 infinity 0 t",
  "attending mlb-players player 1 2026-06-01 00:00:00+00 1 t",
  "collecting discogs-releases release 249504 2026-04-01 00:00:00+00 1 t",
  "collecting trakt-films film 1 9999-04-02 00:00:00+00 0 t",
  "collecting trakt-films film 2 2026-04-03 00:00:00+00 0 f",
  "listening apple-music-albums album 1 2026-01-02 00:00:00+00 3 t",
  "listening lastfm-tags artist 1 2026-01-01 00:00:00+00 0 t",
  "reading page article 1 2026-05-01 00:00:00+00 0 f",
  "reading text article 1 infinity 2 t",
  "running strava-details activity 12345678901 2026-02-01 00:00:00+00 0 f",
  "running strava-gear gear g7 2026-02-02 00:00:00+00 2 t",
  "watching tmdb-movies movie 1 2026-03-01 00:00:00+00 0 t",
  "watching tmdb-shows show 2 2026-03-02 00:00:00+00 1 t"
]

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("one table of enrichment tasks", (it) => {
  it.effect("takes every row of the six tables before it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* removeAll
          yield* migrateTo(19)
          yield* old
          yield* migrate
          yield* sql`SET LOCAL TimeZone = 'UTC'`
          return yield* sql<{ row: string }>`
              SELECT concat_ws(' ', domain, task, kind, subject, due_at, attempts, tried) AS row
              FROM enrichment_tasks ORDER BY 1`
        })
      )
      expect(rows.map(({ row }) => row).sort()).toStrictEqual(expected)
      expect(yield* sql`SELECT FROM pg_class WHERE relname LIKE '%\_lookups' AND relkind = 'r'`).toHaveLength(0)
    })
  )
})

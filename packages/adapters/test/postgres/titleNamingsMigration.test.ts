import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Corrections } from "@daybook/core/corrections"
import { WatchingEnrichmentStore, movieTask, noIdentifiers } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import * as Enrichment from "../../src/postgres/watching/WatchingEnrichmentStore.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** The last version in which titles did not have what each source calls them. */
const version = 60

/** A film that one source names twice and another one once, in the language of an account. */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO watching_titles (kind, reported_title, reported_sort_title, match_title, year, named_by, described_by,
      genres, duration_min, directors, director_ids)
    VALUES ('movie', 'Heron Street', 'heron street', 'heronstreet', 2011, 2, 2, '{Drama}', 101, '{Ada Quill}', '{0}')`
  yield* sql`
    INSERT INTO watching_ids (kind, scheme, value, title_id)
    SELECT 'movie', named.scheme, named.value, title.id FROM watching_titles AS title, (VALUES
      ('imdb', 'tt2000374'), ('tmdb', '603'), ('name', 'heronstreet|2011'), ('name:plex', 'heronstreet|2011'),
      ('name:plex', 'heronstreet|2012'), ('name:netflix', 'reiherstrasse|')) AS named (scheme, value)`
  yield* sql`
    INSERT INTO watching_reports (source, title_id, key, dated)
    SELECT source::watching_source, title.id, key, true
    FROM watching_titles AS title, (VALUES ('plex', '1'), ('netflix', '2')) AS report (source, key)`
})

/** A film that the owner said TMDB does not have: it was never looked up again. */
const decided = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO enrichment_tasks (domain, task, kind, subject, due_at, attempts, tried)
    SELECT 'watching', 'tmdb-movies', 'movie', id::text, 'infinity', 1, true FROM watching_titles`
})

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("titles of an earlier database", (it) => {
  it.effect("have the names of their sources, and reports use the only name of theirs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const namings = yield* sql<{ namer: string; title: string; year: number | null; ids: unknown; length: unknown }>`
        SELECT namer, said ->> 'title' AS title, (said ->> 'year')::int AS year, said -> 'ids' AS ids,
          said -> 'details' -> 'durationMin' AS length FROM watching_namings ORDER BY namer, year`
      const ids = { imdb: "tt2000374", tmdb: 603 }
      expect(namings).toEqual([
        { namer: "netflix", title: "reiherstrasse", year: null, ids: {}, length: null },
        { namer: "plex", title: "Heron Street", year: 2011, ids, length: 101 },
        { namer: "plex", title: "Heron Street", year: 2012, ids, length: 101 }
      ])
      const reports = yield* sql`
        SELECT report.source::text, naming.namer FROM watching_reports AS report
        LEFT JOIN watching_namings AS naming ON naming.id = report.naming_id ORDER BY 1`
      expect(reports).toEqual([
        { source: "netflix", namer: "netflix" },
        { source: "plex", namer: null }
      ])
    })
  )

  it.effect("that TMDB does not have are corrections, and are looked up when these are removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), Effect.zipRight(old, decided)))
      )
      yield* migrate
      const corrections = yield* correctionsOf("watching")
      expect(corrections.map(({ kind, subject, type, value }) => [kind, type, subject, value])).toEqual([
        ["identify", "movie", { title: "Heron Street", year: "2011" }, "none"]
      ])
      const lookups = yield* WatchingEnrichmentStore
      expect(yield* lookups.due(movieTask.task, "movie", 9)).toEqual([])
      yield* Effect.flatMap(Corrections, ({ remove }) => remove(corrections[0]!.id))
      const ids = { ...noIdentifiers, imdb: "tt2000374", tmdb: 603 }
      expect(yield* lookups.due(movieTask.task, "movie", 9)).toMatchObject([{ title: "Heron Street", year: 2011, ids }])
    }).pipe(
      Effect.provide(
        correctionServices(
          Layer.provideMerge(
            Layer.mergeAll(Enrichment.layer, listening),
            home("UTC", () => "2025-04-01")
          )
        )
      )
    )
  )
})

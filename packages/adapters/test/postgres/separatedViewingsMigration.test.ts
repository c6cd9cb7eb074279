import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Corrections } from "@daybook/core/corrections"
import { Effect, Layer } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** The last version in which separated viewings had a table of their own. */
const version = 63

/**
 * A film and an episode, each with two viewings that the owner separated, and a viewing that was added by hand where
 * an earlier one was deleted.
 */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO watching_titles (kind, reported_title, reported_sort_title, match_title, year, named_by, described_by)
    VALUES ('movie', 'Heron Street', 'heron street', 'heronstreet', 2011, 2, 2),
      ('show', 'Night Quill', 'night quill', 'nightquill', NULL, 2, 2)`
  yield* sql`INSERT INTO watching_episodes (show_id, season, number) VALUES (2, 1, 5)`
  yield* sql`
    INSERT INTO watching_namings (title_id, namer, said) VALUES (1, 'letterboxd', '{"title": "Heron St.", "year": 2011}')`
  yield* sql`
    INSERT INTO watching_reports (source, title_id, episode_id, key, at, date, dated, dismissed, naming_id)
    SELECT report.source::watching_source, report.title, report.episode, report.key, report.date + interval '12 hours',
      report.date, true, report.dismissed, report.naming
    FROM (VALUES
      ('plex', 1, NULL::int, '1740830400000', date '2025-03-01', false, NULL::int),
      ('letterboxd', 1, NULL, '2025-03-02', date '2025-03-02', false, 1),
      ('plex', 2, 1, '1741089600000', date '2025-03-04', false, NULL),
      ('trakt', 2, 1, '1741093200000', date '2025-03-04', false, NULL),
      ('trakt', 1, NULL, '1767225600000', date '2026-01-01', true, NULL),
      ('manual', 1, NULL, '1767268800000', date '2026-01-01', false, NULL)
    ) AS report (source, title, episode, key, date, dismissed, naming)`
  yield* sql`INSERT INTO watching_apart (first_id, second_id) VALUES (1, 2), (3, 4), (5, 6)`
  yield* sql`
    UPDATE watching_reports SET watch_id = id WHERE NOT dismissed`
  yield* sql`
    INSERT INTO watching_watches (id, title_id, episode_id, source, at, date, dated, rewatch, reliable, source_id)
    SELECT id, title_id, episode_id, source, at, date, dated, false, true, 'x' || id FROM watching_reports
    WHERE NOT dismissed`
})

const services = correctionServices(
  Layer.provideMerge(
    listening,
    home("UTC", () => "2025-04-01")
  )
)

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("viewings that were separated", (it) => {
  it.effect("in an earlier database are corrections by the names of their reports, and stay two", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const corrections = yield* correctionsOf("watching")
      const episode = { title: "Night Quill", season: "1", episode: "5", watched_on: "2025-03-04" }
      expect(corrections.map(({ kind, object, subject, type }) => [type, kind, subject, object])).toEqual([
        [
          ...["viewing", "different"],
          { title: "Heron St.", watched_on: "2025-03-02", report: "letterboxd:2025-03-02" },
          { title: "Heron Street", watched_on: "2025-03-01", report: "plex:1740830400000" }
        ],
        [
          ...["viewing", "different"],
          { ...episode, report: "plex:1741089600000" },
          { ...episode, report: "trakt:1741093200000" }
        ]
      ])
      expect(yield* sql`SELECT to_regclass('watching_apart') AS name`).toEqual([{ name: null }])
      const viewings = Effect.map(
        sql<{ source: string; date: string }>`
        SELECT source::text, date::text FROM watching_watches ORDER BY date, source`,
        (rows) => rows.map(({ date, source }) => `${date} ${source}`)
      )
      const two = [
        "2025-03-01 plex",
        "2025-03-02 letterboxd",
        "2025-03-04 plex",
        "2025-03-04 trakt",
        "2026-01-01 manual"
      ]
      expect(yield* viewings).toEqual(two)
      const { remove } = yield* Corrections
      yield* remove(corrections[1]!.id)
      expect(yield* viewings).toEqual(two.filter((one) => one !== "2025-03-04 trakt"))
      yield* remove(corrections[0]!.id)
      expect(yield* viewings).toEqual(["2025-03-01 plex", "2025-03-04 plex", "2026-01-01 manual"])
    }).pipe(Effect.provide(services))
  )
})

import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Corrections } from "@daybook/core/corrections"
import { noDetails, noIdentifiers } from "@daybook/core/watching"
import { Effect, Layer } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { correctionServices } from "../contract/correctionProperties.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** The last version in which the table of names had what the owner said. */
const version = 65

const day = {
  ...{ key: "2025-03-09", at: Date.parse("2025-03-09T12:00Z"), date: "2025-03-09", rating: null, rewatch: null },
  ...{ review: null, reviewUrl: null, alias: null, loggedAt: null }
}

/**
 * A file by days has five names: the owner numbered the first, left out the second, called the third a film; TMDB
 * numbered the fourth; the fifth waits. A file by times has the number of the first.
 */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO watching_titles (kind, reported_title, reported_sort_title, match_title, named_by, described_by)
    VALUES ('show', 'Harbour', 'harbour', 'harbour', 2, 2), ('movie', 'Gull: Egg', 'gull: egg', 'gullegg', 2, 2)`
  yield* sql`
    INSERT INTO watching_ids (kind, scheme, value, title_id)
    VALUES ('show', 'name:netflix', 'harbour|', 1), ('show', 'tmdb', '990001', 1), ('movie', 'name:netflix', 'gullegg|', 2)`
  yield* sql`INSERT INTO watching_episodes (show_id, season, number, title) VALUES (1, 2, 4, 'High Tide'), (1, 2, 5, 'Ebb')`
  yield* sql`
    INSERT INTO watching_unnumbered
      (source, show, show_key, season, title, title_key, number, tmdb, left_out, is_film)
    VALUES ('netflix', 'Harbour', 'harbour', 2, 'High Tide', 'hightide', 4, NULL, false, false),
      ('netflix', 'Harbour', 'harbour', 2, 'Fog', 'fog', NULL, NULL, true, false),
      ('netflix', 'Gull', 'gull', NULL, 'Egg', 'egg', NULL, NULL, false, true),
      ('netflix', 'Harbour', 'harbour', 2, 'Ebb', 'ebb', 5, 990001, false, false),
      ('netflix', 'Harbour', 'harbour', 2, 'Wind', 'wind', NULL, NULL, false, false)`
  yield* sql`
    INSERT INTO watching_unnumbered_records (episode_id, key, at, record)
    SELECT id, '2025-03-09', '2025-03-09T12:00Z', jsonb_build_object('rating', NULL, 'tally', NULL,
      'subject', jsonb_build_object('kind', 'unnumbered', 'season', 2, 'episode', NULL, 'episodeTitle', title,
        'title', ${JSON.stringify({ title: "Harbour", year: null, ids: noIdentifiers, details: noDetails })}::jsonb),
      'report', ${JSON.stringify(day)}::jsonb)
    FROM watching_unnumbered WHERE title IN ('Fog', 'Wind')`
  yield* sql`
    INSERT INTO watching_reports (source, title_id, episode_id, key, at, date, dated)
    VALUES ('netflix', 1, 1, '2025-03-01', '2025-03-01T12:00Z', '2025-03-01', true),
      ('netflix', 1, 1, '1740855600000:Ada', '2025-03-01T19:00Z', '2025-03-01', false),
      ('netflix', 2, NULL, '2025-03-05', '2025-03-05T12:00Z', '2025-03-05', true),
      ('netflix', 1, 2, '2025-03-07', '2025-03-07T12:00Z', '2025-03-07', true)`
  yield* sql`
    INSERT INTO watching_watches (id, title_id, episode_id, source, at, date, dated, rewatch, reliable, source_id)
    SELECT id, title_id, episode_id, source, at, date, dated, false, true, 'x' || id FROM watching_reports WHERE id <> 2`
  yield* sql`UPDATE watching_reports SET watch_id = CASE id WHEN 2 THEN 1 ELSE id END`
})

const services = correctionServices(
  Layer.provideMerge(
    listening,
    home("UTC", () => "2025-04-01")
  )
)

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("episodes that were decided", (it) => {
  it.effect("in an earlier database are corrections, and wait again when these are removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const corrections = yield* correctionsOf("watching")
      expect(corrections.map(({ kind, object, subject, value }) => [kind, subject, object, value])).toEqual([
        ["credit", { title: "Harbour", episode_title: "High Tide", season: "2" }, { season: "2", episode: "4" }, null],
        ["hide", { title: "Harbour", episode_title: "Fog", season: "2" }, null, null],
        ["set", { title: "Gull", episode_title: "Egg", season: "unknown" }, null, "kind=movie"]
      ])
      const viewings = Effect.map(
        sql<{ line: string }>`
          SELECT concat_ws(' ', title.title, season, number, watch.date, to_char(watch.at AT TIME ZONE 'UTC', 'HH24:MI')) AS line
          FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
          LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id ORDER BY watch.date`,
        (rows) => rows.map(({ line }) => line)
      )
      const waiting = Effect.map(
        sql<{ title: string }>`
          SELECT title FROM watching_unnumbered AS name JOIN watching_unnumbered_records ON episode_id = name.id
          WHERE number IS NULL AND decided_number IS NULL AND NOT is_film AND NOT left_out ORDER BY title`,
        (rows) => rows.map(({ title }) => title)
      )
      const [numbered, ebb] = ["Harbour 2 4 2025-03-01 12:00", "Harbour 2 5 2025-03-07 12:00"]
      expect(yield* viewings).toEqual([numbered, "Gull: Egg 2025-03-05 12:00", ebb])
      expect(yield* waiting).toEqual(["Wind"])
      const { remove } = yield* Corrections
      yield* remove(corrections[0]!.id)
      yield* remove(corrections[2]!.id)
      // The file by times has the number itself.
      expect(yield* viewings).toEqual(["Harbour 2 4 2025-03-01 19:00", ebb])
      expect(yield* waiting).toEqual(["Egg", "High Tide", "Wind"])
    }).pipe(Effect.provide(services))
  )
})

import { CollectingStore } from "@daybook/core/collecting"
import { ListeningRecords } from "@daybook/core/listening"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import * as Store from "../../src/postgres/collecting/CollectingStore.js"
import { correctionsOf } from "../../src/postgres/corrections/correctionsOf.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** The number of migrations after which decisions had a table of their own for the last time. */
const version = 52

/** Two copies and a disc, whose matches a person decided, and decisions on what is in no list any more. */
const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const id of [1, 2])
    yield* sql`
      INSERT INTO collecting_releases (id, title, sort_title, artists, format_detail, labels, genres, styles, told_by)
      VALUES (${id}, 'Barn Songs', 'barn songs', '[{"id": null, "name": "Velmora Tide", "shown": "Velmora Tide", "join": ""}]',
        '{}', '[]', '{}', '{}', 2)`
  yield* sql`
    INSERT INTO collecting_credits (release_id, place, name, shown, sort_name, sort_shown, nobody)
    SELECT id, 0, 'Velmora Tide', 'Velmora Tide', 'velmora tide', 'velmora tide', false FROM collecting_releases`
  yield* sql`INSERT INTO collecting_names (release_id, sort_name) SELECT id, 'velmora tide' FROM collecting_releases`
  yield* sql`INSERT INTO collecting_copies (release_id, instance, rating) VALUES (1, 11, 0), (2, 12, 0)`
  yield* sql`
    INSERT INTO collecting_films (trakt_id, title, sort_title, match_title, year)
    VALUES (5, 'Herön', 'heron', 'heron', 1978)`
  yield* sql`
    INSERT INTO collecting_discs (film_id, source, media_type, collected_at, told_by) VALUES (1, 'trakt', 'dvd', now(), 1)`
  yield* sql`INSERT INTO listening_artists (id, name, sort_name, heard, hidden) OVERRIDING SYSTEM VALUE
    VALUES (1, 'Velmora Tide', 'velmora tide', true, false)`
  yield* sql`INSERT INTO listening_spellings (id, artist_id, name, fold, sort_name) OVERRIDING SYSTEM VALUE
    VALUES (1, 1, 'Velmora Tide', 'velmora tide', 'velmora tide')`
  yield* sql`
    INSERT INTO listening_albums (id, artist_id, reported_artist_id, name, fold, sort_name, heard, hidden)
    OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'Barn Song', 'barn song', 'barn song', true, false)`
  yield* sql`
    INSERT INTO watching_titles (kind, reported_title, reported_sort_title, match_title, year, named_by, described_by)
    VALUES ('movie', 'Heron', 'heron', 'heron', 1979, 0, 0)`
  yield* sql`
    INSERT INTO watching_watches (id, title_id, source, at, date, dated, rewatch, reliable, source_id)
    SELECT 1, id, 'plex', '2025-05-01', '2025-05-01', false, false, true, 'a' FROM watching_titles`
  yield* sql`
    INSERT INTO collecting_decisions (kind, subject, name, same, decided_at) VALUES
      ('release', 1, 'velmoratide|barnsong', true, to_timestamp(10)),
      ('release', 2, 'velmoratide|barnsong', false, to_timestamp(20)),
      ('release', 9, 'velmoratide|nightindex', false, to_timestamp(30)),
      ('film', 1, 'heron|1979', false, to_timestamp(40)),
      ('film', 7, 'ladder|1961', true, to_timestamp(50))`
})

const page = { page: 1, limit: 100 }

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("decisions on matches", (it) => {
  const services = Layer.mergeAll(listening, Store.layer).pipe(Layer.provideMerge(home("UTC", () => "2025-06-01")))

  it.effect("of an earlier database are corrections that decide the same", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(version), old)))
      yield* migrate
      const name = (text: string) => ({ name: text, mbid: null, url: null })
      yield* Effect.flatMap(ListeningRecords, (records) =>
        records.put(
          "lastfm",
          [
            {
              ...{ playedAt: 1_000_000, precision: "second" as const },
              ...{ artist: name("Velmora Tide"), track: name("Song"), album: name("Barn Song") }
            }
          ],
          null
        )
      )
      const corrections = yield* correctionsOf("collecting")
      expect(
        corrections.map(({ createdAt, kind, object, subject, type }) => [createdAt, type, kind, subject, object])
      ).toEqual([
        [
          10_000,
          "release",
          "same",
          { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "1" },
          { artist: "Velmora Tide", album: "Barn Song" }
        ],
        [
          20_000,
          "release",
          "different",
          { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "2" },
          { artist: "Velmora Tide", album: "Barn Song" }
        ],
        [
          30_000,
          "release",
          "different",
          { artist: "velmoratide", title: "nightindex", discogs_id: "9" },
          { artist: "velmoratide", album: "nightindex" }
        ],
        [40_000, "disc", "different", { title: "Herön", year: "1978" }, { movie: "Heron", year: "1979" }]
      ])
      const store = yield* CollectingStore
      const played = (yield* store.played({ page, sort: "plays", filter: "all" })).rows
      expect(new Map(played.map(({ album, confidence, copy }) => [copy.releaseId, [album, confidence]]))).toStrictEqual(
        new Map([
          [1, ["Barn Song", 1]],
          [2, [null, 0.5]]
        ])
      )
      expect((yield* store.watched({ page, filter: "all" })).rows.map(({ watches }) => watches)).toEqual([0])
      expect([(yield* store.unsureRecords(page)).total, (yield* store.unsureFilms(page)).total]).toEqual([0, 0])
    }).pipe(Effect.provide(services))
  )
})

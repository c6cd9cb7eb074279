import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { refreshListening } from "../../src/postgres/listening/refresh.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import * as Versions from "../../src/postgres/Versions.js"
import { countTables } from "../contract/model/database.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** Rows of version 36: each spelling was another title. */
const tracks = [
  { id: 1, name: "Let Down" },
  { id: 2, name: "Let down" },
  { id: 3, name: "Étude".normalize("NFD") },
  { id: 4, name: "Étude" },
  { id: 5, name: "Ferry Song" },
  { id: 6, name: "Ferry Song - Remastered 2009" }
]
const albums = [
  { id: 1, name: "OK Computer" },
  { id: 2, name: "Ok Computer" },
  { id: 3, name: "Best of" }
]
/** Minute of the play, track, album, service. The titles of earlier versions did not lose an edition. */
const plays = [
  [0, 1, 1, "lastfm"],
  [10, 2, 2, "lastfm"],
  [20, 2, 2, "lastfm"],
  // One moment, two spellings: the same row now.
  [30, 1, 1, "lastfm"],
  [30, 2, 2, "lastfm"],
  // One moment, two albums: one play.
  [40, 3, 1, "lastfm"],
  [40, 4, 3, "lastfm"],
  // Two services, one of which names the edition: one play.
  [50, 5, 1, "lastfm"],
  [50, 6, 1, "spotify"]
] as const

const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO listening_artists (id, name, sort_name, hidden) OVERRIDING SYSTEM VALUE
    VALUES (1, 'Lieu', 'lieu', false)`
  yield* sql`INSERT INTO listening_spellings (id, artist_id, name, fold, sort_name) OVERRIDING SYSTEM VALUE
    VALUES (1, 1, 'Lieu', 'lieu', 'lieu')`
  for (const { id, name } of tracks) {
    const title = name
      .normalize("NFKD")
      .replace(/[^a-z0-9]/gi, "")
      .toLowerCase()
    yield* sql`INSERT INTO listening_tracks (id, artist_id, name, sort_name, match_name, duration, hidden)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, 1, ${name}, ${title}, ${`lieu|${title}`}, ${id === 1 ? 240_000 : null}, false)`
  }
  for (const { id, name } of albums)
    yield* sql`INSERT INTO listening_albums (id, artist_id, name, sort_name, released_year, hidden)
      OVERRIDING SYSTEM VALUE VALUES (${id}, 1, ${name}, ${name.toLowerCase()}, ${id === 1 ? 1997 : null}, false)`
  for (const [minute, track, album, source] of plays)
    yield* sql`INSERT INTO listening_plays
      (played_at, artist_id, spelling_id, track_id, album_id, day, source, precise, visible)
      VALUES (to_timestamp(${1_700_000_400 + minute * 60}), 1, 1, ${track}, ${album}, '2023-11-14', ${source},
        true, true)`
  for (const [kind, titles] of [
    ["track", tracks],
    ["album", albums]
  ] as const)
    for (const { id, name } of titles) {
      yield* sql`INSERT INTO search_documents
        (domain, entity_type, entity_id, title_key, head, title, subtitle, details)
        VALUES ('listening', ${kind}, ${id}, ${name.toLowerCase()}, to_tsvector('simple', ${name}), ${name},
          'Lieu', '{}')`
      yield* sql`INSERT INTO enrichment_tasks (domain, task, kind, subject)
        VALUES ('listening', 'links', ${kind}, ${String(id)})`
    }
  for (const { id, name } of albums) {
    yield* sql`INSERT INTO feed_items
      (domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id)
      VALUES ('listening', 'new_album', ${`album:${id}`}, now(), '2023-11-14', ${`New album: ${name}`}, 'Lieu',
        'album', ${id})`
    yield* sql`INSERT INTO images (domain, entity_type, entity_id, urls, hints, version, original, is_override)
      VALUES ('listening', 'album', ${id}, '{}', ${JSON.stringify({ artist: "Lieu", album: name })}::jsonb, ${id},
        ${id === 1 ? "chosen" : null}, ${id === 1})`
  }
  yield* sql`INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks)
    VALUES ('day', '2023-11-14', ${plays.length}, 0, 0, 0)`
  yield* sql`INSERT INTO listening_buckets (grain, bucket, settled)
    VALUES ('year', '2023-01-01', true), ('month', '2023-11-01', true), ('ever', '1970-01-01', true)`
  yield* sql`INSERT INTO listening_sources (source) VALUES ('lastfm'), ('spotify')`
})

const lines = (table: string, columns: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ line: string }>`SELECT concat_ws(' ', ${sql.literal(columns)}) AS line FROM ${sql(table)}`,
      (rows) => rows.map(({ line }) => line).sort()
    )
  )

layer(newDatabase(), { excludeTestServices: true, timeout: "10 minutes" })("spellings of one title", (it) => {
  it.effect(
    "are merged in an earlier database, and plays that were stored twice count once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(36), old)))
        yield* migrate
        // The most played row of each title stays, with what the others know.
        expect(yield* lines("listening_tracks", "id, name, fold, duration")).toStrictEqual([
          "2 Let Down let down 240000",
          "3 Étude étude",
          "5 Ferry Song ferry song",
          "6 Ferry Song - Remastered 2009 ferry song - remastered 2009"
        ])
        expect(yield* lines("listening_albums", "id, name, released_year")).toStrictEqual([
          "1 OK Computer 1997",
          "3 Best of"
        ])
        expect(yield* lines("search_documents", "entity_type, entity_id, title")).toStrictEqual([
          "album 1 OK Computer",
          "album 3 Best of",
          "track 2 Let Down",
          "track 3 Étude",
          "track 5 Ferry Song",
          "track 6 Ferry Song - Remastered 2009"
        ])
        expect(yield* lines("feed_items", "entity_id, title")).toStrictEqual([
          "1 New album: OK Computer",
          "3 New album: Best of"
        ])
        expect(yield* lines("images", "entity_id, original, hints ->> 'album'")).toStrictEqual([
          "1 chosen OK Computer",
          "3 Best of"
        ])
        expect(yield* lines("enrichment_tasks", "kind, subject")).toHaveLength(6)
        expect(yield* sql`SELECT FROM listening_plays`).toHaveLength(plays.length - 1)
        yield* refreshListening
        const visible = yield* sql`SELECT FROM listening_plays WHERE visible`
        expect(visible).toHaveLength(6)
        expect(yield* countTables).toContain("totals day 2023-11-14: 6 0 0 0")
        expect(yield* countTables).toContain("totals ever 1970-01-01: 6 1 2 3")
        expect(yield* lines("listening_tracks", "match_name")).toStrictEqual([
          "lieu|etude",
          "lieu|ferrysong",
          "lieu|ferrysong",
          "lieu|letdown"
        ])
        // Once: another start reads nothing.
        yield* sql`UPDATE listening_plays SET twin = false`
        yield* refreshListening
        expect(yield* sql`SELECT FROM listening_plays WHERE twin`).toHaveLength(0)
      }).pipe(
        Effect.provide(listening),
        Effect.provide(Versions.layer),
        Effect.provide(home("UTC", () => "2024-01-01"))
      ),
    600_000
  )
})

import { ListeningRecords, ListeningStore } from "@daybook/core/listening"
import { always } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { migrate, migrateTo } from "../../src/postgres/migrate.js"
import { migrations } from "../../src/postgres/migrations/index.js"
import { countTables } from "../contract/model/database.js"
import { newDatabase } from "../support/database.js"
import { home, listening } from "../support/stores.js"

/** Rows of version 18: a different case was another artist. The last two differ by MBID. */
const artists = [
  { id: 1, name: "LIEU", mbid: null, plays: [1, 2], link: null },
  { id: 2, name: "Lieu", mbid: "m-1", plays: [3, 4, 5], link: "https://music.example/lieu" },
  { id: 3, name: "Oskeln", mbid: "m-2", plays: [6], link: null },
  { id: 4, name: "OSKELN", mbid: "m-3", plays: [7], link: null }
]

const old = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO listening_genres (name) VALUES ('folk')`
  for (const { id, link, mbid, name, plays } of artists) {
    yield* sql`INSERT INTO listening_artists (id, name, sort_name, mbid, apple_music_url, genre_id, hidden) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${name}, ${name.toLowerCase()}, ${mbid}, ${link}, ${id === 1 ? 1 : null}, false)`
    yield* sql`INSERT INTO listening_tracks (id, artist_id, name, sort_name, match_name, duration, hidden) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${id}, 'Harbour', 'harbour', ${`${name.toLowerCase()}|harbour`}, ${id * 1000}, false)`
    yield* sql`INSERT INTO listening_albums (id, artist_id, name, sort_name, released_year, hidden) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${id}, 'North', 'north', ${id === 1 ? 2001 : null}, false)`
    // All at the same time: the merged artist has two plays at one instant.
    for (const [index] of plays.entries()) {
      yield* sql`INSERT INTO listening_plays (played_at, artist_id, track_id, album_id, day, source, precise, visible)
        VALUES (to_timestamp(${1_700_000_000 + index * 600}), ${id}, ${id}, ${id}, '2023-11-14', 'lastfm', true, true)`
    }
    for (const kind of ["artist", "album", "track"]) {
      const title = kind === "artist" ? name : kind === "album" ? "North" : "Harbour"
      const subtitle = kind === "artist" ? null : name
      yield* sql`INSERT INTO search_documents (domain, entity_type, entity_id, title_key, head, title, subtitle, details)
        VALUES ('listening', ${kind}, ${id}, ${title.toLowerCase()}, to_tsvector('simple', ${`${title} ${subtitle ?? ""}`}), ${title}, ${subtitle}, '{}')`
      yield* sql`INSERT INTO listening_lookups (task, kind, subject) VALUES ('links', ${kind}::listening_kind, ${id})`
      if (kind === "track") continue
      yield* sql`INSERT INTO feed_items (domain, event_type, source_id, occurred_at, date, title, subtitle, entity_type, entity_id)
        VALUES ('listening', ${`new_${kind}`}, ${`${kind}:${id}`}, now(), '2023-11-14', ${`Discovered ${title}`}, ${subtitle}, ${kind}, ${id})`
      yield* sql`INSERT INTO images (domain, entity_type, entity_id, urls, hints, version, original, is_override)
        VALUES ('listening', ${kind}, ${id}, '{}', ${JSON.stringify({ artist: name })}::jsonb, ${id + 3}, ${id === 2 ? null : `${kind} of ${name}`}, ${id === 1 && kind === "artist"})`
    }
  }
  yield* sql`INSERT INTO listening_similar (artist_id, name, similarity) VALUES (1, 'OSKELN', 0.5), (3, 'lieu', 0.9)`
  yield* sql`INSERT INTO listening_totals (grain, bucket, plays, artists, albums, tracks) VALUES ('day', '2023-11-14', 7, 0, 0, 0)`
  yield* sql`INSERT INTO listening_buckets (grain, bucket, settled) VALUES ('year', '2023-01-01', true), ('month', '2023-11-01', true), ('ever', '1970-01-01', true)`
  yield* sql`INSERT INTO listening_sources VALUES ('lastfm')`
})

const page = { page: 1, limit: 10 }

const answers = Effect.gen(function* () {
  const store = yield* ListeningStore
  const top = yield* store.topArtists({ range: always, page })
  const albums = yield* store.topAlbums({ range: always, page })
  const tracks = yield* store.topTracks({ range: always, page, artistId: null })
  return {
    artists: top.rows.map(({ artist, plays }) => [
      artist.id,
      artist.name,
      artist.mbid,
      artist.appleMusicUrl,
      artist.genre,
      plays
    ]),
    albums: albums.rows.map(({ album, artist, plays }) => [album.id, artist.name, album.releasedYear, plays]),
    tracks: tracks.rows.map(({ artist, plays, track }) => [track.id, artist.name, plays])
  }
})

layer(newDatabase(), { excludeTestServices: true, timeout: "5 minutes" })("spellings of one artist", (it) => {
  it.effect("are merged in an earlier database, unless their MBIDs differ", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.zipRight(removeAll, Effect.zipRight(migrateTo(18), old)))
      expect(yield* migrate).toBe(Object.keys(migrations).filter((name) => name >= "0019").length)
      const expected = {
        artists: [
          [2, "Lieu", "m-1", "https://music.example/lieu", "folk", 5],
          [3, "Oskeln", "m-2", null, null, 1],
          [4, "OSKELN", "m-3", null, null, 1]
        ],
        albums: [
          [2, "Lieu", 2001, 5],
          [3, "Oskeln", null, 1],
          [4, "OSKELN", null, 1]
        ],
        tracks: [
          [2, "Lieu", 5],
          [3, "Oskeln", 1],
          [4, "OSKELN", 1]
        ]
      }
      expect(yield* answers).toStrictEqual(expected)
      yield* Effect.flatMap(ListeningRecords, (records) => records.completeCounts)
      expect(yield* answers).toStrictEqual(expected)
      expect(yield* countTables).toContain("totals ever 1970-01-01: 7 3 3 3")
      expect(yield* countTables).toContain("genre year 2023-01-01 folk: 5")
      expect(yield* sql`SELECT DISTINCT spelling_id FROM listening_plays`).toHaveLength(4)

      const of = (table: string, columns: string) =>
        Effect.map(
          sql<{ line: string }>`SELECT concat_ws(' ', ${sql.literal(columns)}) AS line FROM ${sql(table)} ORDER BY 1`,
          (rows) => rows.map(({ line }) => line)
        )
      expect(yield* of("search_documents", "entity_type, entity_id, title, subtitle")).toStrictEqual(
        [
          "album 2 North Lieu",
          "album 3 North Oskeln",
          "album 4 North OSKELN",
          "artist 2 Lieu",
          "artist 3 Oskeln",
          "artist 4 OSKELN",
          "track 2 Harbour Lieu",
          "track 3 Harbour Oskeln",
          "track 4 Harbour OSKELN"
        ].sort()
      )
      expect(yield* of("search_ranks", "entity_type, entity_id")).toHaveLength(9)
      expect((yield* of("feed_items", "entity_type, entity_id")).sort()).toStrictEqual([
        "album 2",
        "album 3",
        "album 4",
        "artist 2",
        "artist 3",
        "artist 4"
      ])
      // A person's choice stays, the other album's picture is adopted, and no version is reused.
      expect(
        (yield* of("images", "entity_type, entity_id, version, original, is_override"))
          .filter((line) => / 2 /.test(line))
          .sort()
      ).toStrictEqual(["album 2 6 album of LIEU f", "artist 2 6 artist of LIEU t"])
      expect((yield* of("enrichment_tasks", "kind, subject")).length).toBe(9)
      const limits = { albums: 3, tracksOfAlbum: 1, tracks: 3, similar: 3 }
      const similar = (id: number) =>
        Effect.flatMap(ListeningStore, (store) =>
          Effect.map(store.artist(id, limits), (profile) =>
            Option.getOrThrow(profile).similar.map(({ artist }) => artist.id)
          )
        )
      expect([yield* similar(2), yield* similar(3)]).toStrictEqual([[4], [2]])
    }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2024-01-01")))
  )
})

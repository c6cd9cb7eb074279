import { Catalogue, ListeningRecords, ListeningStore, type Play } from "@daybook/core/listening"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import assert from "node:assert/strict"
import { home, listening } from "../support/stores.js"
import { wipe } from "./model/database.js"

const named = (name: string) => ({ name, mbid: null, url: null })
const play = (minute: number, artist: string, track: string, album: string | null): Play => ({
  playedAt: Date.UTC(2026, 0, 1, 12, minute), precision: "second", artist: named(artist), track: named(track), album: album === null ? null : named(album)
})

/** Three artists, the second heard most. */
const plays = [
  play(1, "Ash", "One", "First"), play(2, "Birch", "Two", "Second"), play(3, "Birch", "Two", "Third"), play(4, "Birch", "Three", null),
  play(5, "Cedar", "Four", "Fourth"), play(6, "Cedar", "Four", "Fourth")
]

/** What every engine must answer about look-ups and what they found. */
export const catalogueContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`Catalogue: ${name}`, (it) => {
    const filled = <A, E>(test: Effect.Effect<A, E, Catalogue | ListeningRecords | ListeningStore | SqlClient.SqlClient>) =>
      Effect.gen(function*() {
        yield* wipe
        yield* Effect.gen(function*() {
          const records = yield* ListeningRecords
          yield* records.put("lastfm", plays, null)
          yield* records.settle
          yield* test
        }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2026-01-02")))
      })
    const names = (task: string, kind: "artist" | "album" | "track", limit = 10) =>
      Effect.flatMap(Catalogue, (catalogue) => Effect.map(catalogue.due(task, kind, limit), (wanted) => wanted.map((one) => [one.artist, one.name, one.album, one.attempts])))

    it.effect("gives what is due, most played first, until it is settled, and again when that is over", () => filled(Effect.gen(function*() {
      const catalogue = yield* Catalogue
      assert.deepEqual(yield* names("tags", "artist"), [["Birch", "Birch", null, 0], ["Cedar", "Cedar", null, 0], ["Ash", "Ash", null, 0]])
      assert.deepEqual(yield* names("links", "track", 2), [["Birch", "Two", "Third", 0], ["Cedar", "Four", "Fourth", 0]])
      const [birch, cedar] = (yield* catalogue.due("tags", "artist", 2)).map(({ id }) => id)
      yield* catalogue.settle("tags", "artist", [birch!], Date.now() + 3_600_000, true)
      yield* catalogue.settle("tags", "artist", [cedar!], Date.now() - 1_000, false)
      assert.deepEqual(yield* names("tags", "artist"), [["Cedar", "Cedar", null, 1], ["Ash", "Ash", null, 0]])
      assert.deepEqual([yield* catalogue.dueCount("tags", "artist"), yield* catalogue.dueCount("bios", "artist")], [2, 3])
      yield* catalogue.settle("tags", "artist", [cedar!], Date.now() - 1_000, true)
      assert.deepEqual(yield* names("tags", "artist"), [["Cedar", "Cedar", null, 0], ["Ash", "Ash", null, 0]])
    })))

    it.effect("keeps what was found where answers show it", () => filled(Effect.gen(function*() {
      const catalogue = yield* Catalogue
      const store = yield* ListeningStore
      const [birch] = yield* catalogue.due("any", "artist", 1)
      const [two] = yield* catalogue.due("any", "track", 1)
      const [album] = yield* catalogue.due("any", "album", 1)
      yield* catalogue.setLinks("artist", [{ id: birch!.id, url: "https://music.example/b", previewUrl: null, releasedYear: null, totalTracks: null }])
      yield* catalogue.setLinks("album", [{ id: album!.id, url: "https://music.example/a", previewUrl: null, releasedYear: 1999, totalTracks: 9 }])
      yield* catalogue.setLinks("track", [{ id: two!.id, url: "https://music.example/t", previewUrl: "https://clips.example/t", releasedYear: null, totalTracks: null }])
      yield* catalogue.setTags(birch!.id, [{ name: "folk", count: 100 }, { name: "seen live", count: 3 }], "folk")
      yield* catalogue.setBio(birch!.id, { summary: "Short", content: "Long", plays: 77, at: 5_000 })
      yield* catalogue.setSimilar(birch!.id, [{ name: "Cedar", match: 0.5 }, { name: "Ash", match: 0.9 }, { name: "Nobody", match: 1 }])
      const profileOf = Effect.map(store.artist(birch!.id, { albums: 1, tracksOfAlbum: 1, tracks: 1, similar: 5 }), Option.getOrThrow)
      const profile = yield* profileOf
      assert.deepEqual([profile.artist.appleMusicUrl, profile.artist.genre, profile.providerPlays, profile.bioSummary, profile.bioContent, profile.bioSyncedAt],
        ["https://music.example/b", "folk", 77, "Short", "Long", 5_000])
      assert.deepEqual(profile.tags, [{ name: "folk", count: 100 }, { name: "seen live", count: 3 }])
      assert.deepEqual(profile.similar.map(({ artist, similarity }) => [artist.name, similarity.toFixed(1)]), [["Ash", "0.9"], ["Cedar", "0.5"]])
      const shown = Option.getOrThrow(yield* store.album(album!.id)).album
      assert.deepEqual([shown.appleMusicUrl, shown.releasedYear, shown.totalTracks], ["https://music.example/a", 1999, 9])
      const [track] = profile.topTracks
      assert.deepEqual([track!.track.appleMusicUrl, track!.track.previewUrl], ["https://music.example/t", "https://clips.example/t"])
      yield* catalogue.setSimilar(birch!.id, [])
      assert.deepEqual((yield* profileOf).similar, [])
    })))

    it.effect("has a picture looked for again when the link comes after it, unless a person chose it or nothing is new", () => filled(Effect.gen(function*() {
      const catalogue = yield* Catalogue
      const sql = yield* SqlClient.SqlClient
      const [one, two, three, four] = (yield* catalogue.due("any", "album", 4)).map(({ id }) => id)
      const [artist, bare] = (yield* catalogue.due("any", "artist", 2)).map(({ id }) => id)
      const picture = (type: string, id: number | undefined, source: string | null, chosen = false) => sql`
        INSERT INTO images (domain, entity_type, entity_id, urls, hints, original, source, is_override, due_at)
        VALUES ('listening', ${type}, ${id!}, '{}', '{}', ${source === null ? null : "a.jpg"}, ${source}, ${chosen}, NULL)`
      yield* picture("album", one, "deezer")
      yield* picture("album", two, "apple-music")
      yield* picture("album", three, "upload", true)
      yield* picture("album", four, null)
      yield* picture("artist", artist, "deezer")
      yield* picture("artist", bare, null)
      const link = (id: number | undefined, url: string) => ({ id: id!, url, previewUrl: null, releasedYear: null, totalTracks: null })
      const due = Effect.map(sql<{ name: string }>`SELECT entity_type || ' ' || entity_id AS name FROM images WHERE due_at <= now() ORDER BY 1`, (rows) => rows.map(({ name }) => name))
      const give = Effect.zipRight(
        catalogue.setLinks("album", [one, two, three, four].map((id) => link(id, `https://music.example/${id}`))),
        catalogue.setLinks("artist", [artist, bare].map((id) => link(id, `https://music.example/${id}`)))
      )
      yield* give
      assert.deepEqual(yield* due, [`album ${one}`, `album ${four}`, `artist ${bare}`].sort())
      yield* sql`UPDATE images SET due_at = NULL`
      yield* give
      assert.deepEqual(yield* due, [])
    })))

    it.effect("keeps when an account was opened, and asks again only when its time has come", () => filled(Effect.gen(function*() {
      const catalogue = yield* Catalogue
      const store = yield* ListeningStore
      assert.deepEqual([yield* catalogue.accountDue("lastfm"), yield* store.registeredAt], [true, Option.none()])
      yield* catalogue.setAccount("lastfm", 1_037_793_040_000, Date.now() + 60_000)
      yield* catalogue.setAccount("other", null, Date.now() - 60_000)
      assert.deepEqual([yield* catalogue.accountDue("lastfm"), yield* catalogue.accountDue("other")], [false, true])
      assert.deepEqual(yield* store.registeredAt, Option.some(1_037_793_040_000))
    })))
  })

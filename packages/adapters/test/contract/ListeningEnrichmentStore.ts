import { CorrectionStore } from "@daybook/core/corrections"
import {
  ListeningCorrections,
  ListeningEnrichmentStore,
  ListeningRecords,
  ListeningStore,
  type Play
} from "@daybook/core/listening"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { completeDomain } from "../../src/postgres/DomainCounts.js"
import { recordOutcome } from "../../src/postgres/EnrichmentTasks.js"
import { nullable, number, text } from "../../src/postgres/kit/columns.js"
import { sql } from "../../src/postgres/kit/sql.js"
import { home, listening } from "../support/stores.js"
import { wipe } from "./model/database.js"

const mbid = "8f6bd1e4-fbe1-4f50-aa9b-94c450ec0f11"

const named = (name: string) => ({ name, mbid: null, url: null })
const play = (minute: number, artist: string, track: string, album: string | null): Play => ({
  playedAt: Date.UTC(2026, 0, 1, 12, minute),
  precision: "second",
  artist: named(artist),
  track: named(track),
  album: album === null ? null : named(album)
})

/** Three artists; the second has the most plays. */
const plays = [
  play(1, "Ash", "One", "First"),
  play(2, "Birch", "Two", "Second"),
  play(3, "Birch", "Two", "Third"),
  play(4, "Birch", "Three", null),
  play(5, "Cedar", "Four", "Fourth"),
  play(6, "Cedar", "Four", "Fourth")
]

/** Contract for enrichment tasks and their results. */
export const listeningEnrichmentStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("ListeningEnrichmentStore", (it) => {
    const filled = <A, E>(
      test: Effect.Effect<
        A,
        E,
        | CorrectionStore
        | ListeningCorrections
        | ListeningEnrichmentStore
        | ListeningRecords
        | ListeningStore
        | SqlClient.SqlClient
      >
    ) =>
      Effect.gen(function* () {
        yield* wipe
        yield* Effect.gen(function* () {
          const records = yield* ListeningRecords
          yield* records.put("lastfm", plays, null)
          yield* records.completeCounts
          yield* test
        }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2026-01-02")))
      })
    const names = (task: string, kind: "artist" | "album" | "track", limit = 10) =>
      Effect.flatMap(ListeningEnrichmentStore, (catalogue) =>
        Effect.map(catalogue.due(task, kind, limit), (targets) =>
          targets.map((one) => [one.artist, one.name, one.album, one.attempts])
        )
      )

    it.effect("looks up again what the owner identified, by its id alone, and nothing that nobody has", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
          const [birch] = yield* catalogue.due("tags", "artist", 1)
          yield* catalogue.setTags(birch!.id, [{ name: "folk", count: 3 }], "folk")
          yield* catalogue.setBio(birch!.id, { summary: "Another Birch", content: null, plays: null, at: 0 })
          yield* recordOutcome(
            { domain: "listening", task: "tags", kind: "artist" },
            [birch!.id],
            Date.now() + 1e6,
            true
          )
          const bios = sql({ bio: nullable(text), genre: nullable(number) })`
            SELECT bio_summary AS bio, genre_id AS genre FROM listening_artists WHERE name = 'Birch'`
          const identify = (value: string | null) =>
            Effect.gen(function* () {
              yield* sql`DELETE FROM corrections`
              const correction = {
                ...{ domain: "listening", kind: "identify" as const, type: "artist", subject: { artist: "Birch" } },
                ...{ object: null, value, reason: null }
              }
              if (value !== null) yield* Effect.flatMap(CorrectionStore, (store) => store.add(correction))
              yield* Effect.flatMap(ListeningCorrections, (corrections) => corrections.apply([correction]))
            })

          yield* identify(`mbid=${mbid}`)
          expect(yield* bios).toStrictEqual([{ bio: null, genre: null }])
          const [again] = yield* catalogue.due("tags", "artist", 1)
          expect(again).toMatchObject({ name: "Birch", mbid, isIdentified: true })

          yield* identify("none")
          expect(yield* names("tags", "artist")).toStrictEqual([
            ["Cedar", "Cedar", null, 0],
            ["Ash", "Ash", null, 0]
          ])
          expect(yield* catalogue.dueCount("tags", "artist")).toBe(2)

          yield* identify(null)
          const [asReported] = yield* catalogue.due("tags", "artist", 1)
          expect(asReported).toMatchObject({ name: "Birch", mbid: null, isIdentified: false })
        })
      )
    )

    it.effect("returns due entities, most played first, and again after the recorded delay", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
          expect(yield* names("tags", "artist")).toStrictEqual([
            ["Birch", "Birch", null, 0],
            ["Cedar", "Cedar", null, 0],
            ["Ash", "Ash", null, 0]
          ])
          expect(yield* names("links", "track", 2)).toStrictEqual([
            ["Birch", "Two", "Third", 0],
            ["Cedar", "Four", "Fourth", 0]
          ])
          const task = { domain: "listening", task: "tags", kind: "artist" } as const
          const [birch, cedar] = (yield* catalogue.due("tags", "artist", 2)).map(({ id }) => id)
          yield* recordOutcome(task, [birch!], Date.now() + 3_600_000, true)
          yield* recordOutcome(task, [cedar!], Date.now() - 1_000, false)
          expect(yield* names("tags", "artist")).toStrictEqual([
            ["Cedar", "Cedar", null, 1],
            ["Ash", "Ash", null, 0]
          ])
          expect([
            yield* catalogue.dueCount("tags", "artist"),
            yield* catalogue.dueCount("bios", "artist")
          ]).toStrictEqual([2, 3])
          yield* recordOutcome(task, [cedar!], Date.now() - 1_000, true)
          expect(yield* names("tags", "artist")).toStrictEqual([
            ["Cedar", "Cedar", null, 0],
            ["Ash", "Ash", null, 0]
          ])
        })
      )
    )

    it.effect("stores results where answers show them", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
          const store = yield* ListeningStore
          const [birch] = yield* catalogue.due("any", "artist", 1)
          const [two] = yield* catalogue.due("any", "track", 1)
          const [album] = yield* catalogue.due("any", "album", 1)
          yield* catalogue.setLinks("artist", [
            { id: birch!.id, url: "https://music.example/b", previewUrl: null, releasedYear: null, totalTracks: null }
          ])
          yield* catalogue.setLinks("album", [
            { id: album!.id, url: "https://music.example/a", previewUrl: null, releasedYear: 1999, totalTracks: 9 }
          ])
          yield* catalogue.setLinks("track", [
            {
              id: two!.id,
              url: "https://music.example/t",
              previewUrl: "https://clips.example/t",
              releasedYear: null,
              totalTracks: null
            }
          ])
          yield* catalogue.setTags(
            birch!.id,
            [
              { name: "folk", count: 100 },
              { name: "seen live", count: 3 }
            ],
            "folk"
          )
          yield* catalogue.setBio(birch!.id, { summary: "Short", content: "Long", plays: 77, at: 5_000 })
          yield* catalogue.setSimilar(birch!.id, [
            { name: "Cedar", match: 0.5 },
            { name: "Ash", match: 0.9 },
            { name: "Nobody", match: 1 }
          ])
          const profileOf = Effect.map(
            store.artist(birch!.id, { albums: 1, tracksOfAlbum: 1, tracks: 1, similar: 5 }),
            Option.getOrThrow
          )
          const profile = yield* profileOf
          expect([
            profile.artist.appleMusicUrl,
            profile.artist.genre,
            profile.providerPlays,
            profile.bioSummary,
            profile.bioContent,
            profile.bioSyncedAt
          ]).toStrictEqual(["https://music.example/b", "folk", 77, "Short", "Long", 5_000])
          expect(profile.tags).toStrictEqual([
            { name: "folk", count: 100 },
            { name: "seen live", count: 3 }
          ])
          expect(profile.similar.map(({ artist, similarity }) => [artist.name, similarity.toFixed(1)])).toStrictEqual([
            ["Ash", "0.9"],
            ["Cedar", "0.5"]
          ])
          const storedAlbum = Option.getOrThrow(yield* store.album(album!.id)).album
          expect([storedAlbum.appleMusicUrl, storedAlbum.releasedYear, storedAlbum.totalTracks]).toStrictEqual([
            "https://music.example/a",
            1999,
            9
          ])
          const [track] = profile.topTracks
          expect([track!.track.appleMusicUrl, track!.track.previewUrl]).toStrictEqual([
            "https://music.example/t",
            "https://clips.example/t"
          ])
          yield* catalogue.setSimilar(birch!.id, [])
          expect((yield* profileOf).similar).toStrictEqual([])
        })
      )
    )

    it.effect("queues a picture again when a link arrives later, unless a person chose it or nothing changed", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
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
          const link = (id: number | undefined, url: string) => ({
            id: id!,
            url,
            previewUrl: null,
            releasedYear: null,
            totalTracks: null
          })
          const due = Effect.map(
            sql<{
              name: string
            }>`SELECT entity_type || ' ' || entity_id AS name FROM images WHERE due_at <= now() ORDER BY 1`,
            (rows) => rows.map(({ name }) => name)
          )
          const give = Effect.zipRight(
            catalogue.setLinks(
              "album",
              [one, two, three, four].map((id) => link(id, `https://music.example/${id}`))
            ),
            catalogue.setLinks(
              "artist",
              [artist, bare].map((id) => link(id, `https://music.example/${id}`))
            )
          )
          yield* give
          expect(yield* due).toStrictEqual([`album ${one}`, `album ${four}`, `artist ${bare}`].sort())
          yield* sql`UPDATE images SET due_at = NULL`
          yield* give
          expect(yield* due).toStrictEqual([])
        })
      )
    )

    it.effect("counts what has no link, and albums with plays of another artist", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
          const sql = yield* SqlClient.SqlClient
          const none = {
            artistsWithPlaysWithoutLink: 3,
            artistsWithoutLink: 3,
            tracksWithoutLink: 4,
            mismatchedAlbums: 0
          }
          expect(yield* catalogue.gaps).toStrictEqual(none)
          const [birch] = yield* catalogue.due("any", "artist", 1)
          const link = { url: "https://music.example/b", previewUrl: null, releasedYear: null, totalTracks: null }
          yield* catalogue.setLinks("artist", [{ id: birch!.id, ...link }])
          // Fourth has two plays, and counts once.
          yield* sql`UPDATE listening_albums SET artist_id = ${birch!.id} WHERE name = 'Fourth'`
          expect(yield* catalogue.gaps).toStrictEqual({
            artistsWithPlaysWithoutLink: 2,
            artistsWithoutLink: 2,
            tracksWithoutLink: 4,
            mismatchedAlbums: 1
          })
          const gaps = yield* catalogue.gaps
          yield* completeDomain("listening")
          expect(yield* catalogue.gaps).toStrictEqual(gaps)
          const [, cedar] = yield* catalogue.due("any", "artist", 2)
          yield* catalogue.setLinks("artist", [{ id: cedar!.id, ...link }])
          expect(yield* catalogue.gaps).not.toStrictEqual(gaps)
        })
      )
    )

    it.effect("stores when an account was opened, and asks again only when it is due", () =>
      filled(
        Effect.gen(function* () {
          const catalogue = yield* ListeningEnrichmentStore
          const store = yield* ListeningStore
          expect([yield* catalogue.accountDue("lastfm"), (yield* store.beginning).registeredAt]).toStrictEqual([
            true,
            Option.none()
          ])
          yield* catalogue.setAccount("lastfm", 1_037_793_040_000, Date.now() + 60_000)
          yield* catalogue.setAccount("other", null, Date.now() - 60_000)
          expect([yield* catalogue.accountDue("lastfm"), yield* catalogue.accountDue("other")]).toStrictEqual([
            false,
            true
          ])
          expect((yield* store.beginning).registeredAt).toStrictEqual(Option.some(1_037_793_040_000))
        })
      )
    )
  })

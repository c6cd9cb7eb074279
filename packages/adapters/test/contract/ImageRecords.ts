import { expect, layer } from "@effect/vitest"
import {
  type ImageRequest,
  ImageRecords,
  ImageRequests,
  Originals,
  type PictureOutcome,
  sweepOriginals,
  type StoredPicture
} from "@daybook/core/images"
import type { EntityRef } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { recordOutcome } from "../../src/postgres/EnrichmentTasks.js"
import * as Records from "../../src/postgres/ImageRecords.js"
import * as PostgresImageRequests from "../../src/postgres/ImageRequests.js"
import * as Versions from "../../src/postgres/Versions.js"
import { newDatabase } from "../support/database.js"

const album = (id: number): EntityRef => ({ type: "album", id })
const picture = (original: string): StoredPicture => ({
  original: original.repeat(64),
  width: 600,
  height: 500,
  thumbhash: `hash of ${original}`,
  dominantColor: "#102030",
  accentColor: null,
  source: "deezer",
  sourceUrl: `https://x.example/${original}`
})
const imageRequest = (id: number, of: Partial<ImageRequest> = {}) => ({
  entity: album(id),
  urls: [],
  hints: { artist: `Artist ${id}` },
  ...of
})

const world = Effect.gen(function* () {
  const records = yield* ImageRecords
  const requests = yield* ImageRequests
  const sql = yield* SqlClient.SqlClient
  return {
    records,
    requests,
    foundOutcome: (id: number, original: string): PictureOutcome => ({
      _tag: "Found",
      entity: album(id),
      picture: picture(original)
    }),
    record: (id: number) => Effect.map(records.find("listening", album(id)), Option.getOrUndefined),
    takeIds: Effect.map(records.claim("listening", 100), (all) => all.map(({ entity }) => entity.id).sort()),
    /** Minutes until a request is due; null if it is not scheduled. */
    dueIn: (id: number) =>
      Effect.map(
        sql<{
          minutes: number | null
        }>`SELECT round(extract(epoch FROM due_at - now()) / 60)::int AS minutes FROM images WHERE domain = 'listening' AND entity_id = ${id}`,
        ([row]) => row?.minutes ?? null
      ),
    pass: (minutes: number) => sql`UPDATE images SET due_at = due_at - ${minutes} * interval '1 minute'`,
    version: Effect.map(
      sql<{ version: number }>`SELECT version FROM versions WHERE topic = 'listening'`,
      ([row]) => row?.version ?? 0
    )
  }
})

/** Contract for the queue of wanted pictures and for found pictures. Each case starts with an empty table. */
export const imageRecords = () =>
  layer(
    Layer.provideMerge(
      Layer.mergeAll(Records.layer, PostgresImageRequests.layer),
      Layer.provideMerge(Versions.layer, newDatabase())
    ),
    { timeout: "5 minutes" }
  )("ImageRecords", (it) => {
    const run = <A, E, R>(test: Effect.Effect<A, E, R>) =>
      Effect.zipRight(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM images`),
        test
      )

    it.effect("hands each request to one worker, and again if that worker dies", () =>
      run(
        Effect.gen(function* () {
          const { pass, records, takeIds, requests } = yield* world
          yield* requests.request(
            "listening",
            [1, 2, 3, 4, 5, 6].map((id) => imageRequest(id))
          )
          yield* requests.request("watching", [{ ...imageRequest(9), entity: { type: "movie", id: 9 } }])
          expect(yield* records.due("listening")).toBe(6)
          const batches = yield* Effect.all(
            [records.claim("listening", 2), records.claim("listening", 2), records.claim("listening", 2)],
            { concurrency: 3 }
          )
          const ids = batches.flat().map(({ entity }) => entity.id)
          expect(ids.sort()).toEqual([...new Set(ids)].sort())
          yield* takeIds
          expect(yield* records.due("listening")).toBe(0)
          expect(yield* takeIds).toEqual([])
          yield* pass(3)
          expect(yield* takeIds).toEqual([1, 2, 3, 4, 5, 6])
        })
      )
    )

    it.effect("makes a picture wait for the enrichment that finds its link, but not forever", () =>
      run(
        Effect.gen(function* () {
          const { pass, records, requests } = yield* world
          const sql = yield* SqlClient.SqlClient
          const awaited = [{ type: "album", task: "links" }] as const
          const takeIds = Effect.map(records.claim("listening", 9, awaited), (all) =>
            all.map(({ entity }) => `${entity.type} ${entity.id}`).sort()
          )
          yield* sql`DELETE FROM enrichment_tasks`
          yield* requests.request("listening", [
            imageRequest(1),
            imageRequest(2),
            { ...imageRequest(3), entity: { type: "artist", id: 3 } }
          ])
          expect([yield* records.due("listening"), yield* records.due("listening", awaited)]).toEqual([3, 1])
          expect(yield* takeIds).toEqual(["artist 3"])
          // A finished enrichment, with or without a result, is no longer awaited.
          const tried = (task: string, id: number, succeeded: boolean) =>
            recordOutcome({ domain: "listening", task, kind: "album" }, [id], Date.now(), succeeded)
          yield* tried("links", 2, false)
          yield* tried("other", 1, true)
          expect(yield* takeIds).toEqual(["album 2"])
          yield* pass(16)
          expect(yield* takeIds).toEqual(["album 1", "album 2", "artist 3"])
          yield* sql`DELETE FROM enrichment_tasks`
        })
      )
    )

    it.effect("gets a record's mbid from plays of the same album, ignoring case", () =>
      run(
        Effect.gen(function* () {
          const { records, requests } = yield* world
          const sql = yield* SqlClient.SqlClient
          const [artist] = yield* sql<{
            id: number
          }>`INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('Velmora Tide', 'velmora tide', false) RETURNING id`
          yield* sql`INSERT INTO listening_albums (artist_id, reported_artist_id, name, fold, sort_name, reported_mbid, hidden) VALUES (${artist!.id}, ${artist!.id}, 'Second Daylight', 'second daylight', 'second daylight', 'the-mbid', false)`
          const of = (id: number, album: string) => ({
            entity: { type: "release" as const, id },
            urls: [],
            hints: { artist: "VELMORA TIDE", album }
          })
          yield* requests.request("collecting", [of(1, "Second daylight"), of(2, "Another")])
          const hints = new Map(
            (yield* records.claim("collecting", 9)).map(({ entity, hints }) => [entity.id, hints["mbid"]])
          )
          expect([hints.get(1), hints.get(2)]).toEqual(["the-mbid", undefined])
          yield* sql`TRUNCATE listening_artists, listening_albums CASCADE`
        })
      )
    )

    it.effect("hands out released requests again, except those with a recorded outcome", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, records, takeIds, requests } = yield* world
          yield* requests.request(
            "listening",
            [1, 2, 3, 4].map((id) => imageRequest(id))
          )
          const batch = yield* records.claim("listening", 4)
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a"), { _tag: "Missing", entity: album(2) }])
          yield* records.release("listening", batch)
          expect(yield* takeIds).toEqual([3, 4])
        })
      )
    )

    it.effect("retries missing pictures after 7 days, then later; deferred ones after minutes, then hours", () =>
      run(
        Effect.gen(function* () {
          const { dueIn, records, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2)])
          const days: Array<number | null> = []
          const minutes: Array<number | null> = []
          for (let round = 0; round < 5; round++) {
            yield* records.recordOutcomes("listening", [
              { _tag: "Missing", entity: album(1) },
              { _tag: "Postponed", entity: album(2) }
            ])
            days.push((yield* dueIn(1))! / 1_440)
            minutes.push(yield* dueIn(2))
          }
          expect(days).toEqual([7, 14, 28, 28, 28])
          expect(minutes).toEqual([5, 10, 20, 40, 80])
          yield* requests.request("listening", [imageRequest(1)])
          expect(yield* dueIn(1)).toBe(28 * 1_440)
          yield* requests.request("listening", [imageRequest(1, { urls: ["https://x.example/new.jpg"] })])
          expect(yield* dueIn(1)).toBe(0)
        })
      )
    )

    it.effect("increments the versions of a picture and of its domain only on a change", () =>
      run(
        Effect.gen(function* () {
          const { dueIn, foundOutcome, record, records, version, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2)])
          expect(yield* record(1)).toMatchObject({
            version: 0,
            picture: null,
            isOverride: false,
            request: { hints: { artist: "Artist 1" } }
          })
          const before = yield* version
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a"), { _tag: "Missing", entity: album(2) }])
          expect(yield* record(1)).toMatchObject({ version: 1, picture: picture("a"), isOverride: false })
          expect(yield* dueIn(1)).toBeNull()
          expect(yield* version).toBe(before + 1)
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a")])
          expect(yield* record(1)).toMatchObject({ version: 1 })
          expect(yield* version).toBe(before + 1)
          yield* records.recordOutcomes("listening", [foundOutcome(1, "b")])
          expect(yield* record(1)).toMatchObject({ version: 2, picture: picture("b") })
          yield* records.recordOutcomes("listening", [foundOutcome(99, "c")])
          expect(yield* record(99)).toBeUndefined()
        })
      )
    )

    it.effect("keeps a person's choice until it is withdrawn", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, record, records, takeIds, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1)])
          expect(yield* records.override("listening", album(2), picture("x"))).toEqual(Option.none())
          yield* records.override("listening", album(1), picture("x"))
          yield* requests.request("listening", [imageRequest(1, { hints: { artist: "Another name" } })])
          expect(yield* takeIds).toEqual([])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a"), { _tag: "Missing", entity: album(1) }])
          expect(yield* record(1)).toMatchObject({
            version: 1,
            picture: picture("x"),
            isOverride: true,
            request: { hints: { artist: "Another name" } }
          })
          yield* records.reset("listening", album(1))
          expect(yield* record(1)).toMatchObject({ version: 2, picture: null, isOverride: false })
          expect(yield* takeIds).toEqual([1])
        })
      )
    )

    it.effect("forgets deleted entities, and continues their versions if they return", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, record, records, takeIds, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2)])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a")])
          yield* requests.withdraw("listening", [album(1), album(2)])
          expect([yield* record(1), yield* record(2)]).toEqual([undefined, undefined])
          expect(yield* takeIds).toEqual([])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a")])
          expect(yield* record(1)).toBeUndefined()
          yield* requests.request("listening", [imageRequest(1)])
          expect(yield* record(1)).toMatchObject({ version: 1, picture: null })
          yield* records.recordOutcomes("listening", [foundOutcome(1, "b")])
          expect(yield* record(1)).toMatchObject({ version: 2 })
        })
      )
    )

    it.effect("keeps a person's choice while its entity is deleted", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, record, records, takeIds, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1)])
          yield* records.override("listening", album(1), picture("x"))
          yield* requests.withdraw("listening", [album(1)])
          expect([yield* record(1), yield* records.unused([picture("x").original])]).toEqual([undefined, []])
          yield* requests.request("listening", [imageRequest(1)])
          expect(yield* record(1)).toMatchObject({
            version: 1,
            isOverride: true,
            picture: { original: picture("x").original }
          })
          expect(yield* takeIds).toEqual([])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a")])
          expect(yield* record(1)).toMatchObject({ version: 1, isOverride: true })
        })
      )
    )

    it.effect("stores no token, and recognises the catalogue's link", () =>
      run(
        Effect.gen(function* () {
          const { record, records, requests } = yield* world
          const sql = yield* SqlClient.SqlClient
          yield* requests.request("watching", [
            {
              entity: { type: "movie", id: 1 },
              urls: [
                "http://10.0.0.2:32400/library/metadata/7/thumb/1?width=9&X-Plex-Token=s3cret",
                "https://u:p@x.example/y"
              ],
              hints: {}
            }
          ])
          expect(
            Option.map(yield* records.find("watching", { type: "movie", id: 1 }), ({ request }) => request.urls)
          ).toEqual(Option.some(["http://10.0.0.2:32400/library/metadata/7/thumb/1?width=9", "https://x.example/y"]))
          const rows = yield* sql`SELECT * FROM images`
          expect(JSON.stringify(rows)).not.toMatch(/s3cret|u:p/)
          yield* requests.request("listening", [
            imageRequest(5),
            imageRequest(5, { hints: { artist: "The last one counts" } })
          ])
          expect((yield* record(5))?.request.hints).toEqual({ artist: "The last one counts" })
        })
      )
    )

    it.effect("recomputes stale placeholders, and tries failing ones only once", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, record, records, version, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2), imageRequest(3)])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a"), foundOutcome(2, "b")])
          expect(yield* records.staleCount).toBe(0)
          yield* records.markStale
          expect(yield* records.staleCount).toBe(2)
          const [first, second] = yield* records.stale(10)
          const before = yield* version
          yield* records.setAppearance(first!, { thumbhash: "new", dominantColor: "#ffffff", accentColor: "#000000" })
          yield* records.setAppearance(second!, null)
          expect(yield* records.staleCount).toBe(0)
          expect((yield* record(1))?.picture).toMatchObject({
            thumbhash: "new",
            dominantColor: "#ffffff",
            accentColor: "#000000"
          })
          expect((yield* record(2))?.picture).toEqual(picture("b"))
          expect(yield* version).toBe(before + 1)
        })
      )
    )

    it.effect("removes originals that no picture uses, except new ones", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, records, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2), imageRequest(3)])
          yield* records.recordOutcomes("listening", [foundOutcome(1, "a"), foundOutcome(2, "b"), foundOutcome(3, "c")])
          yield* records.recordOutcomes("listening", [foundOutcome(2, "d")])
          yield* requests.withdraw("listening", [{ type: "album", id: 3 }])
          const originalOf = (name: string) => picture(name).original
          const now = yield* Clock.currentTimeMillis
          const originals = new Map(
            ["a", "b", "d", "c", "e"].map((name) => [
              originalOf(name),
              name === "e" ? now - 3_600_000 : now - 25 * 3_600_000
            ])
          )
          const swept = yield* Effect.provideService(sweepOriginals, Originals, {
            put: () => Effect.die("unused"),
            get: () => Effect.succeedNone,
            all: Stream.fromIterable([...originals].map(([name, at]) => ({ name, at }))),
            remove: (name) => Effect.sync(() => void originals.delete(name))
          })
          expect([swept, [...originals.keys()]]).toEqual([2, ["a", "d", "e"].map(originalOf)])
        })
      )
    )

    it.effect("resets missing pictures on request, in parts, and never a person's choice", () =>
      run(
        Effect.gen(function* () {
          const { foundOutcome, records, takeIds, requests } = yield* world
          yield* requests.request("listening", [imageRequest(1), imageRequest(2), imageRequest(3), imageRequest(4)])
          yield* takeIds
          yield* records.recordOutcomes("listening", [
            foundOutcome(1, "a"),
            { _tag: "Missing", entity: album(2) },
            { _tag: "Missing", entity: album(3) }
          ])
          yield* records.override("listening", album(4), picture("x"))
          const request = {
            domain: "listening",
            types: ["album"],
            force: false,
            dryRun: false,
            limit: 10,
            offset: 0
          } as const
          expect(yield* records.refetch({ ...request, dryRun: true })).toBe(2)
          expect(yield* takeIds).toEqual([])
          expect(yield* records.refetch({ ...request, offset: 1, limit: 1 })).toBe(1)
          expect(yield* takeIds).toEqual([3])
          expect(yield* records.refetch({ ...request, types: ["artist"] })).toBe(0)
          expect(yield* records.refetch({ ...request, artist: "artist 3", dryRun: true })).toBe(1)
          expect(yield* records.refetch({ ...request, artist: "artist", dryRun: true })).toBe(0)
          expect(yield* records.refetch({ ...request, force: true })).toBe(3)
          expect(yield* takeIds).toEqual([1, 2, 3])
        })
      )
    )
  })

import { expect, layer } from "@effect/vitest"
import { type ImageWant, ImageRecords, ImageWants, Originals, type Outcome, sweepOriginals, type TakenPicture } from "@daybook/core/images"
import type { EntityRef } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import * as Records from "../../src/postgres/ImageRecords.js"
import * as Wants from "../../src/postgres/ImageWants.js"
import * as Versions from "../../src/postgres/Versions.js"
import { type Engine, newDatabase } from "../support/database.js"

const album = (id: number): EntityRef => ({ type: "album", id })
const picture = (original: string): TakenPicture => ({
  original: original.repeat(64), width: 600, height: 500, thumbhash: `hash of ${original}`, dominantColor: "#102030", accentColor: null, source: "deezer", sourceUrl: `https://x.example/${original}`
})
const want = (id: number, of: Partial<ImageWant> = {}) => ({ entity: album(id), urls: [], hints: { artist: `Artist ${id}` }, ...of })

const world = Effect.gen(function*() {
  const records = yield* ImageRecords
  const wants = yield* ImageWants
  const sql = yield* SqlClient.SqlClient
  return {
    records,
    wants,
    found: (id: number, original: string): Outcome => ({ _tag: "Found", entity: album(id), picture: picture(original) }),
    record: (id: number) => Effect.map(records.find("listening", album(id)), Option.getOrUndefined),
    taken: Effect.map(records.take("listening", 100), (all) => all.map(({ entity }) => entity.id).sort()),
    /** Minutes until a want is due; null for one that is not waited for. */
    dueIn: (id: number) => Effect.map(
      sql<{ minutes: number | null }>`SELECT round(extract(epoch FROM due_at - now()) / 60)::int AS minutes FROM images WHERE domain = 'listening' AND entity_id = ${id}`,
      ([row]) => row?.minutes ?? null
    ),
    pass: (minutes: number) => sql`UPDATE images SET due_at = due_at - ${minutes} * interval '1 minute'`,
    version: Effect.map(sql<{ version: number }>`SELECT version FROM versions WHERE topic = 'listening'`, ([row]) => row?.version ?? 0)
  }
})

/** The queue of wanted pictures and the pictures that were found, on one database that each case finds without any. */
export const imageRecords = (engine: Engine) =>
  layer(Layer.provideMerge(Layer.mergeAll(Records.layer, Wants.layer), Layer.provideMerge(Versions.layer, newDatabase(engine))), { timeout: "5 minutes" })(`ImageRecords on ${engine.name}`, (it) => {
    const run = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.zipRight(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM images`), test)

    it.effect("gives each want to one taker, and again when that one died with it", () =>
      run(Effect.gen(function*() {
        const { pass, records, taken, wants } = yield* world
        yield* wants.want("listening", [1, 2, 3, 4, 5, 6].map((id) => want(id)))
        yield* wants.want("watching", [{ ...want(9), entity: { type: "movie", id: 9 } }])
        expect(yield* records.due("listening")).toBe(6)
        const batches = yield* Effect.all([records.take("listening", 2), records.take("listening", 2), records.take("listening", 2)], { concurrency: 3 })
        const ids = batches.flat().map(({ entity }) => entity.id)
        expect(ids.sort()).toEqual([...new Set(ids)].sort())
        yield* taken
        expect(yield* records.due("listening")).toBe(0)
        expect(yield* taken).toEqual([])
        yield* pass(3)
        expect(yield* taken).toEqual([1, 2, 3, 4, 5, 6])
      })))

    it.effect("keeps a picture waiting for the look-up that says where it is, but not for ever", () =>
      run(Effect.gen(function*() {
        const { pass, records, wants } = yield* world
        const sql = yield* SqlClient.SqlClient
        const awaited = [{ type: "album", task: "links" }] as const
        const taken = Effect.map(records.take("listening", 9, awaited), (all) => all.map(({ entity }) => `${entity.type} ${entity.id}`).sort())
        yield* sql`DELETE FROM listening_lookups`
        yield* wants.want("listening", [want(1), want(2), { ...want(3), entity: { type: "artist", id: 3 } }])
        expect([yield* records.due("listening"), yield* records.due("listening", awaited)]).toEqual([3, 1])
        expect(yield* taken).toEqual(["artist 3"])
        // Whether it found anything: then there is none to wait for.
        yield* sql`INSERT INTO listening_lookups (task, kind, subject, attempts) VALUES ('links', 'album', 2, 1), ('other', 'album', 1, 0)`
        expect(yield* taken).toEqual(["album 2"])
        yield* pass(16)
        expect(yield* taken).toEqual(["album 1", "album 2", "artist 3"])
        yield* sql`DELETE FROM listening_lookups`
      })))

    it.effect("takes a record's mbid from the scrobbles of the same album, whatever the case", () =>
      run(Effect.gen(function*() {
        const { records, wants } = yield* world
        const sql = yield* SqlClient.SqlClient
        const [artist] = yield* sql<{ id: number }>`INSERT INTO listening_artists (name, sort_name, hidden) VALUES ('Velmora Tide', 'velmora tide', false) RETURNING id`
        yield* sql`INSERT INTO listening_albums (artist_id, name, sort_name, mbid, hidden) VALUES (${artist!.id}, 'Second Daylight', 'second daylight', 'the-mbid', false)`
        const of = (id: number, album: string) => ({ entity: { type: "release" as const, id }, urls: [], hints: { artist: "VELMORA TIDE", album } })
        yield* wants.want("collecting", [of(1, "Second daylight"), of(2, "Another")])
        const hints = new Map((yield* records.take("collecting", 9)).map(({ entity, hints }) => [entity.id, hints["mbid"]]))
        expect([hints.get(1), hints.get(2)]).toEqual(["the-mbid", undefined])
        yield* sql`TRUNCATE listening_artists, listening_albums CASCADE`
      })))

    it.effect("gives again what was given back, save what was settled meanwhile", () =>
      run(Effect.gen(function*() {
        const { found, records, taken, wants } = yield* world
        yield* wants.want("listening", [1, 2, 3, 4].map((id) => want(id)))
        const held = yield* records.take("listening", 4)
        yield* records.settle("listening", [found(1, "a"), { _tag: "Missing", entity: album(2) }])
        yield* records.giveBack("listening", held)
        expect(yield* taken).toEqual([3, 4])
      })))

    it.effect("waits 7 days for what is missing, then longer; minutes, then hours for what was put off", () =>
      run(Effect.gen(function*() {
        const { dueIn, records, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2)])
        const days: Array<number | null> = []
        const minutes: Array<number | null> = []
        for (let round = 0; round < 5; round++) {
          yield* records.settle("listening", [{ _tag: "Missing", entity: album(1) }, { _tag: "Postponed", entity: album(2) }])
          days.push((yield* dueIn(1))! / 1_440)
          minutes.push(yield* dueIn(2))
        }
        expect(days).toEqual([7, 14, 28, 28, 28])
        expect(minutes).toEqual([5, 10, 20, 40, 80])
        yield* wants.want("listening", [want(1)])
        expect(yield* dueIn(1)).toBe(28 * 1_440)
        yield* wants.want("listening", [want(1, { urls: ["https://x.example/new.jpg"] })])
        expect(yield* dueIn(1)).toBe(0)
      })))

    it.effect("counts a picture's version and the domain's data only where something changed", () =>
      run(Effect.gen(function*() {
        const { dueIn, found, record, records, version, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2)])
        expect(yield* record(1)).toMatchObject({ version: 0, picture: null, isOverride: false, want: { hints: { artist: "Artist 1" } } })
        const before = yield* version
        yield* records.settle("listening", [found(1, "a"), { _tag: "Missing", entity: album(2) }])
        expect(yield* record(1)).toMatchObject({ version: 1, picture: picture("a"), isOverride: false })
        expect(yield* dueIn(1)).toBeNull()
        expect(yield* version).toBe(before + 1)
        yield* records.settle("listening", [found(1, "a")])
        expect(yield* record(1)).toMatchObject({ version: 1 })
        expect(yield* version).toBe(before + 1)
        yield* records.settle("listening", [found(1, "b")])
        expect(yield* record(1)).toMatchObject({ version: 2, picture: picture("b") })
        yield* records.settle("listening", [found(99, "c")])
        expect(yield* record(99)).toBeUndefined()
      })))

    it.effect("leaves a person's choice alone until it is taken back", () =>
      run(Effect.gen(function*() {
        const { found, record, records, taken, wants } = yield* world
        yield* wants.want("listening", [want(1)])
        expect(yield* records.override("listening", album(2), picture("x"))).toEqual(Option.none())
        yield* records.override("listening", album(1), picture("x"))
        yield* wants.want("listening", [want(1, { hints: { artist: "Another name" } })])
        expect(yield* taken).toEqual([])
        yield* records.settle("listening", [found(1, "a"), { _tag: "Missing", entity: album(1) }])
        expect(yield* record(1)).toMatchObject({ version: 1, picture: picture("x"), isOverride: true, want: { hints: { artist: "Another name" } } })
        yield* records.reset("listening", album(1))
        expect(yield* record(1)).toMatchObject({ version: 2, picture: null, isOverride: false })
        expect(yield* taken).toEqual([1])
      })))

    it.effect("forgets what is gone, and goes on with its versions should it come back", () =>
      run(Effect.gen(function*() {
        const { found, record, records, taken, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2)])
        yield* records.settle("listening", [found(1, "a")])
        yield* wants.withdraw("listening", [album(1), album(2)])
        expect([yield* record(1), yield* record(2)]).toEqual([undefined, undefined])
        expect(yield* taken).toEqual([])
        yield* records.settle("listening", [found(1, "a")])
        expect(yield* record(1)).toBeUndefined()
        yield* wants.want("listening", [want(1)])
        expect(yield* record(1)).toMatchObject({ version: 1, picture: null })
        yield* records.settle("listening", [found(1, "b")])
        expect(yield* record(1)).toMatchObject({ version: 2 })
      })))

    it.effect("puts by what a person chose while its entity is gone", () =>
      run(Effect.gen(function*() {
        const { found, record, records, taken, wants } = yield* world
        yield* wants.want("listening", [want(1)])
        yield* records.override("listening", album(1), picture("x"))
        yield* wants.withdraw("listening", [album(1)])
        expect([yield* record(1), yield* records.unused([picture("x").original])]).toEqual([undefined, []])
        yield* wants.want("listening", [want(1)])
        expect(yield* record(1)).toMatchObject({ version: 1, isOverride: true, picture: { original: picture("x").original } })
        expect(yield* taken).toEqual([])
        yield* records.settle("listening", [found(1, "a")])
        expect(yield* record(1)).toMatchObject({ version: 1, isOverride: true })
      })))

    it.effect("keeps no token, and knows the catalogue's link", () =>
      run(Effect.gen(function*() {
        const { record, records, wants } = yield* world
        const sql = yield* SqlClient.SqlClient
        yield* wants.want("watching", [{ entity: { type: "movie", id: 1 }, urls: ["http://10.0.0.2:32400/library/metadata/7/thumb/1?width=9&X-Plex-Token=s3cret", "https://u:p@x.example/y"], hints: {} }])
        expect(Option.map(yield* records.find("watching", { type: "movie", id: 1 }), ({ want }) => want.urls))
          .toEqual(Option.some(["http://10.0.0.2:32400/library/metadata/7/thumb/1?width=9", "https://x.example/y"]))
        const rows = yield* sql`SELECT * FROM images`
        expect(JSON.stringify(rows)).not.toMatch(/s3cret|u:p/)
        yield* wants.want("listening", [want(5), want(5, { hints: { artist: "The last one counts" } })])
        expect((yield* record(5))?.want.hints).toEqual({ artist: "The last one counts" })
      })))

    it.effect("has looks worked out anew, those that fail once only", () =>
      run(Effect.gen(function*() {
        const { found, record, records, version, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2), want(3)])
        yield* records.settle("listening", [found(1, "a"), found(2, "b")])
        expect(yield* records.staleCount).toBe(0)
        yield* records.markStale
        expect(yield* records.staleCount).toBe(2)
        const [first, second] = yield* records.stale(10)
        const before = yield* version
        yield* records.setLooks(first!, { thumbhash: "new", dominantColor: "#ffffff", accentColor: "#000000" })
        yield* records.setLooks(second!, null)
        expect(yield* records.staleCount).toBe(0)
        expect((yield* record(1))?.picture).toMatchObject({ thumbhash: "new", dominantColor: "#ffffff", accentColor: "#000000" })
        expect((yield* record(2))?.picture).toEqual(picture("b"))
        expect(yield* version).toBe(before + 1)
      })))

    it.effect("sweeps away originals that no picture is made of, save new ones", () =>
      run(Effect.gen(function*() {
        const { found, records, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2), want(3)])
        yield* records.settle("listening", [found(1, "a"), found(2, "b"), found(3, "c")])
        yield* records.settle("listening", [found(2, "d")])
        yield* wants.withdraw("listening", [{ type: "album", id: 3 }])
        const originalOf = (name: string) => picture(name).original
        const now = yield* Clock.currentTimeMillis
        const stored = new Map(["a", "b", "d", "c", "e"].map((name) => [originalOf(name), name === "e" ? now - 3_600_000 : now - 25 * 3_600_000]))
        const swept = yield* Effect.provideService(sweepOriginals, Originals, {
          put: () => Effect.die("unused"),
          get: () => Effect.succeedNone,
          all: Stream.fromIterable([...stored].map(([name, at]) => ({ name, at }))),
          remove: (name) => Effect.sync(() => void stored.delete(name))
        })
        expect([swept, [...stored.keys()]]).toEqual([2, ["a", "d", "e"].map(originalOf)])
      })))

    it.effect("looks again for what is missing when told to, a part at a time, and never for a person's choice", () =>
      run(Effect.gen(function*() {
        const { found, records, taken, wants } = yield* world
        yield* wants.want("listening", [want(1), want(2), want(3), want(4)])
        yield* taken
        yield* records.settle("listening", [found(1, "a"), { _tag: "Missing", entity: album(2) }, { _tag: "Missing", entity: album(3) }])
        yield* records.override("listening", album(4), picture("x"))
        const asked = { domain: "listening", types: ["album"], force: false, dryRun: false, limit: 10, offset: 0 } as const
        expect(yield* records.lookAgain({ ...asked, dryRun: true })).toBe(2)
        expect(yield* taken).toEqual([])
        expect(yield* records.lookAgain({ ...asked, offset: 1, limit: 1 })).toBe(1)
        expect(yield* taken).toEqual([3])
        expect(yield* records.lookAgain({ ...asked, types: ["artist"] })).toBe(0)
        expect(yield* records.lookAgain({ ...asked, artist: "artist 3", dryRun: true })).toBe(1)
        expect(yield* records.lookAgain({ ...asked, artist: "artist", dryRun: true })).toBe(0)
        expect(yield* records.lookAgain({ ...asked, force: true })).toBe(3)
        expect(yield* taken).toEqual([1, 2, 3])
      })))
  })

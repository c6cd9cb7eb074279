import type { Catalogue, ListeningWrites, Play } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { type ImportFile, provide, quietly, type Source, SourceFailure, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import * as FeedStore from "../../src/postgres/FeedStore.js"
import * as ImageWants from "../../src/postgres/ImageWants.js"
import * as CatalogueStore from "../../src/postgres/listening/Catalogue.js"
import * as ListeningRecordsStore from "../../src/postgres/listening/ListeningRecords.js"
import * as SearchStore from "../../src/postgres/SearchStore.js"
import * as SyncStore from "../../src/postgres/SyncStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { Fault, lastfmPlainCsv, lastfmQuotedCsv, listenbrainzArchive, serveSimulators } from "../../src/simulators/index.js"
import { definitions, type SourceDefinition } from "../../src/sources/index.js"
import { engines, newDatabase } from "../support/database.js"
import { importFile } from "./support/importFile.js"
import { memoryTokens } from "./support/tokens.js"
import { keysOf } from "./support/world.js"

const zone = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")
/** The second scrobbler begins a year into the life. */
const endsAt = Date.parse("2025-03-01T08:00:00Z")

const publisher = Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageWants.layer]))

const stores = Layer.mergeAll(publisher, Transaction.layer, Versions.dataVersions, SyncStore.layer, ListeningRecordsStore.layer, CatalogueStore.layer).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Calendar.layer(zone))
)

/** Sources over sockets, a fresh database, and the engine between them. */
const set = Effect.gen(function*() {
  const world = yield* serveSimulators({ enabled: ["lastfm", "listenbrainz"], endsAt })
  const context = yield* Effect.context<ListeningWrites | Catalogue>()
  const sql = yield* SqlClient.SqlClient
  const engine = yield* SyncEngine
  const client = yield* HttpClient.HttpClient
  const sourceOf = (id: "lastfm" | "listenbrainz"): Effect.Effect<Source<never>, never, never> =>
    (definitions.find((one) => one.id === id) as unknown as SourceDefinition<ListeningWrites | Catalogue>).make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(world.settings)))),
      Effect.provideService(HttpClient.HttpClient, client),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
  const stored = (source: string) =>
    Effect.map(
      sql<{ key: string }>`
        SELECT json_build_array(extract(epoch FROM play.played_at)::bigint * 1000, artist.name, track.name, album.name)::text AS key
        FROM listening_plays AS play
        JOIN listening_artists AS artist ON artist.id = play.artist_id
        JOIN listening_tracks AS track ON track.id = play.track_id
        LEFT JOIN listening_albums AS album ON album.id = play.album_id
        WHERE play.source = ${source}`,
      (rows) => rows.map(({ key }) => JSON.stringify(JSON.parse(key) as Array<Play>)).sort()
    )
  const discoveries = Effect.map(
    sql<{ line: string }>`SELECT event_type || ': ' || title AS line FROM feed_items WHERE domain = 'listening' ORDER BY event_type, title`,
    (rows) => rows.map(({ line }) => line)
  )
  return { ...world, engine, sourceOf, stored, discoveries }
})

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    const layer = SyncEngine.Default.pipe(Layer.provideMerge(stores), Layer.provideMerge(newDatabase(engine)), Layer.provideMerge(NodeHttpClient.layerUndici))

    it.live("the service, its exports and their repeats come to the same plays, in any order", () =>
      Effect.gen(function*() {
        const { engine, simulators, sourceOf, stored } = yield* set
        const source = yield* sourceOf("lastfm")
        const plays = yield* simulators.lastfm.control.plays()
        const quoted: ImportFile = importFile("quoted.csv", lastfmQuotedCsv(plays), 65_536)
        const plain: ImportFile = importFile("plain.csv", lastfmPlainCsv(plays.slice(-2000)), 65_536)

        const first = yield* engine.import(source, plain, quietly("import"))
        assert.isAbove(first.added, 1900)
        const synced = yield* engine.sync(source, quietly("command"))
        assert.deepStrictEqual(yield* stored("lastfm"), keysOf(plays))
        // What the file knew to the minute, and without links, changes once.
        assert.isAtMost(synced.changed, first.added)
        for (const file of [quoted, plain]) {
          const report = yield* engine.import(source, file, quietly("import"))
          assert.deepStrictEqual([report.added, report.changed, report.removed], [0, 0, 0])
        }
        assert.deepStrictEqual(yield* stored("lastfm"), keysOf(plays))

        const second = yield* sourceOf("listenbrainz")
        const listens = yield* simulators.listenbrainz.control.plays()
        yield* engine.import(second, importFile("export.zip", listenbrainzArchive("someone", listens)), quietly("import"))
        const report = yield* engine.sync(second, quietly("command"))
        assert.deepStrictEqual([report.added, report.changed, report.removed], [0, 0, 0])
        assert.deepStrictEqual(yield* stored("listenbrainz"), keysOf(listens))
      }).pipe(Effect.scoped, Effect.provide(layer)))

    it.live("what is heard first after the history was read is a discovery, as long as it is not deleted", () =>
      Effect.gen(function*() {
        const { discoveries, engine, simulators, sourceOf } = yield* set
        const { control } = simulators.lastfm
        const source = yield* sourceOf("lastfm")
        yield* engine.sync(source, quietly("command"))
        assert.deepStrictEqual(yield* discoveries, [])
        const last = (yield* control.plays()).at(-1)!
        yield* control.addPlay({ artist: "First Heard", track: "Opening", album: "Debut", at: last.at + 600 })
        yield* control.addPlay({ artist: "Offline Phone", track: "Older", at: last.at - 7 })
        yield* engine.sync(source, quietly("command"))
        assert.deepStrictEqual(yield* discoveries, ["new_album: New album: Debut", "new_artist: Discovered First Heard"])
        yield* engine.sync(source, { ...quietly("command"), full: true })
        assert.deepStrictEqual(yield* discoveries, ["new_album: New album: Debut", "new_artist: Discovered First Heard"])
        yield* control.removePlays({ artist: "First Heard" })
        yield* engine.sync(source, quietly("command"))
        assert.deepStrictEqual(yield* discoveries, [])
      }).pipe(Effect.scoped, Effect.provide(layer)))

    it.live("what is mended and deleted at the service is followed, what fails is not", () =>
      Effect.gen(function*() {
        const { engine, simulators, sourceOf, stored } = yield* set
        const { control } = simulators.lastfm
        const source = yield* sourceOf("lastfm")
        yield* engine.sync(source, quietly("command"))
        const plays = yield* control.plays()

        yield* control.editPlays({ at: plays.at(-4)!.at }, { track: "Corrected" })
        yield* control.removePlays({ at: plays.at(-6)!.at })
        yield* control.addPlay({ artist: "Late Phone", track: "Offline", at: plays.at(-9)!.at + 1 })
        yield* control.requests.clear
        const report = yield* engine.sync(source, quietly("command"))
        assert.deepStrictEqual([report.added, report.removed], [2, 2])
        assert.strictEqual(yield* control.requests.count, 1)
        assert.deepStrictEqual(yield* stored("lastfm"), keysOf(yield* control.plays()))

        const before = yield* stored("lastfm")
        yield* control.faults.when(() => true, Fault.Empty())
        const refused = yield* Effect.flip(engine.sync(source, { ...quietly("command"), full: true }))
        assert.isTrue(refused instanceof SourceFailure && refused.state === "mass_removal", String(refused))
        assert.deepStrictEqual(yield* stored("lastfm"), before)
        yield* control.faults.clear
        yield* engine.sync(source, { ...quietly("command"), full: true })
        assert.deepStrictEqual(yield* stored("lastfm"), before)
      }).pipe(Effect.scoped, Effect.provide(layer)))
  })

for (const engine of engines) suite(engine)

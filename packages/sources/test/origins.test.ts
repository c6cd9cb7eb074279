import type { ListeningEnrichmentStore, ListeningWriteServices, Play } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { type ImportFile, provide, syncDefaults, type Source, SourceFailure, SyncEngine } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer } from "effect"
import * as FeedStore from "../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../adapters/src/postgres/ImageRequests.js"
import * as PostgresListeningEnrichmentStore from "../../adapters/src/postgres/listening/ListeningEnrichmentStore.js"
import * as ListeningRecordsStore from "../../adapters/src/postgres/listening/ListeningRecords.js"
import * as SearchStore from "../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../adapters/src/postgres/SyncStore.js"
import * as Transaction from "../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../adapters/src/postgres/Versions.js"
import { Fault, lastfmPlainCsv, lastfmQuotedCsv, listenbrainzArchive, serveSimulators } from "@daybook/simulators"
import { definitions } from "../src/definitions.js"
import type { SourceDefinition } from "../src/kit/SourceDefinition.js"
import * as Gazetteer from "../../adapters/src/places/Gazetteer.js"
import * as sourceRanks from "../../adapters/src/setup/sourceRanks.js"
import { newDatabase } from "../../adapters/test/support/database.js"
import { importFile } from "./support/importFile.js"
import { memoryTokens } from "./support/tokens.js"
import { keysOf } from "./support/world.js"

const zone = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")
/** The second scrobbler begins a year after the start of the dataset. */
const endsAt = Date.parse("2025-03-01T08:00:00Z")

const publisher = Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageRequests.layer]))

const stores = Layer.mergeAll(
  publisher,
  Transaction.layer,
  Versions.dataVersions,
  SyncStore.layer,
  ListeningRecordsStore.layer,
  PostgresListeningEnrichmentStore.layer
).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.merge(sourceRanks.layer, Gazetteer.layer)),
  Layer.provideMerge(Calendar.layer(zone))
)

/** Sources over sockets, a fresh database, and the sync engine. */
const set = Effect.gen(function* () {
  const world = yield* serveSimulators({ enabled: ["lastfm", "listenbrainz"], endsAt })
  const context = yield* Effect.context<ListeningWriteServices | ListeningEnrichmentStore>()
  const sql = yield* SqlClient.SqlClient
  const engine = yield* SyncEngine
  const client = yield* HttpClient.HttpClient
  const sourceOf = (id: "lastfm" | "listenbrainz"): Effect.Effect<Source<never>, never, never> =>
    (
      definitions.find((one) => one.id === id) as unknown as SourceDefinition<
        ListeningWriteServices | ListeningEnrichmentStore
      >
    ).make.pipe(
      Effect.map((source) => provide(source, context)),
      Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(world.settings)))),
      Effect.provideService(HttpClient.HttpClient, client),
      Effect.provide(memoryTokens),
      Effect.orDie
    )
  const storedKeys = (source: string) =>
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
    sql<{
      line: string
    }>`SELECT event_type || ': ' || title AS line FROM feed_items WHERE domain = 'listening' ORDER BY event_type, title`,
    (rows) => rows.map(({ line }) => line)
  )
  return { ...world, engine, sourceOf, storedKeys, discoveries }
})

const layer = SyncEngine.Default.pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(newDatabase()),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

it.live("API, exports and repeated imports give the same plays in any order", () =>
  Effect.gen(function* () {
    const { engine, simulators, sourceOf, storedKeys } = yield* set
    const source = yield* sourceOf("lastfm")
    const plays = yield* simulators.lastfm.control.plays()
    const quoted: ImportFile = importFile("quoted.csv", lastfmQuotedCsv(plays), 65_536)
    const plain: ImportFile = importFile("plain.csv", lastfmPlainCsv(plays.slice(-2000)), 65_536)

    const first = yield* engine.import(source, plain, syncDefaults("import"))
    expect(first.added).toBeGreaterThan(1900)
    const synced = yield* engine.sync(source, syncDefaults("command"))
    expect(yield* storedKeys("lastfm")).toStrictEqual(keysOf(plays))
    // Plays with minute precision and without links change once.
    expect(synced.changed).toBeLessThanOrEqual(first.added)
    for (const file of [quoted, plain]) {
      const report = yield* engine.import(source, file, syncDefaults("import"))
      expect([report.added, report.changed, report.removed]).toStrictEqual([0, 0, 0])
    }
    expect(yield* storedKeys("lastfm")).toStrictEqual(keysOf(plays))

    const second = yield* sourceOf("listenbrainz")
    const listens = yield* simulators.listenbrainz.control.plays()
    yield* engine.import(
      second,
      importFile("export.zip", listenbrainzArchive("someone", listens)),
      syncDefaults("import")
    )
    const report = yield* engine.sync(second, syncDefaults("command"))
    expect([report.added, report.changed, report.removed]).toStrictEqual([0, 0, 0])
    expect(yield* storedKeys("listenbrainz")).toStrictEqual(keysOf(listens))
  }).pipe(Effect.scoped, Effect.provide(layer))
)

it.live("a first play after the full sync is a discovery until it is deleted", () =>
  Effect.gen(function* () {
    const { discoveries, engine, simulators, sourceOf } = yield* set
    const { control } = simulators.lastfm
    const source = yield* sourceOf("lastfm")
    yield* engine.sync(source, syncDefaults("command"))
    expect(yield* discoveries).toStrictEqual([])
    const last = (yield* control.plays()).at(-1)!
    yield* control.addPlay({ artist: "First Heard", track: "Opening", album: "Debut", at: last.at + 600 })
    yield* control.addPlay({ artist: "Offline Phone", track: "Older", at: last.at - 7 })
    yield* engine.sync(source, syncDefaults("command"))
    expect(yield* discoveries).toStrictEqual(["new_album: New album: Debut", "new_artist: Discovered First Heard"])
    yield* engine.sync(source, { ...syncDefaults("command"), full: true })
    expect(yield* discoveries).toStrictEqual(["new_album: New album: Debut", "new_artist: Discovered First Heard"])
    yield* control.removePlays({ artist: "First Heard" })
    yield* engine.sync(source, syncDefaults("command"))
    expect(yield* discoveries).toStrictEqual([])
  }).pipe(Effect.scoped, Effect.provide(layer))
)

it.live("applies edits and deletions at the service, and ignores failed responses", () =>
  Effect.gen(function* () {
    const { engine, simulators, sourceOf, storedKeys } = yield* set
    const { control } = simulators.lastfm
    const source = yield* sourceOf("lastfm")
    yield* engine.sync(source, syncDefaults("command"))
    const plays = yield* control.plays()

    yield* control.editPlays({ at: plays.at(-4)!.at }, { track: "Corrected" })
    yield* control.removePlays({ at: plays.at(-6)!.at })
    yield* control.addPlay({ artist: "Late Phone", track: "Offline", at: plays.at(-9)!.at + 1 })
    yield* control.requests.clear
    const report = yield* engine.sync(source, syncDefaults("command"))
    expect([report.added, report.removed]).toStrictEqual([2, 2])
    expect(yield* control.requests.count).toBe(1)
    expect(yield* storedKeys("lastfm")).toStrictEqual(keysOf(yield* control.plays()))

    const before = yield* storedKeys("lastfm")
    yield* control.faults.when(() => true, Fault.Empty())
    const refused = yield* Effect.flip(engine.sync(source, { ...syncDefaults("command"), full: true }))
    expect(refused instanceof SourceFailure && refused.state === "mass_removal", String(refused)).toBe(true)
    expect(yield* storedKeys("lastfm")).toStrictEqual(before)
    yield* control.faults.clear
    yield* engine.sync(source, { ...syncDefaults("command"), full: true })
    expect(yield* storedKeys("lastfm")).toStrictEqual(before)
  }).pipe(Effect.scoped, Effect.provide(layer))
)

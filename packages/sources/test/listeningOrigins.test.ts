import type { ListeningEnrichmentStore, ListeningWriteServices } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, SyncEngine } from "@daybook/core/sync"
import {
  appleActivityRow,
  appleExport,
  dice,
  endsongRow,
  koitoExport,
  koitoListen,
  lastfmPlainCsv,
  lastfmQuotedCsv,
  makeSampleOwner,
  malojaExport,
  malojaScrobble,
  panoEvent,
  panoLines,
  type Scrobble,
  scrobblerLog,
  spotifyAccountData,
  spotifyHistory,
  spotifyRow,
  watchedSong,
  watchHistory
} from "@daybook/simulators"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { DateTime, Effect, Either, FastCheck as fc, Layer } from "effect"
import * as FeedStore from "../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../adapters/src/postgres/ImageRequests.js"
import * as ListeningEnrichment from "../../adapters/src/postgres/listening/ListeningEnrichmentStore.js"
import * as ListeningRecordsStore from "../../adapters/src/postgres/listening/ListeningRecords.js"
import * as SearchStore from "../../adapters/src/postgres/SearchStore.js"
import * as SyncStore from "../../adapters/src/postgres/SyncStore.js"
import * as Transaction from "../../adapters/src/postgres/Transaction.js"
import * as Versions from "../../adapters/src/postgres/Versions.js"
import { definitions } from "../src/definitions.js"
import type { SourceDefinition } from "../src/kit/SourceDefinition.js"
import { countTables, wipe } from "../../adapters/test/contract/model/database.js"
import * as Gazetteer from "../../adapters/src/places/Gazetteer.js"
import * as sourceRanks from "../../adapters/src/setup/sourceRanks.js"
import { newDatabase } from "../../adapters/test/support/database.js"
import { importFile } from "./support/importFile.js"

const zone = DateTime.zoneUnsafeMakeNamed("Europe/Berlin")
const publisher = Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageRequests.layer]))
const stores = Layer.mergeAll(
  publisher,
  Transaction.layer,
  Versions.dataVersions,
  SyncStore.layer,
  ListeningRecordsStore.layer,
  ListeningEnrichment.layer
).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.merge(sourceRanks.layer, Gazetteer.layer)),
  Layer.provideMerge(Calendar.layer(zone))
)

const hour = 3_600

/** The sample owner's last weeks. No track comes again within some hours: then it is certain which plays are twins. */
const plays = (): ReadonlyArray<Scrobble> => {
  const owner = Either.getOrThrow(
    makeSampleOwner({ endsAt: Date.parse("2025-03-01T08:00:00Z"), zone: "Europe/Berlin" })
  )
  const timeline = owner.listening.between(owner.endsAt / 1_000 - 40 * 86_400, owner.endsAt / 1_000)
  const { albums, artists, songs } = owner.listening.catalogue
  const last = new Map<string, number>()
  return Array.from({ length: timeline.length }, (_, index): Scrobble => {
    const song = songs[timeline.song(index)]!
    const album = song.album === undefined ? "" : albums[song.album]!.title
    const [artist, seconds] = [artists[song.artist]!.name, Math.max(60, song.seconds)]
    const ids = { artistMbid: "", albumMbid: "", trackMbid: "", cover: undefined }
    return { ...ids, at: timeline.at(index), artist, album, track: song.title, seconds }
  })
    .filter(({ at, track }) => {
      const isAlone = at - (last.get(track) ?? 0) > 6 * hour
      last.set(track, at)
      return isAlone
    })
    .slice(-130)
}

/** The plays that an origin has: not all of them. */
const some = (all: ReadonlyArray<Scrobble>, origin: string, percent: number) =>
  all.filter(({ at, track }) => dice(origin, at, track).below(100) < percent)

/** How long a play was paused, in seconds: one in six, for up to half an hour. */
const pauseOf = ({ at, track }: Scrobble) => {
  const roll = dice("pause", at, track)
  return roll.below(6) === 0 ? 200 + roll.below(1_600) : 0
}

interface OriginFile {
  readonly source: string
  readonly name: string
  readonly content: string | Uint8Array
  readonly plays: ReadonlyArray<Scrobble>
}

const filesOf = (all: ReadonlyArray<Scrobble>): ReadonlyArray<OriginFile> => {
  const spotify = some(all, "spotify", 70)
  const recent = spotify.slice(-Math.round(spotify.length / 3))
  const rowOf = (play: Scrobble) => spotifyRow(play, { pausedFor: pauseOf(play) })
  const rows = spotify.map(rowOf)
  const half = Math.round(rows.length / 2)
  const file = (source: string, name: string, plays: ReadonlyArray<Scrobble>, content: string | Uint8Array) => ({
    source,
    name,
    content,
    plays
  })
  const lastfm = some(all, "lastfm", 75)
  const apple = some(all, "apple", 20)
  const youtube = some(all, "youtube", 15)
  const player = some(all, "player", 15)
  return [
    file("lastfm", "quoted.csv", lastfm, lastfmQuotedCsv(lastfm)),
    file("lastfm", "plain.csv", lastfm.slice(0, 25), lastfmPlainCsv(lastfm.slice(0, 25))),
    file(
      "spotify",
      "history.zip",
      spotify,
      spotifyHistory({
        "Streaming_History_Audio_2025_1.json": [...rows.slice(half), rows[0]!],
        "Streaming_History_Audio_2024-2025_0.json": rows.slice(0, half).reverse(),
        "endsong_0.json": rows.slice(3, 20).map(endsongRow)
      })
    ),
    file("spotify", "account.zip", recent, spotifyAccountData(recent.map(rowOf))),
    file(
      "apple-music",
      "apple.zip",
      apple,
      appleExport({ rows: apple.map((play) => appleActivityRow(play)), daily: apple })
    ),
    file("youtube-music", "takeout.zip", youtube, watchHistory(youtube.map((play) => watchedSong(play)))),
    file("maloja", "maloja_export.json", player, malojaExport(player.map((play) => malojaScrobble(play)))),
    file("koito", "koito_export.json", player, koitoExport(player.map((play) => koitoListen(play)))),
    file("pano", "pano.jsonl", player, panoLines(player.map((play) => panoEvent({ ...play, at: play.at + 7 })))),
    file("scrobbler-log", ".scrobbler.log", player, scrobblerLog(player))
  ]
}

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', play.source, play.played_at, play.precise, play.ended_at, spelling.name, artist.name,
      track.name, track.url, album.name, album.url, artist.url, track.duration, play.day, play.twin,
      play.visible) AS line
    FROM listening_plays AS play
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_tracks AS track ON track.id = play.track_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id`
  const totals = (yield* countTables).filter((line) => line.startsWith("totals"))
  return { plays: rows.map(({ line }) => line).sort(), totals }
})

const visible = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ at: number; track: string }>`
    SELECT extract(epoch FROM play.played_at)::float8 AS at, track.name AS track
    FROM listening_plays AS play JOIN listening_tracks AS track ON track.id = play.track_id
    WHERE play.visible ORDER BY play.played_at`
)

const importIn = (files: ReadonlyArray<OriginFile>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<ListeningWriteServices | ListeningEnrichmentStore>()
    const engine = yield* SyncEngine
    return yield* Effect.forEach(files, ({ content, name, source }) => {
      const definition = definitions.find(({ id }) => id === source) as unknown as SourceDefinition<
        ListeningWriteServices | ListeningEnrichmentStore
      >
      return engine.import(
        provide(definition.archive, context),
        importFile(name, content, 65_536),
        syncDefaults("import")
      )
    })
  })

const layer = SyncEngine.Default.pipe(
  Layer.provideMerge(stores),
  Layer.provideMerge(newDatabase()),
  Layer.provideMerge(NodeHttpClient.layerUndici)
)

it.live("the files of one life give the same tables in any order, and each play once", () =>
  Effect.gen(function* () {
    const all = plays()
    const files = filesOf(all)
    yield* importIn(files)
    const expected = yield* tables
    const again = yield* importIn(files)
    expect(again.map(({ added, changed, removed }) => [added, changed, removed])).toStrictEqual(
      files.map(() => [0, 0, 0])
    )
    const orders = fc.sample(fc.shuffledSubarray([...files], { minLength: files.length }), { seed: 7, numRuns: 1 })
    for (const order of [[...files].reverse(), ...orders]) {
      yield* wipe
      yield* importIn(order)
      expect(yield* tables, order.map(({ name }) => name).join()).toStrictEqual(expected)
    }
    // Each play that any file has is visible once. A start that only Spotify reports is late by the pause.
    const names = new Set(files.flatMap(({ plays }) => plays.map(({ at, track }) => `${at} ${track}`)))
    const life = all.filter(({ at, track }) => names.has(`${at} ${track}`))
    const rows = yield* visible
    expect(rows).toHaveLength(life.length)
    for (const play of life) {
      const near = rows.filter(({ at, track }) => track === play.track && at >= play.at - 120 && at <= play.at + 1_900)
      expect(near, `${play.track} at ${play.at}`).toHaveLength(1)
    }
    const paused = life.filter((play) => pauseOf(play) > 0)
    expect(paused.length).toBeGreaterThan(5)
  }).pipe(Effect.scoped, Effect.provide(layer))
)

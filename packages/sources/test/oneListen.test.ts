import { ListeningRecords, listeningWriter, type ListeningWriteServices, type Play } from "@daybook/core/listening"
import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import { provide, syncDefaults, SyncEngine } from "@daybook/core/sync"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import * as FeedStore from "../../adapters/src/postgres/FeedStore.js"
import * as ImageRequests from "../../adapters/src/postgres/ImageRequests.js"
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
import { koito, lastfm, type ListenFile, maloja, spotify } from "./support/listenFiles.js"

const publisher = Publisher.Default.pipe(Layer.provide([FeedStore.layer, SearchStore.layer, ImageRequests.layer]))
const stores = Layer.mergeAll(
  publisher,
  Transaction.layer,
  Versions.dataVersions,
  SyncStore.layer,
  ListeningRecordsStore.layer
).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(Layer.merge(sourceRanks.layer, Gazetteer.layer)),
  Layer.provideMerge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("UTC")))
)

const mbid = "0d6f0a5e-0000-4000-8000-000000000002"
const at = 1_763_700_600
const spotifyStart = Date.parse("2025-03-01T12:18:20Z") / 1_000

const cases: ReadonlyArray<
  [name: string, files: ReadonlyArray<ListenFile>, plays: number, names?: ReadonlyArray<string>]
> = [
  [
    "artists in another order",
    [
      maloja("maloja_export_1.json", ["Hollow Lanterns", "Velmora Tide"]),
      maloja("maloja_export_2.json", ["Velmora Tide", "Hollow Lanterns"])
    ],
    1
  ],
  [
    "another primary alias",
    [
      koito("koito_export_1.json", "The Hollow Lanterns", "Hollow Lanterns", mbid),
      koito("koito_export_2.json", "Hollow Lanterns", "The Hollow Lanterns", mbid)
    ],
    1
  ],
  [
    "an alias in other letters",
    [
      koito("koito_export_1.json", "青い波", "Aoi Nami", null),
      koito("koito_export_2.json", "Aoi Nami", "青い波", null)
    ],
    1
  ],
  [
    "one play to the minute, by an exporter that drops commas",
    [
      lastfm("ghan.csv", [
        [1_763_700_030, "Vale, Lake & Palm", "Tarkus, Live", "Hello, Goodbye"],
        [1_763_700_330, "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"]
      ]),
      {
        source: "lastfm",
        name: "plain.csv",
        content:
          "Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:45\nVale Lake & Palm,Tarkus Live,Hello Goodbye,21 Nov 2025 04:40\n"
      }
    ],
    2
  ],
  [
    "decomposed letters",
    [
      lastfm("nfc.csv", [[at, "Björk", "Début", "Étude"]]),
      lastfm("nfd.csv", [[at, "Björk".normalize("NFD"), "Début".normalize("NFD"), "Étude".normalize("NFD")]])
    ],
    1,
    ["album Début", "track Étude"]
  ],
  [
    "other letters and cases at other moments",
    [
      lastfm("one.csv", [
        [at, "Beyoncé", "Lemonade", "Déjà Vu"],
        [at + 400, "Beyoncé".normalize("NFD"), "Lemonade", "Déjà Vu".normalize("NFD")]
      ]),
      lastfm("two.csv", [
        [at + 800, "Radiohead", "Ok Computer", "Let down"],
        [at + 1_200, "Radiohead", "OK Computer", "Let Down"]
      ])
    ],
    4,
    ["album Lemonade", "album OK Computer", "track Déjà Vu", "track Let Down"]
  ],
  [
    "another album",
    [
      lastfm("one.csv", [[at, "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"]]),
      lastfm("two.csv", [[at, "Hollow Lanterns", "Best of", "Ferry Song"]])
    ],
    1
  ],
  [
    "a later correction of names by the service",
    [
      lastfm("one.csv", [[at, "hollow lanterns", "", "ferry song (with Velmora Tide)"]]),
      lastfm("two.csv", [[at, "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"]])
    ],
    1,
    ["album Tin Roof Hours", "track Ferry Song"]
  ],
  [
    "an edition by another service",
    [
      spotify("endsong_0.json", "Ferry Song - Remastered 2009", spotifyStart),
      lastfm("one.csv", [[spotifyStart + 5, "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"]])
    ],
    1
  ],
  [
    "a start that an earlier file did not have",
    [spotify("endsong_0.json", "Ferry Song", 0), spotify("endsong_1.json", "Ferry Song", spotifyStart)],
    1
  ],
  [
    "two songs of one moment",
    [
      lastfm("one.csv", [[at, "Hollow Lanterns", "Tin Roof Hours", "Ferry Song"]]),
      lastfm("two.csv", [
        [at, "Hollow Lanterns", "Tin Roof Hours", "Low Water"],
        [at, "Velmora Tide", "Elsewhere", "Ferry Song"]
      ])
    ],
    3
  ]
]

const importIn = (files: ReadonlyArray<ListenFile>) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<ListeningWriteServices>()
    const engine = yield* SyncEngine
    yield* Effect.forEach(files, ({ content, name, source }) => {
      const definition = definitions.find(
        ({ id }) => id === source
      ) as unknown as SourceDefinition<ListeningWriteServices>
      return engine.import(
        provide(definition.archive, context),
        importFile(name, content, 65_536),
        syncDefaults("import")
      )
    })
  })

/** What is shown, without what depends on the order of arrival. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const plays = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', play.played_at, artist.name, track.name, album.name) AS line FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_tracks AS track ON track.id = play.track_id
    LEFT JOIN listening_albums AS album ON album.id = play.album_id WHERE play.visible ORDER BY 1`
  const titles = yield* sql<{ line: string }>`
    SELECT entity_type || ' ' || title AS line FROM search_documents WHERE entity_type <> 'artist' ORDER BY 1`
  const totals = (yield* countTables).filter((line) => line.startsWith("totals"))
  return { plays: plays.map(({ line }) => line), titles: titles.map(({ line }) => line).sort(), totals }
})

describe("one listen", () => {
  const layer = SyncEngine.Default.pipe(
    Layer.provideMerge(stores),
    Layer.provideMerge(newDatabase()),
    Layer.provideMerge(NodeHttpClient.layerUndici)
  )

  it.live("is one play in any order of files, however its rows name it", () =>
    Effect.gen(function* () {
      for (const [name, files, plays, names] of cases) {
        yield* wipe
        yield* importIn(files)
        const first = yield* library
        expect(first.plays, name).toHaveLength(plays)
        if (names !== undefined) expect(first.titles, name).toStrictEqual(names)
        yield* importIn(files)
        expect(yield* library, name).toStrictEqual(first)
        yield* wipe
        yield* importIn([...files].reverse())
        expect(yield* library, name).toStrictEqual(first)
      }
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("is the row with an album if a client sends it again, and the other row if that is deleted", () =>
    Effect.gen(function* () {
      yield* wipe
      const named = (name: string) => ({ name, mbid: null, url: null })
      const play = (album: string | null): Play => ({
        playedAt: at * 1_000,
        precision: "second",
        artist: named("Hollow Lanterns"),
        track: named("Ferry Song"),
        album: album === null ? null : named(album)
      })
      const take = (record: Play) =>
        listeningWriter.apply("scrobbling/1", {
          records: [record],
          deleted: [],
          covers: Option.none(),
          cursor: Option.none(),
          total: Option.none(),
          newSince: 0
        })
      yield* take(play(null))
      yield* take(play("Tin Roof Hours"))
      const both = yield* library
      expect(both.plays).toStrictEqual([expect.stringContaining("Ferry Song | Tin Roof Hours")])
      expect(both.totals).toContain("totals day 2025-11-21: 1 0 0 0")
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ id: number }>`SELECT id FROM listening_plays WHERE album_id IS NOT NULL`
      const records = yield* ListeningRecords
      yield* records.remove(
        "scrobbling/1",
        rows.map(({ id }) => String(id))
      )
      expect((yield* library).plays).toStrictEqual([expect.stringMatching(/Ferry Song$/)])
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

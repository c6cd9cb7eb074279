import { SqlClient } from "@effect/sql"
import { depth } from "../support/depth.js"
import type { PgClient } from "@effect/sql-pg"
import { ListeningFilters, ListeningRecords, ListeningStore, listeningWriter, type Play } from "@daybook/core/listening"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer, Option } from "effect"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import type { Page, Step } from "./histories.js"
import { wipe } from "./model/database.js"
import { empty, type Library } from "./model/Library.js"
import { perform } from "./perform.js"

const spellings = ["LIEU", "Lieu", "lieu", "Zoë", "ZOË", "zoë", "Zoe"]

const mbids = fc.constantFrom<Page["mbids"]>([null], [null], ["a"], ["b", null], [null, "c", "a"], ["c"])

const pages: fc.Arbitrary<Page> = fc
  .constantFrom("lastfm", "listenbrainz")
  .chain((source) =>
    fc.record({
      source: fc.constant(source),
      plays: fc.array(
        fc.record({
          source: fc.constant(source),
          playedAt: fc.nat({ max: 40 }).map((minute) => 1_700_000_000_000 + minute * 45_000),
          precise: fc.constant(true),
          endedAt: fc.constant(null),
          artist: fc.constantFrom(...spellings),
          track: fc.constantFrom("Harbour", "harbour"),
          album: fc.constantFrom(null, "North", "Kerrim")
        }),
        { minLength: 1, maxLength: 6 }
      ),
      duration: fc.constant(null),
      mbids
    })
  )

/** Pages; some are repeated with more or fewer MBIDs. */
const histories: fc.Arbitrary<ReadonlyArray<Page>> = fc
  .array(pages, { minLength: 2, maxLength: 4 })
  .chain((all) =>
    fc
      .array(fc.tuple(fc.constantFrom(...all), mbids), { maxLength: 2 })
      .map((again) => [...all, ...again.map(([page, mbids]) => ({ ...page, mbids }))])
  )

const losses: fc.Arbitrary<Step> = fc
  .record({
    source: fc.constantFrom("lastfm", "listenbrainz"),
    from: fc.nat({ max: 40 }),
    minutes: fc.integer({ min: 1, max: 20 })
  })
  .map(({ from, minutes, source }) => ({
    _tag: "Lose",
    source,
    from: 1_700_000_000_000 + from * 45_000,
    to: 1_700_000_000_000 + (from + minutes) * 45_000
  }))

/** The content of the library, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.flatMap(ListeningRecords, (records) => records.completeCounts)
  const wrong = yield* sql`
    SELECT document.entity_type, document.title, document.subtitle, artist.name
    FROM search_documents AS document
    LEFT JOIN listening_albums AS album ON entity_type = 'album' AND album.id = entity_id
    LEFT JOIN listening_tracks AS track ON entity_type = 'track' AND track.id = entity_id
    LEFT JOIN listening_artists AS artist ON artist.id = coalesce(album.artist_id, track.artist_id, entity_id)
    WHERE artist.name IS NULL OR CASE entity_type WHEN 'artist' THEN title ELSE subtitle END <> artist.name`
  expect(wrong).toStrictEqual([])
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'play', played_at, source, spelling.name, artist.name, artist.mbid, track.name, album.name, twin, visible) AS line
    FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    JOIN listening_tracks AS track ON track.id = track_id AND track.artist_id = artist.id
    LEFT JOIN listening_albums AS album ON album.id = album_id AND album.artist_id = artist.id
    UNION ALL SELECT concat_ws(' | ', kind, grain, bucket, coalesce(artist.name, album.name, track.name), coalesce(of_album.name, of_track.name), plays)
    FROM listening_counts
    LEFT JOIN listening_artists AS artist ON kind = 'artist' AND artist.id = subject
    LEFT JOIN listening_albums AS album ON kind = 'album' AND album.id = subject LEFT JOIN listening_artists AS of_album ON of_album.id = album.artist_id
    LEFT JOIN listening_tracks AS track ON kind = 'track' AND track.id = subject LEFT JOIN listening_artists AS of_track ON of_track.id = track.artist_id
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'picture', entity_type, hints ->> 'artist', hints ->> 'album') FROM images WHERE NOT gone
    UNION ALL SELECT concat_ws(' | ', 'spelling', spelling.name, spelling.mbid) FROM listening_spellings AS spelling`
  return rows.map(({ line }) => line).sort()
})

const takeAll = (pages: ReadonlyArray<Page>) =>
  Effect.gen(function* () {
    yield* wipe
    let model: Library = empty
    for (const page of pages) model = yield* perform({ today: "2023-11-20", zone: "UTC" }, model, { _tag: "Put", page })
    return model
  })

const page = { page: 1, limit: 10 }

/** Contract for merging spellings into one artist. */
export const spellingsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("spellings of artists", (it) => {
    it.effect(
      "produce the same library in any order, and nothing new when repeated",
      () =>
        forEvery(
          fc
            .tuple(histories, fc.array(losses, { maxLength: 2 }))
            .chain(([all, lost]) =>
              fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }), fc.constant(lost))
            ),
          ([given, shuffled, lost]) =>
            Effect.gen(function* () {
              const model = yield* takeAll(given)
              const before = yield* library
              for (const page of given)
                yield* perform({ today: "2023-11-20", zone: "UTC" }, model, { _tag: "Put", page })
              expect(yield* library).toStrictEqual(before)
              let left = model
              for (const step of lost) left = yield* perform({ today: "2023-11-20", zone: "UTC" }, left, step)
              const after = yield* library
              let other = yield* takeAll(shuffled)
              expect(yield* library).toStrictEqual(before)
              for (const step of lost) other = yield* perform({ today: "2023-11-20", zone: "UTC" }, other, step)
              expect(yield* library).toStrictEqual(after)
              yield* wipe
            }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2023-11-20"))),
          { numRuns: depth(25) }
        ),
      600_000
    )

    it.effect("are one artist, named by the most played spelling, in answers, feed and search", () =>
      Effect.gen(function* () {
        yield* wipe
        const sql = yield* SqlClient.SqlClient
        const store = yield* ListeningStore
        const filters = yield* ListeningFilters
        const named = (name: string, mbid: string | null = null) => ({ name, mbid, url: null })
        const play = (artist: string, minute: number, mbid: string | null = null): Play => ({
          playedAt: 1_700_000_000_000 + minute * 600_000,
          precision: "second",
          artist: named(artist, mbid),
          track: named("Harbour"),
          album: named("North")
        })
        const take = (records: ReadonlyArray<Play>) =>
          listeningWriter.apply("lastfm", {
            records,
            deleted: [],
            covers: Option.none(),
            cursor: Option.none(),
            total: Option.none(),
            newSince: 1_000
          })
        const range = { from: null, to: null }
        const top = Effect.map(store.topArtists({ range, page }), ({ rows }) =>
          rows.map(({ artist, plays }) => [artist.name, artist.mbid, plays])
        )
        const feedItems = sql`SELECT title, subtitle FROM feed_items ORDER BY entity_type DESC, title`
        yield* take([play("LIEU", 1)])
        yield* take([play("Lieu", 2, "m-1"), play("Lieu", 3)])
        expect(yield* top).toStrictEqual([["Lieu", "m-1", 3]])
        expect(yield* feedItems).toStrictEqual([
          { title: "Discovered Lieu", subtitle: null },
          { title: "New album: North", subtitle: "Lieu" }
        ])
        expect(
          (yield* store.plays({ range, page, artist: "LIEU", album: null })).rows.map(({ artist }) => artist.name)
        ).toStrictEqual(["Lieu", "Lieu", "Lieu"])
        expect(Option.map(yield* store.artistNamed("lIEU"), (artist) => artist.name)).toStrictEqual(Option.some("Lieu"))
        expect((yield* store.matchPlay("lieu", "Harbour", "North")).match?.artist?.name).toBe("Lieu")
        // A filter hides all spellings, and its removal shows them all.
        const { filter } = yield* filters.add({ type: "custom", scope: "artist", pattern: "lieu", reason: null })
        expect(yield* top).toStrictEqual([])
        yield* filters.remove(filter.id)
        expect(yield* top).toStrictEqual([["Lieu", "m-1", 3]])
        // A different MBID splits them into two artists.
        yield* take([play("LIEU", 1, "m-2")])
        expect(yield* top).toStrictEqual([
          ["Lieu", "m-1", 2],
          ["LIEU", "m-2", 1]
        ])
        expect(
          (yield* store.topAlbums({ range, page })).rows.map(({ artist, plays }) => [artist.name, plays])
        ).toStrictEqual([
          ["Lieu", 2],
          ["LIEU", 1]
        ])
        yield* wipe
      }).pipe(Effect.provide(listening), Effect.provide(home("UTC", () => "2023-11-20")))
    )
  })

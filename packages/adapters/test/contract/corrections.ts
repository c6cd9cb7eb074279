import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import {
  CorrectableDomains,
  type Correction,
  Corrections,
  type NewCorrection,
  conflictOf
} from "@daybook/core/corrections"
import {
  ListeningFilters,
  ListeningRecords,
  ListeningStore,
  type Play,
  listeningRules,
  publishChanges
} from "@daybook/core/listening"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import type { Explanation } from "@daybook/core/explain"
import { correctableDomains } from "../../src/corrections/correctableDomains.js"
import { recount } from "../../src/postgres/listening/completeBuckets.js"
import { explainListening } from "../../src/postgres/listening/explain.js"
import * as ListeningCorrections from "../../src/postgres/listening/correcting/ListeningCorrections.js"
import * as Versions from "../../src/postgres/Versions.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { declaredStores } from "./correctionProperties.js"
import { type ModelPlay, correctedLibrary } from "./model/corrected.js"
import { wipe } from "./model/database.js"

const start = 1_700_000_000_000

const artists = ["Lieu", "LIEU", "Zoë", "Zoe", "Kerrim", "Kerrim feat. Zoë"]
const titles = ["Harbour", "harbour", "Harbor", "North"]

/** A page of a source, or the loss of the plays of a span. */
type Step =
  | { readonly _tag: "Put"; readonly source: string; readonly plays: ReadonlyArray<Play> }
  | { readonly _tag: "Lose"; readonly source: string; readonly from: number; readonly to: number }
  | { readonly _tag: "Hide"; readonly artist: string }
  | { readonly _tag: "Correct"; readonly correction: NewCorrection }

const named = (name: string, mbid: string | null = null) => ({ name, mbid, url: null })

const plays: fc.Arbitrary<Play> = fc
  .record({
    minute: fc.nat({ max: 40 }),
    artist: fc.constantFrom(...artists),
    mbid: fc.constantFrom(null, null, "a", "b"),
    track: fc.constantFrom(...titles),
    album: fc.constantFrom(null, ...titles)
  })
  .map(({ album, artist, mbid, minute, track }) => ({
    playedAt: start + minute * 45_000,
    precision: "second" as const,
    artist: named(artist, artist.toLowerCase() === "lieu" ? mbid : null),
    track: named(track),
    album: album === null ? null : named(album)
  }))

const puts: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Put" as const),
  source: fc.constantFrom("lastfm", "listenbrainz"),
  plays: fc.array(plays, { minLength: 1, maxLength: 6 })
})

const losses: fc.Arbitrary<Step> = fc
  .record({
    source: fc.constantFrom("lastfm", "listenbrainz"),
    from: fc.nat({ max: 40 }),
    minutes: fc.nat({ max: 20 })
  })
  .map(({ from, minutes, source }) => ({
    ...{ _tag: "Lose" as const, source, from: start + from * 45_000, to: start + (from + minutes) * 45_000 }
  }))

const artistKeys = fc.constantFrom({ artist: "Nobody yet" }, ...artists.map((artist) => ({ artist })))
const mbidKeys = fc.constantFrom({ artist: "Lieu", artist_mbid: "a" }, { artist: "Lieu", artist_mbid: "b" })
const keys = fc.oneof({ weight: 5, arbitrary: artistKeys }, { weight: 1, arbitrary: mbidKeys })

const base = { domain: "listening", reason: null }
const ids = fc.constantFrom(
  "none",
  "mbid=00000000-0000-4000-8000-00000000000a",
  "mbid=00000000-0000-4000-8000-00000000000b"
)
const ofArtists: fc.Arbitrary<NewCorrection> = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom("same" as const, "same" as const, "different" as const),
      subject: keys,
      object: keys
    })
    .map((one) => ({ ...base, ...one, type: "artist", value: null })),
  keys.map((subject) => ({ ...base, kind: "name" as const, type: "artist", subject, object: null, value: "Written" })),
  keys.map((subject) => ({ ...base, kind: "hide" as const, type: "artist", subject, object: null, value: null })),
  fc
    .tuple(keys, ids)
    .map(([subject, value]) => ({
      ...{ ...base, kind: "identify" as const, type: "artist", subject, object: null, value }
    }))
)
const ofTitles: fc.Arbitrary<NewCorrection> = fc
  .record({
    type: fc.constantFrom("album", "track"),
    kind: fc.constantFrom("same" as const, "same" as const, ...(["credit", "name", "identify", "hide"] as const)),
    artist: keys,
    other: keys,
    title: fc.constantFrom(...titles),
    otherTitle: fc.constantFrom("Unheard", ...titles),
    id: ids
  })
  .map(({ artist, id, kind, other, otherTitle, title, type }) => ({
    ...base,
    kind,
    type,
    subject: { ...artist, [type]: title },
    object: kind === "same" ? { ...other, [type]: otherTitle } : kind === "credit" ? other : null,
    value: kind === "name" ? "Written" : kind === "identify" ? id : null
  }))

/** Corrections that are valid and contradict none before. */
const corrections: fc.Arbitrary<ReadonlyArray<NewCorrection>> = fc
  .array(fc.oneof(ofArtists, ofTitles), { maxLength: 5 })
  .map((all) => {
    const accepted: Array<Correction> = []
    for (const one of all) {
      if (isOfOneName(one)) continue
      if (conflictOf(listeningRules, accepted, one) === null)
        accepted.push({ ...one, id: accepted.length + 1, createdAt: 0 })
    }
    return accepted
  })

/** Keys of equal names are refused, unless both have different MBIDs. */
const isOfOneName = ({ object, subject, type }: NewCorrection) => {
  const names = (key: NewCorrection["subject"]) => `${key["artist"]}\n${key[type]}`.toLowerCase()
  return object !== null && names(subject) === names(object)
}

const perform = Effect.fn(function* (step: Step) {
  const records = yield* ListeningRecords
  if (step._tag === "Correct")
    return yield* Effect.flatMap(Corrections, ({ importAll }) => importAll([step.correction]))
  if (step._tag === "Hide")
    return yield* Effect.flatMap(
      Effect.flatMap(ListeningFilters, (filters) =>
        filters.add({ type: "custom", scope: "artist", pattern: step.artist, reason: null })
      ),
      ({ changes }) => publishChanges(changes)
    )
  if (step._tag === "Put") {
    const { changes } = yield* records.put(step.source, step.plays, null)
    return yield* publishChanges(changes)
  }
  const { missing } = yield* records.put(step.source, [], { from: step.from, to: step.to })
  const { changes } = yield* records.remove(step.source, missing)
  yield* publishChanges(changes)
})

const performAll = (steps: ReadonlyArray<Step>) =>
  Effect.zipRight(wipe, Effect.forEach(steps, perform, { discard: true }))

const complete = Effect.flatMap(ListeningRecords, (records) => records.completeCounts)

/** What answers are made of, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* complete
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'play', played_at, source, spelling.name, artist.name, artist.mbid, track.name, album.name,
      album_artist.name, twin, visible) AS line
    FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    JOIN listening_tracks AS track ON track.id = track_id AND track.artist_id = artist.id
    LEFT JOIN listening_albums AS album ON album.id = album_id
    LEFT JOIN listening_artists AS album_artist ON album_artist.id = album.artist_id
    UNION ALL SELECT concat_ws(' | ', kind, grain, bucket, coalesce(artist.name, album.name, track.name),
      coalesce(of_album.name, of_track.name), plays)
    FROM listening_counts
    LEFT JOIN listening_artists AS artist ON kind = 'artist' AND artist.id = subject
    LEFT JOIN listening_albums AS album ON kind = 'album' AND album.id = subject
    LEFT JOIN listening_artists AS of_album ON of_album.id = album.artist_id
    LEFT JOIN listening_tracks AS track ON kind = 'track' AND track.id = subject
    LEFT JOIN listening_artists AS of_track ON of_track.id = track.artist_id
    UNION ALL SELECT concat_ws(' | ', 'total', grain, bucket, plays, artists, albums, tracks) FROM listening_totals
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'artist', name, mbid) FROM listening_artists WHERE heard
    UNION ALL SELECT concat_ws(' | ', 'album', album.name, artist.name, album.mbid) FROM listening_albums AS album
      JOIN listening_artists AS artist ON artist.id = artist_id WHERE album.heard
    UNION ALL SELECT concat_ws(' | ', 'track', track.name, artist.name, track.mbid) FROM listening_tracks AS track
      JOIN listening_artists AS artist ON artist.id = artist_id WHERE track.heard`
  return rows.map(({ line }) => line).sort()
})

/**
 * Every row that answers are made of, with its ids. Hints of pictures are left out: a record that is published again
 * has those of all its reports.
 */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* complete
  const all = yield* sql<{ line: string }>`
    SELECT concat('play ', to_jsonb(play)) AS line FROM listening_plays AS play
    UNION ALL SELECT concat('artist ', to_jsonb(artist)) FROM listening_artists AS artist WHERE heard
    UNION ALL SELECT concat('album ', to_jsonb(album)) FROM listening_albums AS album WHERE heard
    UNION ALL SELECT concat('track ', to_jsonb(track)) FROM listening_tracks AS track WHERE heard
    UNION ALL SELECT concat('count ', to_jsonb(counted)) FROM listening_counts AS counted
    UNION ALL SELECT concat('total ', to_jsonb(total)) FROM listening_totals AS total
    UNION ALL SELECT concat('feed ', to_jsonb(item) - 'updated_at') FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at' - 'hints') FROM images AS image
      WHERE NOT gone AND (entity_type, entity_id) IN (SELECT entity_type, entity_id FROM search_documents)
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return all.map(({ line }) => line).sort()
})

/** Compares lists of lines, so that a failure shows only those that differ. */
const expectSame = (actual: ReadonlyArray<string>, expected: ReadonlyArray<string>) => {
  const without = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
    const left = [...others]
    return lines.filter((line) => {
      const place = left.indexOf(line)
      if (place >= 0) left.splice(place, 1)
      return place < 0
    })
  }
  const [added, missing] = [without(actual, expected), without(expected, actual)]
  expect(JSON.stringify({ added, missing }, null, 1)).toBe(JSON.stringify({ added: [], missing: [] }, null, 1))
}

const finish = Effect.flatMap(Corrections, (service) => service.finish("listening", () => Effect.void))

const correct = (correction: NewCorrection): Step => ({ _tag: "Correct", correction })

/** Contract: corrections are derived from what was reported. */
export const correctionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of listening", (it) => {
    const stores = listening.pipe(Layer.provideMerge(home("UTC", () => "2023-11-20")))
    /** With pages of some plays. */
    const servicesOf = (most: number) =>
      Corrections.Default.pipe(
        Layer.provide(Versions.dataVersions.pipe(Layer.provide(Versions.layer))),
        Layer.provideMerge(
          correctableDomains.pipe(Layer.provide(Layer.merge(ListeningCorrections.layerOf(most), declaredStores)))
        ),
        Layer.provideMerge(stores)
      )
    const services = servicesOf(10_000)
    const pageSizes = fc.constantFrom(1, 4, 10_000)
    const steps = fc.array(fc.oneof({ weight: 4, arbitrary: puts }, { weight: 1, arbitrary: losses }), {
      minLength: 1,
      maxLength: 5
    })

    it.effect(
      "give the same tables in any order of corrections and plays",
      () =>
        forEvery(
          fc
            .tuple(steps, corrections, fc.array(losses, { maxLength: 1 }), pageSizes)
            .chain(([all, some, lost, most]) =>
              fc.tuple(
                fc.constant(most),
                fc.constant([...all, ...lost]),
                fc.constant(some),
                fc.shuffledSubarray([...some], { minLength: some.length }),
                fc.array(fc.nat({ max: all.length + lost.length }), { minLength: some.length, maxLength: some.length })
              )
            ),
          ([most, history, some, shuffled, places]) =>
            Effect.gen(function* () {
              yield* performAll([...history, ...some.map(correct)])
              const expected = yield* library
              const mixed = history.map((step): Array<Step> => [step])
              shuffled.forEach((one, index) => {
                const place = places[index]!
                if (place >= mixed.length) mixed.push([correct(one)])
                else mixed[place]!.unshift(correct(one))
              })
              yield* performAll(mixed.flat())
              expectSame(yield* library, expected)
            }).pipe(Effect.provide(servicesOf(most))),
          { numRuns: depth(30) }
        ),
      600_000
    )

    it.effect(
      "restore every row when they are removed",
      () =>
        forEvery(
          fc.tuple(steps, corrections, fc.option(fc.constantFrom(...artists)), pageSizes),
          ([history, some, hidden, most]) =>
            Effect.gen(function* () {
              const filters: ReadonlyArray<Step> = hidden === null ? [] : [{ _tag: "Hide", artist: hidden }]
              yield* performAll([...history, ...filters])
              const service = yield* Corrections
              const snapshots: Array<ReadonlyArray<string>> = []
              for (const one of some) {
                snapshots.push(yield* rows)
                yield* perform(correct(one))
              }
              const expectedRows = yield* rows
              yield* recount()
              expectSame(expectedRows, yield* rows)
              for (const { id } of [...(yield* service.all)].reverse()) {
                yield* service.remove(id)
                yield* finish
                expectSame(yield* rows, snapshots.pop()!)
              }
            }).pipe(Effect.provide(servicesOf(most))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect("hold for an artist that nobody reported", () =>
      Effect.gen(function* () {
        const ofNobody = { ...base, type: "artist", subject: { artist: "Nobody yet" } }
        const play: Play = {
          ...{ playedAt: start, precision: "second", artist: named("Kerrim"), track: named("North"), album: null }
        }
        yield* performAll([
          { _tag: "Put", source: "lastfm", plays: [play] },
          correct({ ...ofNobody, kind: "name", object: null, value: "Written" }),
          correct({ ...ofNobody, kind: "same", object: { artist: "Kerrim" }, value: null })
        ])
        expect((yield* library).filter((line) => line.startsWith("artist | W"))).toEqual(["artist | Written"])
      }).pipe(Effect.provide(services))
    )

    it.effect(
      "leave what would have been without a removed one, also for plays that came meanwhile",
      () =>
        forEvery(
          fc.tuple(steps, steps, corrections, fc.nat(), pageSizes),
          ([before, after, some, choice, most]) =>
            Effect.gen(function* () {
              if (some.length === 0) return
              const place = choice % some.length
              yield* performAll([...before, ...some.map(correct), ...after])
              const service = yield* Corrections
              const all = yield* service.all
              yield* service.remove(all[place]!.id)
              yield* finish
              const left = yield* library
              const others = some.filter((_, index) => index !== place)
              yield* performAll([...before, ...others.map(correct), ...after])
              expectSame(left, yield* library)
            }).pipe(Effect.provide(servicesOf(most))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect("leave no spelling of their own at an artist whose plays are hidden", () =>
      Effect.gen(function* () {
        const play: Play = {
          ...{ playedAt: start, precision: "second", artist: named("Lieu"), track: named("Harbour"), album: null }
        }
        const put: Step = { _tag: "Put", source: "lastfm", plays: [play] }
        const hide = { ...base, kind: "hide", type: "artist", subject: { artist: "Lieu" }, object: null, value: null }
        const same = {
          ...{ ...base, kind: "same", type: "album", subject: { artist: "LIEU", album: "Harbour" } },
          ...{ object: { artist: "Nobody yet", album: "Unheard" }, value: null }
        }
        yield* performAll([put, correct({ ...same, kind: "same" }), correct({ ...hide, kind: "hide" }), put])
        const service = yield* Corrections
        const [first] = yield* service.all
        yield* service.remove(first!.id)
        yield* finish
        expect((yield* library).filter((line) => line.includes("LIEU"))).toEqual([])
      }).pipe(Effect.provide(services))
    )

    it.effect("follow a track that stands for another one to the artist that its own becomes", () =>
      Effect.gen(function* () {
        const play = (minute: number, artist: string): Play => ({
          playedAt: start + minute * 60_000,
          precision: "second",
          artist: named(artist),
          track: named("Harbour"),
          album: null
        })
        const put: Step = {
          _tag: "Put",
          source: "lastfm",
          plays: [play(0, "Kerrim feat. Zoë"), play(10, "Kerrim"), play(20, "Lieu")]
        }
        const credit: NewCorrection = {
          ...{ ...base, kind: "credit", type: "track", value: null },
          subject: { artist: "Kerrim feat. Zoë", track: "Harbour" },
          object: { artist: "Kerrim" }
        }
        const same: NewCorrection = {
          ...{ ...base, kind: "same", type: "artist", value: null },
          subject: { artist: "Kerrim" },
          object: { artist: "Lieu" }
        }
        yield* performAll([put, correct(credit), correct(same)])
        const after = yield* answers
        expect([after.artists, after.tracks]).toEqual([["Lieu: 3"], ["Lieu / Harbour: 3"]])
        const sql = yield* SqlClient.SqlClient
        const [shown] = yield* sql<{ id: number; artistId: number }>`
          SELECT id, artist_id AS "artistId" FROM listening_tracks WHERE heard`
        const saysOf = (explained: Option.Option<Explanation>) =>
          Option.getOrThrow(explained).corrections?.map(({ says }) => says)
        const [credited, merged] = ["Kerrim feat. Zoë, Harbour belongs to Kerrim", "Kerrim is the same as Lieu"]
        expect(saysOf(yield* explainListening.records.track(shown!.id))).toEqual([credited, merged])
        expect(saysOf(yield* explainListening.records.artist(shown!.artistId))).toEqual([merged])
      }).pipe(Effect.provide(services))
    )

    it.effect(
      "go on after an interruption, also with plays that came meanwhile",
      () =>
        forEvery(
          fc.tuple(steps, steps, corrections, fc.nat({ max: 4 }), fc.constantFrom(1, 3)),
          ([before, after, some, pages, most]) =>
            Effect.gen(function* () {
              yield* performAll(before)
              const service = yield* Corrections
              const [domain] = yield* CorrectableDomains
              const accepted: Array<NewCorrection> = []
              for (const one of some) {
                const isMade = yield* service.add(one).pipe(
                  Effect.as(true),
                  Effect.catchTag("BadInput", () => Effect.succeed(false))
                )
                if (isMade) accepted.push(one)
                for (let page = 0; page < pages; page += 1) yield* domain!.pages!.next
              }
              yield* Effect.forEach(after, perform)
              yield* finish
              expect(yield* service.waiting).toEqual([])
              const left = yield* library
              yield* performAll([...before, ...accepted.map(correct), ...after])
              expectSame(left, yield* library)
            }).pipe(Effect.provide(servicesOf(most))),
          { numRuns: depth(20) }
        ),
      600_000
    )

    it.effect(
      "give the counts, lists, days and documents of a plain model",
      () =>
        Effect.gen(function* () {
          yield* wipe
          const [seed] = fc.sample(fc.nat(), { numRuns: 1, seed: 67 })
          const [plays, wanted] = fc.sample(fc.tuple(modelPlays, modelCorrections), { numRuns: 1, seed: seed! })[0]!
          const records = yield* ListeningRecords
          const { changes } = yield* records.put(
            "lastfm",
            plays.map(({ album, artist, at, track }) => ({
              playedAt: at,
              precision: "second" as const,
              artist: named(artist),
              track: named(track),
              album: album === null ? null : named(album)
            })),
            null
          )
          yield* publishChanges(changes)
          const service = yield* Corrections
          const many = depth(200)
          const accepted: Array<NewCorrection> = []
          for (const one of wanted) {
            const isAdded = yield* service
              .add(one)
              .pipe(
                Effect.as(true),
                Effect.catchTags({ BadInput: () => Effect.succeed(false), Conflict: () => Effect.succeed(false) })
              )
            if (isAdded) accepted.push(one)
            if (accepted.length === many) break
          }
          expect(accepted).toHaveLength(many)
          const expected = correctedLibrary(plays, accepted)
          expect(yield* answers).toStrictEqual({
            ...expected,
            documents: [...expected.artists, ...expected.tracks, ...expected.albums]
              .map((line) => line.slice(0, line.lastIndexOf(":")))
              .sort()
          })
        }).pipe(Effect.provide(services)),
      600_000
    )
  })

const modelArtists = Array.from({ length: 90 }, (_, index) => `Artist ${index}`)
const modelTitles = Array.from({ length: 12 }, (_, index) => `Title ${index}`)

const modelPlays: fc.Arbitrary<ReadonlyArray<ModelPlay>> = fc
  .array(
    fc.record({
      artist: fc.constantFrom(...modelArtists),
      track: fc.constantFrom(...modelTitles),
      album: fc.constantFrom(null, ...modelTitles)
    }),
    { minLength: 1500, maxLength: 1500 }
  )
  .map((all) => all.map((play, index) => ({ ...play, at: start + index * 3_600_000 })))

const modelKey = (type: string) =>
  fc
    .tuple(fc.constantFrom(...modelArtists), fc.constantFrom(...modelTitles))
    .map(([artist, title]) => (type === "artist" ? { artist } : { artist, [type]: title }))

const modelCorrections: fc.Arbitrary<ReadonlyArray<NewCorrection>> = fc
  .array(
    fc
      .constantFrom("artist", "album", "track", "album", "track")
      .chain((type) =>
        fc
          .record({
            kind: fc.constantFrom(
              "same" as const,
              "credit" as const,
              "name" as const,
              "hide" as const,
              "different" as const
            ),
            subject: modelKey(type),
            other: modelKey(type)
          })
          .map(({ kind, other, subject }) => ({
            ...base,
            type,
            kind,
            subject,
            object:
              kind === "same" || kind === "different" ? other : kind === "credit" ? { artist: other["artist"]! } : null,
            value: kind === "name" ? "Written" : null
          }))
      ),
    { minLength: 700, maxLength: 700 }
  )
  .map((all) => all.map((one, index) => (one.value === null ? one : { ...one, value: `Written ${index}` })))

const linesOf = (rows: ReadonlyArray<{ readonly name: string; readonly plays: number }>) =>
  rows.map(({ name, plays }) => `${name}: ${plays}`).sort()

/** What the store answers, in the words of the model. */
const answers = Effect.gen(function* () {
  yield* complete
  const store = yield* ListeningStore
  const sql = yield* SqlClient.SqlClient
  const all = { range: { from: null, to: null }, page: { page: 1, limit: 100_000 } }
  const artists = yield* store.topArtists(all)
  const tracks = yield* store.topTracks({ ...all, artistId: null })
  const albums = yield* store.topAlbums(all)
  const totals = yield* store.totals(all.range)
  const days = yield* store.playsPerDay("2023-01-01", "2024-12-31")
  const documents = yield* sql<{ line: string }>`
    SELECT CASE entity_type WHEN 'artist' THEN title ELSE subtitle || ' / ' || title END AS line
    FROM search_documents WHERE domain = 'listening'`
  return {
    plays: totals.plays,
    artists: linesOf(artists.rows.map(({ artist, plays }) => ({ name: artist.name, plays }))),
    tracks: linesOf(tracks.rows.map(({ artist, plays, track }) => ({ name: `${artist.name} / ${track.name}`, plays }))),
    albums: linesOf(albums.rows.map(({ album, artist, plays }) => ({ name: `${artist.name} / ${album.name}`, plays }))),
    days: linesOf(days.map(({ date, plays }) => ({ name: date, plays }))),
    documents: documents.map(({ line }) => line).sort()
  }
})

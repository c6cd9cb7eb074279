import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import {
  CollectingRecords,
  CollectingStore,
  type CollectingRecord,
  collectingRules,
  publishChanges
} from "@daybook/core/collecting"
import { Corrections, type NewCorrection, type RecordKey } from "@daybook/core/corrections"
import { ListeningRecords } from "@daybook/core/listening"
import { always } from "@daybook/core/shared"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import * as Records from "../../src/postgres/collecting/CollectingRecords.js"
import * as Store from "../../src/postgres/collecting/CollectingStore.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { albums, discKeys, films, linkedItems, movies, plays, releaseKeys, releases } from "./collectingLinks.js"
import { correctionServices, followCorrections, historiesOf, withoutConflict } from "./correctionProperties.js"
import { wipe } from "./model/database.js"

const start = Date.UTC(2025, 2, 1, 9)
const day = 86_400_000

/** A copy or a want of a release, or a disc of a film. */
type Item =
  | { readonly of: "copy"; readonly release: number; readonly instance: number }
  | { readonly of: "want"; readonly release: number }
  | { readonly of: "disc"; readonly film: number; readonly mediaType: "dvd" | "bluray" }

const release = fc.nat({ max: releases.length - 1 })
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ of: fc.constant("copy" as const), release, instance: fc.nat({ max: 1 }) }),
  fc.record({ of: fc.constant("want" as const), release }),
  fc.record({
    of: fc.constant("disc" as const),
    film: fc.nat({ max: films.length - 1 }),
    mediaType: fc.constantFrom("dvd" as const, "bluray" as const)
  })
)

const keyOf = (one: Item) =>
  one.of === "disc"
    ? `disc ${one.film} ${one.mediaType}`
    : `${one.of} ${one.release} ${one.of === "copy" ? one.instance : 0}`

const recordOf = (one: Item): CollectingRecord => {
  if (one.of === "disc")
    return {
      _tag: "Disc",
      film: films[one.film]!,
      edition: { mediaType: one.mediaType, resolution: null, hdr: null, audio: null, audioChannels: null },
      collectedAt: start + one.film * day,
      filed: false
    }
  const care = { addedAt: start + one.release * day, rating: 0, notes: null }
  const pressing = releases[one.release]!
  if (one.of === "want") return { _tag: "Want", release: pressing, care }
  const instance = one.release * 10 + one.instance
  return { _tag: "Copy", instance, release: pressing, care: { ...care, mediaCondition: null, sleeveCondition: null } }
}

const base = { domain: "collecting", object: null, value: null, reason: null } as const

const correctionsOf = (type: string, subjects: ReadonlyArray<RecordKey>, objects: ReadonlyArray<RecordKey>) =>
  fc
    .record({
      kind: fc.constantFrom("same" as const, "different" as const, "hide" as const, "name" as const),
      value: fc.constantFrom("Reed Hymns", "Rook Street"),
      subject: fc.constantFrom(...subjects),
      object: fc.constantFrom(...objects)
    })
    .map(({ kind, object, subject, value }): NewCorrection => ({
      ...{ ...base, type, kind, subject },
      object: kind === "hide" || kind === "name" ? null : object,
      value: kind === "name" ? value : null
    }))

const corrections = withoutConflict(
  collectingRules,
  fc.oneof(
    correctionsOf(
      "release",
      releaseKeys.map(({ key }) => key),
      albums.flatMap(({ keys }) => keys)
    ),
    correctionsOf(
      "disc",
      discKeys.map(({ key }) => key),
      movies.flatMap(({ keys }) => keys)
    )
  )
)

const put = Effect.fn(function* (items: ReadonlyArray<Item>) {
  const records = yield* CollectingRecords
  const all = items.map(recordOf)
  const isDisc = ({ _tag }: CollectingRecord) => _tag === "Disc"
  yield* publishChanges(
    (yield* records.put(
      "discogs",
      all.filter((one) => !isDisc(one))
    )).changes
  )
  yield* publishChanges((yield* records.put("trakt", all.filter(isDisc))).changes)
})

const remove = Effect.fn(function* (one: Item) {
  const records = yield* CollectingRecords
  const sql = yield* SqlClient.SqlClient
  const rows =
    one.of === "copy"
      ? yield* sql<{ id: number }>`SELECT id FROM collecting_copies WHERE instance = ${one.release * 10 + one.instance}`
      : one.of === "want"
        ? yield* sql<{ id: number }>`
            SELECT id FROM collecting_wants WHERE release_id = ${releases[one.release]!.id}`
        : yield* sql<{ id: number }>`
            SELECT disc.id FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = film_id
            WHERE trakt_id = ${films[one.film]!.ids.trakt} AND media_type = ${one.mediaType}`
  const { changes } = yield* records.remove(
    one.of === "disc" ? "trakt" : "discogs",
    rows.map(({ id }) => `${one.of}:${id}`)
  )
  yield* publishChanges(changes)
})

/** Empties the collection, and stores what was heard and watched. */
const empty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* wipe
  yield* sql`
    TRUNCATE collecting_copies, collecting_wants, collecting_discs, collecting_films, collecting_releases, watching_titles
    RESTART IDENTITY CASCADE`
  yield* sql`ALTER SEQUENCE collecting_ids RESTART`
  const name = (text: string) => ({ name: text, mbid: null, url: null })
  const listeningRecords = yield* ListeningRecords
  yield* listeningRecords.put(
    "lastfm",
    plays.map(({ album, artist }, index) => ({
      playedAt: start + index * 600_000,
      precision: "second" as const,
      ...{ artist: name(artist), track: name("Song"), album: name(album) }
    })),
    null
  )
  for (const [index, { match, title, tmdb, watches, year }] of movies.entries()) {
    const id = index + 1
    yield* sql`
      INSERT INTO watching_titles (id, kind, reported_title, reported_sort_title, match_title, year, named_by, described_by)
      OVERRIDING SYSTEM VALUE VALUES (${id}, 'movie', ${title}, ${match}, ${match}, ${year}, 0, 0)`
    if (tmdb !== null)
      yield* sql`INSERT INTO watching_ids (kind, scheme, value, title_id) VALUES ('movie', 'tmdb', ${tmdb}, ${id})`
    for (let time = 0; time < watches; time++)
      yield* sql`
        INSERT INTO watching_watches (id, title_id, source, at, date, dated, rewatch, reliable, source_id)
        VALUES (${id * 10 + time}, ${id}, 'plex', '2025-05-01', '2025-05-01', false, false, true, ${`${id}-${time}`})`
  }
})

const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty, lost: item },
  items: fc.uniqueArray(item, { minLength: 1, maxLength: 6, selector: keyOf })
})

const page = { page: 1, limit: 1000 }

const visible = (store: typeof CollectingStore.Service) =>
  Effect.all({
    copies: store.copies({
      ...{ page, range: always, format: null, genre: null, artist: null, text: null },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    wants: store.wants({ page, range: always, sort: "title", order: "asc" }),
    discs: store.discs({
      ...{ page, range: always, mediaType: null, genre: null, title: null },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    totals: store.copyTotals(always),
    discTotals: store.discTotals(always),
    added: store.discsAdded(always),
    artists: store.artists(100),
    formats: store.formats(always),
    days: store.perDay([{ date: "2025-03-01", from: start, to: start + 100 * day }]),
    played: store.played({ page, sort: "plays", filter: "all" }),
    watched: store.watched({ page, filter: "all" }),
    unsureRecords: store.unsureRecords(page),
    unsureFilms: store.unsureFilms(page)
  })

/** What answers are made of, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { played, watched, ...answers } = yield* visible(yield* CollectingStore)
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'copy', release_id, instance, hidden) AS line FROM collecting_copies
    UNION ALL SELECT concat_ws(' | ', 'want', release_id, hidden) FROM collecting_wants
    UNION ALL SELECT concat_ws(' | ', 'disc', trakt_id, media_type, hidden)
      FROM collecting_discs JOIN collecting_films AS film ON film.id = film_id
    UNION ALL SELECT concat_ws(' | ', 'link', release_id, same, sort_artist, sort_album) FROM collecting_album_links
    UNION ALL SELECT concat_ws(' | ', 'link', trakt_id, same, link.match_title, link.year, link.tmdb_id)
      FROM collecting_film_links AS link JOIN collecting_films AS film ON film.id = film_id
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
      WHERE domain = 'collecting'
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, source_id, title, date) FROM feed_items
      WHERE domain = 'collecting'`
  return {
    rows: rows.map(({ line }) => line).sort(),
    played: played.rows.map(({ album, copy, plays }) => `${copy.releaseId} ${copy.title} ${album} ${plays}`).sort(),
    watched: watched.rows.map(({ mediaType, title, watches }) => `${title} ${mediaType} ${watches}`).sort(),
    counts: [answers.totals, answers.discTotals, answers.added, answers.formats, answers.days]
  }
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('release ', to_jsonb(release)) AS line FROM collecting_releases AS release
    UNION ALL SELECT concat('copy ', to_jsonb(copy)) FROM collecting_copies AS copy
    UNION ALL SELECT concat('want ', to_jsonb(want)) FROM collecting_wants AS want
    UNION ALL SELECT concat('film ', to_jsonb(film)) FROM collecting_films AS film
    UNION ALL SELECT concat('disc ', to_jsonb(disc)) FROM collecting_discs AS disc
    UNION ALL SELECT concat('album link ', to_jsonb(link)) FROM collecting_album_links AS link
    UNION ALL SELECT concat('film link ', to_jsonb(link)) FROM collecting_film_links AS link
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return { rows: rows.map(({ line }) => line).sort(), ...(yield* visible(yield* CollectingStore)) }
})

/** Contract: what corrections make of the collection follows from what services list. */
export const collectingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of collecting", (it) => {
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(home("UTC", () => "2025-04-01"))
    )
    const services = correctionServices(stores)
    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "hide and link what they name, and nothing else",
      () =>
        forEvery(
          fc.tuple(fc.uniqueArray(item, { minLength: 1, maxLength: 8, selector: keyOf }), corrections),
          ([items, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", items }])
              const { copies, discs, played, totals, wants, watched } = yield* visible(yield* CollectingStore)
              const expected = linkedItems(items, some)
              const copied = played.rows.map(({ album, copy }) => `${copy.releaseId} ${copy.title} ${album}`).toSorted()
              expect(copied).toStrictEqual(expected.copies)
              expect([copies.total, totals.copies]).toStrictEqual([expected.copies.length, expected.copies.length])
              expect([wants.rows.map(({ releaseId }) => releaseId).toSorted(), totals.wants]).toStrictEqual([
                expected.wants,
                expected.wants.length
              ])
              const seen = watched.rows.map(({ mediaType, title, watches }) => `${title} ${mediaType} ${watches}`)
              expect(seen.toSorted()).toStrictEqual(expected.discs)
              expect(discs.total).toBe(expected.discs.length)
            }).pipe(Effect.provide(services)),
          { numRuns: depth(60) }
        ),
      600_000
    )

    it.effect("refuse what names nothing or contradicts, and count what they would change", () =>
      Effect.gen(function* () {
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { of: "copy", release: 0, instance: 0 },
              { of: "copy", release: 1, instance: 0 },
              { of: "disc", film: 1, mediaType: "dvd" }
            ]
          }
        ])
        const service = yield* Corrections
        const subject = { artist: "Velmora Tide", title: "Barn Songs" }
        const windows = { artist: "Velmora Tide", album: "Night Windows" }
        const link = { ...base, kind: "same" as const, type: "release", subject, object: windows }
        const unknown = yield* Effect.flip(service.add({ ...link, object: { ...windows, album: "Nothing" } }))
        expect(unknown.message).toBe(
          "object names nothing that exists: there is no album Velmora Tide, Nothing, check the spelling"
        )
        const noFilm = { ...base, kind: "different" as const, type: "disc", subject: { title: "Ladder" } }
        expect((yield* Effect.flip(service.add({ ...noFilm, object: { movie: "Nothing" } })))._tag).toBe("BadInput")
        expect(yield* service.preview(link)).toMatchObject({
          affected: 2,
          before: { records: 2, wants: 0, discs: 1 },
          after: { records: 2, wants: 0, discs: 1 },
          examples: [
            { before: { name: "Barn Songs", of: "Velmora Tide", count: 2 }, after: { count: 4 } },
            { before: { count: 2 }, after: { count: 4 } }
          ]
        })
        const added = yield* service.add(link)
        const refused = yield* Effect.flip(service.add({ ...link, kind: "different" }))
        expect([refused._tag, refused.message]).toStrictEqual([
          "Conflict",
          `this one (Velmora Tide, Barn Songs is not Velmora Tide, Night Windows) contradicts correction ${added.correction.id} ` +
            "(Velmora Tide, Barn Songs is the same as Velmora Tide, Night Windows): remove that one first"
        ])
        // A second album of a record is no contradiction.
        yield* service.add({ ...link, object: { artist: "Velmora Tide", album: "Barn Song" } })
        const hide = { ...base, kind: "hide" as const, type: "release", subject: { ...subject, discogs_id: "2" } }
        expect(yield* service.preview(hide)).toMatchObject({
          affected: 1,
          after: { records: 1 },
          examples: [{ before: { name: "Barn Songs" }, after: null }]
        })
        const notOne = { ...noFilm, object: { movie: "Ladder", year: "1961" } }
        expect(yield* service.preview(notOne)).toMatchObject({
          affected: 1,
          examples: [{ before: { type: "media", name: "Ladder", count: 3 }, after: { count: 0 } }]
        })
      }).pipe(Effect.provide(services))
    )

    it.effect("give titles that lists are sorted by and search finds, and that name the item from then on", () =>
      Effect.gen(function* () {
        const items = [
          { of: "copy", release: 0, instance: 0 },
          { of: "copy", release: 2, instance: 0 },
          { of: "disc", film: 1, mediaType: "dvd" }
        ] as const
        yield* performAll([{ _tag: "Put", items }])
        const [service, store, sql] = [yield* Corrections, yield* CollectingStore, yield* SqlClient.SqlClient]
        const titles = Effect.map(visible(store), ({ copies, discs }) => [
          copies.rows.map(({ title }) => title),
          discs.rows.map(({ title }) => title)
        ])
        const searchTitles = Effect.map(
          sql<{ title: string }>`SELECT title FROM search_documents WHERE domain = 'collecting' ORDER BY title`,
          (rows) => rows.map(({ title }) => title)
        )
        const before = yield* answers
        expect(yield* titles).toEqual([["Barn Songs", "Night Index"], ["Ladder"]])
        const name = { ...base, kind: "name" as const }
        const subject = { artist: "Velmora Tide", title: "Barn Songs" }
        const record = { ...name, type: "release", subject, value: "Reed Hymns" }
        expect(yield* service.preview(record)).toMatchObject({
          affected: 1,
          examples: [{ before: { name: "Barn Songs" }, after: { name: "Reed Hymns" } }]
        })
        const added = yield* service.add(record)
        const disc = yield* service.add({ ...name, type: "disc", subject: { title: "Ladder" }, value: "Rook Street" })
        expect(yield* titles).toEqual([["Night Index", "Reed Hymns"], ["Rook Street"]])
        expect(yield* searchTitles).toEqual(["Night Index", "Reed Hymns", "Rook Street"])
        // The plays are still those of the album.
        expect((yield* visible(store)).played.rows.map(({ album, copy }) => [copy.title, album])).toContainEqual([
          "Reed Hymns",
          "Barn Song"
        ])
        const again = yield* Effect.flip(service.add({ ...record, subject: { ...subject, title: "Reed Hymns" } }))
        expect([again._tag, again.message]).toEqual(["Conflict", expect.stringContaining("is written as Reed Hymns")])
        const hide = yield* service.add({
          ...{ ...base, kind: "hide", type: "release" },
          subject: { ...subject, title: "reed hymns" }
        })
        expect(yield* titles).toEqual([["Night Index"], ["Rook Street"]])
        // Services report again what they reported.
        yield* perform({ _tag: "Put", items })
        expect(yield* titles).toEqual([["Night Index"], ["Rook Street"]])
        for (const { correction } of [hide, disc, added]) yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect("are what the review decides, and follow it", () =>
      Effect.gen(function* () {
        yield* performAll([{ _tag: "Put", items: [{ of: "copy", release: 0, instance: 0 }] }])
        const [records, store, service] = [yield* CollectingRecords, yield* CollectingStore, yield* Corrections]
        const [unsure] = (yield* store.unsureRecords(page)).rows
        const pair = { kind: "release", subject: unsure!.releaseId, match: unsure!.albumId } as const
        const correctionLines = Effect.map(service.all, (all) =>
          all.map(({ kind, object, subject }) => [kind, subject, object])
        )
        const subject = { artist: "Velmora Tide", title: "Barn Songs", discogs_id: "1" }
        const object = { artist: "Velmora Tide", album: "Barn Song" }
        yield* records.decide(pair, true)
        expect(yield* correctionLines).toStrictEqual([["same", subject, object]])
        yield* records.decide(pair, false)
        expect(yield* correctionLines).toStrictEqual([["different", subject, object]])
        expect((yield* store.unsureRecords(page)).total).toBe(0)
        yield* service.remove((yield* service.all)[0]!.id)
        expect((yield* store.unsureRecords(page)).rows).toStrictEqual([unsure])
        yield* service.add({ ...base, kind: "same", type: "release", subject, object })
        yield* records.decide(pair, null)
        expect(yield* correctionLines).toStrictEqual([])
      }).pipe(Effect.provide(services))
    )
  })

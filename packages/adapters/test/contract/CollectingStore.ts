import { CollectingRecords, CollectingStore, type Copy, isNobody } from "@daybook/core/collecting"
import { ListeningRecords } from "@daybook/core/listening"
import { always, type DateRange } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Records from "../../src/postgres/collecting/CollectingRecords.js"
import * as Store from "../../src/postgres/collecting/CollectingStore.js"
import * as ListeningRecordsLayer from "../../src/postgres/listening/ListeningRecords.js"
import { home } from "../support/stores.js"
import { decideFilms, decideRecords } from "./decisions.js"
import { closeness, type Collection, collectionOf, nameOf } from "./model/collection.js"

const whole = { page: 1, limit: 1_000 }
const second = { page: 2, limit: 5 }
const any = {
  page: whole,
  range: always,
  format: null,
  genre: null,
  artist: null,
  text: null,
  sort: "date_added",
  order: "desc"
} as const

const countsBy = <A>(of: ReadonlyArray<A>, by: (one: A) => ReadonlyArray<string | null>) => {
  const counts = new Map<string | null, number>()
  for (const key of of.flatMap(by)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

const named = (one: Copy["release"]["artists"]) => one.filter((artist) => !isNobody(artist))

/** The names under which plays of a release count. */
const namesOf = ({ artists }: Copy["release"]) => {
  const some = named(artists)
  return some.length === 0
    ? []
    : [
        ...some.flatMap(({ name, shown }) => [name, shown]),
        some.map(({ name }) => name).join(" & "),
        some.map(({ shown }) => shown).join(" & ")
      ].map(nameOf)
}

/** Some of the releases are on the want list as well, each since its first copy. */
const wantsOf = ({ copies }: Collection) => [
  ...new Map(
    copies
      .slice(0, 8)
      .toReversed()
      .map(({ care, release }) => [release.id, { _tag: "Want", release, care } as const])
  ).values()
]

const put = Effect.fn(function* (collection: Collection) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`TRUNCATE collecting_copies, collecting_wants, collecting_discs, collecting_films, collecting_releases, enrichment_tasks, collecting_listings, corrections CASCADE`
  yield* sql`TRUNCATE listening_plays, listening_albums, listening_tracks, listening_artists, listening_spellings, listening_counts, listening_totals, listening_buckets CASCADE`
  yield* sql`TRUNCATE watching_watches, watching_ids, watching_titles CASCADE`
  const records = yield* CollectingRecords
  yield* records.put("discogs", [...collection.copies, ...wantsOf(collection)])
  yield* records.put("trakt", collection.discs)
  const listeningRecords = yield* ListeningRecords
  const name = (text: string) => ({ name: text, mbid: null, url: null })
  yield* listeningRecords.put(
    "lastfm",
    collection.plays.map(({ album, artist, at }) => ({
      playedAt: at,
      precision: "second" as const,
      artist: name(artist),
      track: name("Song"),
      album: name(album)
    })),
    null
  )
})

/** The best matching album of a release, computed from every album. */
const bestOf = ({ plays }: Collection, release: Copy["release"]) => {
  const ours = plays.filter(({ artist }) => namesOf(release).includes(nameOf(artist)))
  const albums = countsBy(ours, ({ album, artist }) => [JSON.stringify([artist, album])])
  const close = [...albums].flatMap(([key, count]) => {
    const confidence = closeness(release.title, (JSON.parse(key!) as [string, string])[1])
    return confidence > 0 ? [{ confidence, plays: count }] : []
  })
  const most = (some: ReadonlyArray<number>) => Math.max(0, ...some)
  const confidence = most(close.map((one) => one.confidence))
  if (confidence > 0)
    return { confidence, plays: close.filter((one) => one.confidence === confidence).map((one) => one.plays) }
  const artists = [...countsBy(ours, ({ artist }) => [artist]).values()]
  return artists.length === 0 ? { confidence: 0, plays: [0] } : { confidence: 0.5, plays: [most(artists)] }
}

const agree = Effect.fn(function* (collection: Collection) {
  const store = yield* CollectingStore
  const { copies, discs } = collection
  const all = (yield* store.copies(any)).rows
  expect(all.map(({ releaseId }) => releaseId).sort()).toStrictEqual(copies.map(({ release }) => release.id).sort())
  expect((yield* store.copies({ ...any, page: second })).rows).toStrictEqual(all.slice(5, 10))
  for (const sort of ["date_added", "title", "year", "rating"] as const) {
    const [up, down] = [
      (yield* store.copies({ ...any, sort, order: "asc" })).rows,
      (yield* store.copies({ ...any, sort })).rows
    ]
    const value = (one: (typeof up)[number]) =>
      sort === "date_added" ? one.addedAt : sort === "title" ? one.title : sort === "year" ? one.year : one.rating
    const has = (one: (typeof up)[number]) => value(one) !== null
    expect(
      down.filter(has).map(({ id }) => id),
      sort
    ).toStrictEqual(
      up
        .filter(has)
        .map(({ id }) => id)
        .reverse()
    )
    expect(
      up.findIndex((one) => !has(one)) === -1 || up.slice(up.findIndex((one) => !has(one))).every((one) => !has(one))
    ).toBe(true)
  }
  for (const text of ["barn", "SENAL", "oskeln", "söl", "%", ""]) {
    const matchCount = (yield* store.copies({ ...any, text })).total
    const plain = (value: string) => value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    const holds = (value: string) => plain(value).includes(plain(text))
    expect(matchCount, `text ${text}`).toBe(
      copies.filter(
        ({ release }) => holds(release.title) || release.artists.some(({ name, shown }) => holds(name) || holds(shown))
      ).length
    )
  }
  expect((yield* store.copies({ ...any, format: "vinyl" })).total).toBe(
    copies.filter(({ release }) => release.format === "Vinyl").length
  )
  expect((yield* store.copies({ ...any, genre: "ock" })).total).toBe(
    copies.filter(({ release }) => release.genres.includes("Rock")).length
  )

  const [from, to] = [Date.parse("2025-02-01T00:00:00Z"), Date.parse("2025-06-01T00:00:00Z")]
  const added = copies.filter(({ care: { addedAt } }) => addedAt !== null && addedAt >= from && addedAt < to)
  expect((yield* store.copies({ ...any, range: { from, to } })).total).toBe(added.length)
  const wants = (range: DateRange) =>
    Effect.map(store.wants({ page: whole, range, sort: "title", order: "asc" }), ({ rows, total }) => [
      total,
      rows.map(({ releaseId }) => releaseId).sort()
    ])
  const wantList = wantsOf(collection)
  const ids = (some: typeof wantList) => [some.length, some.map(({ release }) => release.id).sort()]
  expect(yield* wants(always)).toStrictEqual(ids(wantList))
  expect(yield* wants({ from, to })).toStrictEqual(
    ids(wantList.filter(({ care: { addedAt } }) => addedAt !== null && addedAt >= from && addedAt < to))
  )
  for (const [range, some] of [
    [always, copies],
    [{ from, to }, added]
  ] as const) {
    const totals = yield* store.copyTotals(range)
    const artists = countsBy(some, ({ release }) => [...new Set(named(release.artists).map(({ name }) => name))])
    const years = some.flatMap(({ release }) => release.year ?? [])
    expect([totals.copies, totals.artists, totals.oldestYear, totals.newestYear]).toStrictEqual([
      some.length,
      artists.size,
      years.length === 0 ? null : Math.min(...years),
      years.length === 0 ? null : Math.max(...years)
    ])
    expect(totals.topArtist?.count ?? 0).toBe(Math.max(0, ...artists.values()))
    expect(new Map((yield* store.formats(range)).map(({ count, name }) => [name, count]))).toStrictEqual(
      countsBy(some, ({ release }) => [release.format])
    )
  }
  expect(new Map((yield* store.genres).map(({ count, name }) => [name, count]))).toStrictEqual(
    countsBy(copies, ({ release }) => release.genres)
  )
  const days = Array.from({ length: 420 }, (_, index) => Date.parse("2025-01-01T00:00:00Z") + index * 86_400_000).map(
    (at) => ({ date: new Date(at).toISOString().slice(0, 10), from: at, to: at + 86_400_000 })
  )
  const perDay = countsBy(
    [...copies.map(({ care }) => care.addedAt), ...discs.map(({ collectedAt }) => collectedAt)],
    (at) => (at === null ? [] : [new Date(at).toISOString().slice(0, 10)])
  )
  expect(new Map((yield* store.perDay(days)).map(({ count, date }) => [date, count]))).toStrictEqual(perDay)
})

const agreeOnPlayed = Effect.fn(function* (collection: Collection) {
  const store = yield* CollectingStore
  const { rows, share, total } = yield* store.played({ page: whole, sort: "plays", filter: "all" })
  expect(total).toBe(collection.copies.length)
  const releases = new Map(collection.copies.map(({ release }) => [release.id, release]))
  for (const row of rows) {
    const best = bestOf(collection, releases.get(row.copy.releaseId)!)
    const what = JSON.stringify([releases.get(row.copy.releaseId)!.title, row.copy.artists, row.album, row.artist])
    expect(row.confidence, what).toBe(best.confidence)
    expect(best.plays, `${what}: ${row.plays} of ${best.plays.join()}`).toContain(row.plays)
    expect(row.lastPlayedAt === null).toBe(row.plays === 0)
    const { copy, ...ofCopy } = row
    expect(yield* Effect.flatten(store.playsOfCopy(copy.id)), what).toStrictEqual(ofCopy)
    expect([row.albumId !== null, row.artistId !== null], what).toStrictEqual([
      row.confidence > 0.5,
      row.confidence > 0
    ])
  }
  const listened = rows.filter(({ confidence }) => confidence > 0.5)
  expect(share).toStrictEqual({ all: rows.length, part: listened.length })
  expect(rows.map(({ plays }) => plays)).toStrictEqual(rows.map(({ plays }) => plays).sort((a, b) => b - a))
  expect((yield* store.played({ page: second, sort: "added", filter: "listened" })).total).toBe(listened.length)
  expect((yield* store.played({ page: second, sort: "added", filter: "unlistened" })).total).toBe(
    rows.length - listened.length
  )
})

/** Viewings of some films: by TMDB id, by IMDb id, by title and year alone, and of a namesake from another year. */
const watch = Effect.fn(function* (collection: Collection) {
  const sql = yield* SqlClient.SqlClient
  const seen = new Map<number, number>()
  for (const [index, { film }] of collection.discs.entries()) {
    const { imdb, tmdb } = film.ids
    const way = index % 4
    if (way === 3) continue
    const year = way === 2 ? (film.year === null ? null : film.year + (index % 3) - 1) : (film.year ?? 1900) + 30
    const [title] = yield* sql<{ id: number }>`
      INSERT INTO watching_titles (kind, reported_title, reported_sort_title, match_title, year, named_by, described_by)
      VALUES ('movie', ${film.title}, ${film.title.toLowerCase()}, ${`film${index}`}, ${year}, 0, 0) RETURNING id`
    if (way === 0 && imdb !== null)
      yield* sql`INSERT INTO watching_ids (kind, scheme, value, title_id) VALUES ('movie', 'imdb', ${imdb}, ${title!.id})`
    if (way === 1 && tmdb !== null)
      yield* sql`INSERT INTO watching_ids (kind, scheme, value, title_id) VALUES ('movie', 'tmdb', ${String(tmdb)}, ${title!.id})`
    for (let time = 0; time <= index % 3; time++) {
      yield* sql`
        INSERT INTO watching_watches (id, title_id, source, at, date, dated, rewatch, reliable, source_id)
        VALUES (${index * 10 + time}, ${title!.id}, 'plex', '2025-05-01'::timestamptz + make_interval(days => ${time}::int), '2025-05-01', false, false, true, ${`${index}-${time}`})`
    }
    const isFound = way === 0 ? imdb !== null : way === 1 ? tmdb !== null : film.year !== null
    if (isFound) seen.set(film.ids.trakt!, (index % 3) + 1)
  }
  return seen
})

const agreeWatched = Effect.fn(function* (collection: Collection) {
  const seen = yield* watch(collection)
  const store = yield* CollectingStore
  const sql = yield* SqlClient.SqlClient
  const { rows, share } = yield* store.watched({ page: whole, filter: "all" })
  const watches = new Map(collection.discs.map(({ film }) => [film.title, seen.get(film.ids.trakt!) ?? 0]))
  expect(rows.map(({ title, watches: times }) => [title, times]).sort()).toStrictEqual([...watches].sort())
  expect(share).toStrictEqual({ all: collection.discs.length, part: seen.size })
  expect((yield* store.watched({ page: second, filter: "watched" })).total).toBe(seen.size)
  const middle = collection.discs.map(({ collectedAt }) => collectedAt).sort((a, b) => a - b)[
    Math.floor(collection.discs.length / 2)
  ]!
  for (const [range, some] of [
    [always, collection.discs],
    [{ from: middle, to: null }, collection.discs.filter(({ collectedAt }) => collectedAt >= middle)]
  ] as const) {
    const totals = yield* store.discTotals(range)
    expect(totals.discs).toBe(some.length)
    expect(new Map(totals.byFormat.map(({ count, name }) => [name, count]))).toStrictEqual(
      countsBy(some, ({ edition }) => [edition.mediaType])
    )
    expect(new Map(totals.byDecade.map(({ count, name }) => [name, count]))).toStrictEqual(
      countsBy(some, ({ film }) => (film.year === null ? [] : [`${Math.floor(film.year / 10) * 10}s`]))
    )
  }
  for (const row of rows) {
    const disc = yield* Effect.flatten(store.disc(row.id))
    expect(disc.viewings).toHaveLength(row.watches)
    const [movie] = yield* sql<{ title: string }>`SELECT title FROM watching_titles WHERE id = ${disc.movieId}`
    expect(movie?.title).toBe(row.watches === 0 ? undefined : row.title)
  }
})

export const collectingStoreContract = (database: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient>) => {
  const stores = Layer.mergeAll(Records.layer, Store.layer, ListeningRecordsLayer.layer).pipe(
    Layer.provideMerge(home("America/Los_Angeles", () => "2025-06-01")),
    Layer.provideMerge(database)
  )
  layer(stores, { timeout: "5 minutes" })("CollectingStore", (it) => {
    it.effect("agrees with a computation over every record, disc, play and viewing", () =>
      Effect.forEach(
        [1, 2, 3, 4, 5, 6, 7, 8],
        (seed) =>
          Effect.gen(function* () {
            const collection = collectionOf(seed)
            yield* put(collection)
            yield* agree(collection)
            yield* agreeOnPlayed(collection)
            yield* Effect.flatMap(ListeningRecords, (listeningRecords) => listeningRecords.completeCounts)
            yield* agreeOnPlayed(collection)
            yield* agreeWatched(collection)
            return [
              yield* decideRecords(collection, (release) => bestOf(collection, release).confidence),
              yield* decideFilms(collection)
            ] as const
          }),
        { discard: false }
      ).pipe(
        Effect.map((decided) => {
          // The collections have matches to decide.
          expect(decided.some(([records]) => records > 0)).toBe(true)
          expect(decided.some(([, films]) => films > 0)).toBe(true)
        })
      )
    )
  })
}

import { Calendar, type DateRange, always, monthOf, weekStart } from "@daybook/core/shared"
import { depth } from "../support/depth.js"
import {
  type Details,
  type StoredReport,
  type Viewing,
  type WatchingRecord,
  WatchingRecords,
  WatchingStore,
  noDetails,
  noIdentifiers,
  noonOf,
  viewingsOf
} from "@daybook/core/watching"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import { completeDomain } from "../../src/postgres/DomainCounts.js"
import * as Records from "../../src/postgres/watching/WatchingRecords.js"
import * as Store from "../../src/postgres/watching/WatchingStore.js"
import { watchSources } from "../../../core/test/watching/sources.js"
import { home } from "../support/stores.js"
import { forEvery } from "../support/property.js"

const zones = ["America/Los_Angeles", "Pacific/Auckland", "UTC"]
const hour = 3_600_000
const start = Date.parse("2025-12-28T00:00:00Z")

/** Films with distinct titles; some share genres and directors, one has none. */
const films = Array.from(
  { length: 6 },
  (_, index): { readonly title: string; readonly year: number | null; readonly details: Details } => ({
    title: ["Ladder", "The Compass", "Äther", "1917 Windows", "Heron & Fox", "Signal"][index]!,
    year: index === 5 ? null : 1960 + index * 9,
    details: {
      ...noDetails,
      genres: index === 4 ? [] : index % 2 === 0 ? ["Drama", "Comedy"] : ["Drama"],
      directors: index === 5 ? [] : [{ name: index < 3 ? "Ada Quill" : "Bo Ferrin", id: index === 2 ? 77 : 5 }],
      durationMin: index === 3 ? null : 90 + index
    }
  })
)

interface FilmReport {
  readonly film: number
  readonly source: "plex" | "letterboxd"
  readonly hours: number
  readonly rating: number | null
  readonly review: boolean
  readonly episode: number | null
}

const filmReport: fc.Arbitrary<FilmReport> = fc.record({
  film: fc.nat({ max: films.length - 1 }),
  source: fc.constantFrom("plex", "letterboxd"),
  hours: fc.nat({ max: 24 * 60 }),
  rating: fc.option(fc.constantFrom(0.5, 3, 4.5, 5)),
  review: fc.boolean(),
  episode: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 })
})
const life = fc.record({
  zone: fc.constantFrom(...zones),
  pages: fc.array(fc.array(filmReport, { maxLength: 8 }), { minLength: 1, maxLength: 4 }),
  bounds: fc.tuple(fc.nat({ max: 1440 }), fc.nat({ max: 1440 }))
})

const recordOf = ({ episode, film, hours, rating, review, source }: FilmReport): WatchingRecord => {
  const { details, title, year } = films[film]!
  const at = start + hours * hour
  const date = source === "letterboxd" ? new Date(at).toISOString().slice(0, 10) : null
  const named = { title, year, ids: noIdentifiers, details: source === "plex" ? details : noDetails }
  const report = {
    key: date ?? String(at),
    at: date === null ? at : noonOf(date),
    date,
    rating,
    rewatch: null,
    review: review ? `On ${title}` : null,
    reviewUrl: null,
    alias: null,
    loggedAt: null
  }
  return {
    subject:
      source === "plex" && episode !== null
        ? { kind: "episode", title: named, season: 1, episode, episodeTitle: null }
        : { kind: "movie", title: named },
    report,
    rating: null,
    tally: null
  }
}

interface Row extends Omit<StoredReport, "reporter"> {
  readonly titleId: number
  readonly episodeId: number | null
  readonly title: string
}

interface Watched extends Viewing {
  readonly titleId: number
  readonly episodeId: number | null
  readonly film: (typeof films)[number]
}

const reportRows = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Row>`
  SELECT report.*, title.title FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id ORDER BY report.id`
)

/** Every viewing, computed from each report. `described` are the films with details. */
const watchedOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Watched> => {
  const subjects = new Map<string, Array<Row>>()
  for (const row of rows) {
    const key = row.episodeId === null ? `movie:${row.titleId}` : `episode:${row.episodeId}`
    subjects.set(key, [...(subjects.get(key) ?? []), row])
  }
  return [...subjects].flatMap(([key, of]) =>
    viewingsOf(
      of.map((row) => ({ ...row, reporter: watchSources.of(row.source) })),
      new Set(),
      key
    ).map((viewing) => ({
      ...viewing,
      titleId: of[0]!.titleId,
      episodeId: of[0]!.episodeId,
      film: films.find(({ title }) => title === of[0]!.title)!
    }))
  )
}

const newest = (a: Watched, b: Watched) => b.at - a.at || b.id - a.id
/** The first item for each key. */
const distinct = <A, B>(all: ReadonlyArray<A>, by: (one: A) => B) =>
  all.filter((one, index) => all.findIndex((other) => by(other) === by(one)) === index)

const counts = (names: ReadonlyArray<string>) =>
  [...names.reduce((all, name) => all.set(name, (all.get(name) ?? 0) + 1), new Map<string, number>())]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))

/** Compares all answers about a range. */
const agreeWithin = Effect.fn(function* (
  watched: ReadonlyArray<Watched>,
  described: ReadonlySet<string>,
  range: DateRange
) {
  const store = yield* WatchingStore
  const calendar = yield* Calendar
  const inRange = watched.filter(({ at, date, dated }) => {
    const when = dated ? calendar.startOf(date) + 12 * hour : at
    return (range.from === null || when >= range.from) && (range.to === null || when < range.to)
  })
  const seen = inRange.filter(({ episodeId }) => episodeId === null).sort(newest)
  const once = distinct(seen, ({ titleId }) => titleId)
  const detailed = once.filter(({ film }) => described.has(film.title))
  const page = { page: 1, limit: 1000 }
  const exclude = once.slice(0, 1).map(({ titleId }) => titleId)
  const recent = yield* store.watches({ page, range, exclude })
  expect(
    recent.rows.map(({ id, movie }) => [id, movie.id]),
    "watches"
  ).toStrictEqual(seen.filter(({ titleId }) => !exclude.includes(titleId)).map(({ id, titleId }) => [id, titleId]))
  expect(recent.total).toBe(recent.rows.length)
  const totals = yield* store.totals(range)
  const episodes = inRange.filter(({ episodeId }) => episodeId !== null)
  const dates = seen.map(({ date }) => date).sort()
  expect({ ...totals, minutes: Number(totals.minutes) }, "totals").toStrictEqual({
    movies: once.length,
    minutes: seen.reduce((sum, { film }) => sum + (described.has(film.title) ? (film.details.durationMin ?? 0) : 0), 0),
    shows: new Set(episodes.map(({ titleId }) => titleId)).size,
    episodes: new Set(episodes.map(({ episodeId }) => episodeId)).size,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null
  })
  expect(yield* store.genres(range), "genres").toStrictEqual(
    counts(detailed.flatMap(({ film }) => film.details.genres))
  )
  expect(
    (yield* store.decades(range)).map(({ count, decade }) => [decade, count]),
    "decades"
  ).toStrictEqual(
    counts(once.flatMap(({ film }) => (film.year === null ? [] : [String(Math.floor(film.year / 10) * 10)])))
      .map(({ count, name }) => [Number(name), count])
      .sort((a, b) => b[0]! - a[0]!)
  )
  const people = counts(detailed.flatMap(({ film }) => film.details.directors.map(({ id, name }) => `${name}|${id}`)))
  expect(
    (yield* store.directors(range, 100)).map(({ count, name }) => `${name} ${count}`).sort(),
    "directors"
  ).toStrictEqual(people.map(({ count, name }) => `${name.split("|")[0]} ${count}`).sort())
  const [decade] = [...(yield* store.decades(range))].sort((a, b) => b.count - a.count || b.decade - a.decade)
  const summary = yield* store.summary(range, range)
  expect([summary.totals, summary.part], "summary").toStrictEqual([totals, totals])
  expect(summary.leading, "leading").toStrictEqual({
    genre: (yield* store.genres(range))[0]?.name ?? null,
    director: (yield* store.directors(range, 1))[0]?.name ?? null,
    decade: decade?.decade ?? null
  })
  for (const [grain, of] of [
    ["day", (date: string) => date],
    ["week", weekStart],
    ["month", (date: string) => `${monthOf(date)}-01`]
  ] as const) {
    const expected = counts(seen.map(({ date }) => of(date)))
      .map(({ count, name }) => ({ date: name, count }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
    expect(yield* store.periods(grain, range), grain).toStrictEqual(expected)
  }
  const rated = distinct(
    seen.filter(({ rating }) => rating !== null),
    ({ titleId }) => titleId
  )
  expect(
    (yield* store.topRated(range, 3)).map(({ id }) => id),
    "topRated"
  ).toStrictEqual(
    [...rated]
      .sort((a, b) => b.rating! - a.rating! || newest(a, b))
      .slice(0, 3)
      .map(({ id }) => id)
  )
})

/** Compares lists, films and shows. */
const agreeOnLists = Effect.fn(function* (watched: ReadonlyArray<Watched>, described: ReadonlySet<string>) {
  const store = yield* WatchingStore
  const seen = watched.filter(({ episodeId }) => episodeId === null).sort(newest)
  const once = distinct(seen, ({ titleId }) => titleId)
  const page = { page: 1, limit: 1000 }
  const any = {
    page,
    genre: null,
    director: null,
    decade: null,
    year: null,
    sort: "watched_at",
    order: "desc",
    exclude: []
  } as const
  const lastOf = (titleId: number) => seen.find((one) => one.titleId === titleId && one.reliable)?.at ?? null
  const movies = yield* store.movies(any)
  expect(new Map(movies.rows.map(({ id, lastWatchedAt }) => [id, lastWatchedAt]))).toStrictEqual(
    new Map(once.map(({ titleId }) => [titleId, lastOf(titleId)]))
  )
  const lastWatched = movies.rows.flatMap(({ lastWatchedAt }) => lastWatchedAt ?? [])
  expect(lastWatched).toStrictEqual([...lastWatched].sort((a, b) => b - a))
  for (const genre of ["Drama", "Comedy", "drama"]) {
    const expected = once
      .filter(({ film }) => described.has(film.title) && film.details.genres.includes(genre))
      .map(({ titleId }) => titleId)
    expect((yield* store.movies({ ...any, genre })).rows.map(({ id }) => id).sort()).toStrictEqual(expected.sort())
  }
  const decade = (yield* store.movies({ ...any, decade: 1980, sort: "title", order: "asc" })).rows.map(
    ({ title }) => title
  )
  expect(decade.sort()).toStrictEqual(
    once
      .filter(({ film }) => film.year !== null && film.year >= 1980 && film.year < 1990)
      .map(({ film }) => film.title)
      .sort()
  )
  for (const sort of ["title", "year", "rating", "watched_at"] as const) {
    for (const order of ["asc", "desc"] as const) {
      const whole = (yield* store.movies({ ...any, sort, order })).rows.map(({ id }) => id)
      const parts = yield* Effect.forEach([1, 2, 3], (number) =>
        store.movies({ ...any, sort, order, page: { page: number, limit: 2 } })
      )
      expect(
        parts.flatMap(({ rows }) => rows.map(({ id }) => id)),
        `${sort} ${order}`
      ).toStrictEqual(whole.slice(0, 6))
    }
  }
  for (const { titleId } of once) {
    const own = seen.filter((one) => one.titleId === titleId)
    const profile = Option.getOrThrow(yield* store.movie(titleId))
    expect(
      profile.watches.map(({ id, rating, review, rewatch, source, watchedAt }) => [
        id,
        rating,
        review,
        rewatch,
        source,
        watchedAt
      ])
    ).toStrictEqual(own.map(({ at, id, rating, review, rewatch, source }) => [id, rating, review, rewatch, source, at]))
    expect(profile.firstWatchedAt).toBe(own.at(-1)!.at)
  }
  expect((yield* store.reviews(page)).rows.map(({ id }) => id)).toStrictEqual(
    seen.filter(({ review }) => review !== null).map(({ id }) => id)
  )
  const rated = distinct(
    seen.filter(({ rating }) => rating !== null),
    ({ titleId }) => titleId
  )
  expect((yield* store.ratings({ page, sort: "date", order: "asc" })).rows.map(({ id }) => id)).toStrictEqual(
    [...rated].reverse().map(({ id }) => id)
  )
  const merged = seen.flatMap((viewing) => viewing.merged.map(({ id, reason }) => `${viewing.id} ${id} ${reason}`))
  expect(
    (yield* store.merges(page)).rows.map(({ id, kept, reason }) => `${kept.id} ${id} ${reason}`).sort()
  ).toStrictEqual(merged.sort())
  const shows = [...new Set(watched.flatMap(({ episodeId, titleId }) => (episodeId === null ? [] : [titleId])))]
  expect((yield* store.shows({ page, sort: "title", order: "asc" })).rows.map(({ id }) => id).sort()).toStrictEqual(
    [...shows].sort()
  )
  for (const id of shows) {
    const own = watched.filter((one) => one.titleId === id && one.episodeId !== null)
    const profile = Option.getOrThrow(yield* store.show(id))
    expect(profile.show.episodesWatched).toBe(new Set(own.map(({ episodeId }) => episodeId)).size)
    expect(profile.firstWatchedAt).toBe(Math.min(...own.map(({ at }) => at)))
    expect(profile.episodes.map(({ watchedAt }) => watchedAt).sort()).toStrictEqual(
      distinct([...own].sort(newest), ({ episodeId }) => episodeId)
        .map(({ at }) => at)
        .sort()
    )
  }
})

const live = ({
  bounds,
  pages,
  zone
}: {
  readonly zone: string
  readonly pages: ReadonlyArray<ReadonlyArray<FilmReport>>
  readonly bounds: readonly [number, number]
}) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`TRUNCATE versions, changes, domain_counts`
    yield* sql`TRUNCATE watching_titles, watching_episodes, watching_reports, watching_watches, watching_ratings, watching_ids, enrichment_tasks RESTART IDENTITY CASCADE`
    const records = yield* WatchingRecords
    const described = new Set<string>()
    for (const page of pages) {
      for (const source of ["plex", "letterboxd"] as const) {
        const own = page.filter((one) => one.source === source)
        yield* records.put(source, own.map(recordOf), null)
        if (source === "plex")
          for (const { episode, film } of own) if (episode === null) described.add(films[film]!.title)
        const again = yield* records.put(source, own.map(recordOf), null)
        expect(again.applied.added).toBe(0)
      }
      yield* sql`
        INSERT INTO versions (topic, version) VALUES ('watching', 1)
        ON CONFLICT (topic) DO UPDATE SET version = versions.version + 1`
      // Some pages are counted, others not: the last may be either.
      if (page.length % 2 === 0) yield* completeDomain("watching")
    }
    const watched = watchedOf(yield* reportRows)
    yield* agreeOnLists(watched, described)
    const [a, b] = [start + Math.min(...bounds) * hour, start + Math.max(...bounds) * hour + 1]
    const calendar = yield* Calendar
    const year = { from: calendar.startOf("2026-01-01"), to: calendar.startOf("2027-01-01") }
    for (const range of [
      { from: a, to: b },
      { from: null, to: b }
    ])
      yield* agreeWithin(watched, described, range)
    yield* agreeWithin(watched, described, always)
    yield* completeDomain("watching")
    for (const range of [always, year]) yield* agreeWithin(watched, described, range)
  }).pipe(Effect.provide(Layer.mergeAll(Store.layer, Records.layer)), Effect.provide(home(zone, () => "2026-02-01")))

/** The store must answer the same as a computation over every viewing. */
export const watchingStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("WatchingStore", (it) => {
    it.effect("lists a merge no longer once its report loses the day", () =>
      Effect.gen(function* () {
        const records = yield* WatchingRecords
        const store = yield* WatchingStore
        const record = (source: FilmReport["source"]) =>
          recordOf({ film: 0, source, hours: 20, rating: 4, review: false, episode: null })
        const diary = record("letterboxd")
        const entry = { ...diary.report!, address: "https://letterboxd.com/owner/film/ladder/" }
        const merged = Effect.map(store.merges({ page: 1, limit: 10 }), ({ rows, total }) => [
          rows.map((row) => [row.kept.source, row.merged.source]),
          total
        ])
        yield* records.put("plex", [record("plex")], null)
        yield* records.put("letterboxd", [{ ...diary, report: entry }], null)
        expect(yield* merged).toStrictEqual([[["plex", "letterboxd"]], 1])
        yield* records.put("letterboxd", [{ ...diary, report: { ...entry, key: "", at: null, date: null } }], null)
        expect(yield* merged).toStrictEqual([[], 0])
        yield* records.put("letterboxd", [{ ...diary, report: entry }], null)
        expect(yield* merged).toStrictEqual([[["plex", "letterboxd"]], 1])
      }).pipe(
        Effect.provide(Layer.mergeAll(Store.layer, Records.layer)),
        Effect.provide(home("UTC", () => "2026-02-01"))
      )
    )

    it.effect(
      "agrees with a computation over every viewing",
      () => forEvery(life, live, { numRuns: depth(12) }),
      600_000
    )
  })

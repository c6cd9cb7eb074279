import { noDetails, noIdentifiers, WatchingRecords, WatchingStore } from "@daybook/core/watching"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { Fault, tmdbKey } from "@daybook/simulators"
import { newDatabase } from "../../support/database.js"
import { stage, stores } from "./stage.js"

const at = Date.parse("2024-10-01T20:00:00Z")
const play = (title: string, year: number | null, ids: Partial<typeof noIdentifiers>, when: number) => ({
  subject: { kind: "movie" as const, title: { title, year, ids: { ...noIdentifiers, ...ids }, details: noDetails } },
  report: {
    key: String(when),
    at: when,
    date: null,
    rating: null,
    rewatch: null,
    review: null,
    reviewUrl: null,
    alias: null,
    loggedAt: null
  },
  rating: null,
  tally: null
})

it.live("finds films by any identifier or title, and merges duplicates", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const records = yield* WatchingRecords
    const store = yield* WatchingStore
    const [, , film, other] = world.sampleOwner.watching.films
    yield* records.put(
      "plex",
      [
        play("Working title", null, { imdb: film!.imdb }, at),
        play("Unknown to everybody", 1999, {}, at + 1000),
        play(other!.title.toUpperCase(), other!.year + 1, {}, at + 2000)
      ],
      null
    )
    yield* records.put(
      "letterboxd",
      [
        {
          ...play(film!.title, film!.year, {}, at),
          report: {
            ...play("", null, {}, at).report,
            key: "2024-10-01",
            date: "2024-10-01",
            at: Date.parse("2024-10-01T12:00:00Z")
          }
        }
      ],
      null
    )
    expect(yield* world.table).toHaveLength(4)
    yield* world.follow
    const rows = yield* world.table
    expect(rows.map(({ title, tmdb, year }) => [title, year, tmdb])).toStrictEqual([
      [film!.title, film!.year, film!.tmdb],
      ["Unknown to everybody", 1999, null],
      [other!.title, other!.year, other!.tmdb]
    ])
    const movies = (yield* store.movies({
      page: { page: 1, limit: 10 },
      genre: null,
      director: null,
      decade: null,
      year: film!.year,
      sort: "title",
      order: "asc",
      exclude: []
    })).rows
    const movie = movies.find(({ tmdbId }) => tmdbId === film!.tmdb)!
    expect([movie.directors, movie.genres, movie.durationMin, movie.contentRating]).toStrictEqual([
      film!.directors.map(({ name }) => name),
      film!.genres,
      film!.minutes,
      film!.certification
    ])
    expect(Option.getOrThrow(yield* store.movie(movie.id)).watches).toHaveLength(1)
    const requests = world.simulators.tmdb.control.requests
    yield* requests.clear
    yield* world.follow
    expect(yield* requests.count).toBe(0)
    const images = yield* world.sql<{
      hints: Readonly<Record<string, string>>
    }>`SELECT hints FROM images WHERE domain = 'watching' AND entity_id = ${movie.id}`
    expect(images[0]!.hints).toStrictEqual({
      title: film!.title,
      year: String(film!.year),
      tmdb_id: String(film!.tmdb)
    })
  }).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
)

it.live("accepts the older key, retries temporary failures, and names a refused key", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const records = yield* WatchingRecords
    const [film] = world.sampleOwner.watching.films
    yield* records.put("plex", [play(film!.title, film!.year, { tmdb: film!.tmdb }, at)], null)
    const bad = yield* world.sourceOf("tmdb", { DAYBOOK_TMDB_API_KEY: "nonsense" })
    const refused = yield* Effect.flip(Effect.forEach(bad.enrichments, ({ drain }) => Stream.runDrain(drain)))
    expect(String(refused)).toContain("TMDB")
    yield* world.simulators.tmdb.control.faults.next(
      Fault.Body({ status: 429, json: { success: false, status_code: 25, status_message: "Over the limit" } }),
      Fault.Truncated()
    )
    const old = yield* world.sourceOf("tmdb", { DAYBOOK_TMDB_API_KEY: tmdbKey })
    yield* Effect.forEach(old.enrichments, ({ drain }) => Stream.runDrain(drain))
    expect((yield* world.table).map(({ tmdb }) => tmdb)).toStrictEqual([film!.tmdb])
  }).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase()))), Effect.scoped)
)

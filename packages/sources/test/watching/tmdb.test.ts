import { Corrections } from "@daybook/core/corrections"
import { noDetails, noIdentifiers, WatchingRecords, WatchingStore } from "@daybook/core/watching"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { Fault, tmdbKey } from "@daybook/simulators"
import { correctionServices } from "../../../adapters/test/contract/correctionProperties.js"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { listening } from "../../../adapters/test/support/stores.js"
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

it.live("takes exactly the film that the owner says it is, and looks for none that it is not", () =>
  Effect.gen(function* () {
    const world = yield* stage()
    const records = yield* WatchingRecords
    const store = yield* WatchingStore
    const [film, other] = world.sampleOwner.watching.films
    yield* records.put("plex", [play(film!.title, film!.year, {}, at)], null)
    const [{ id } = { id: 0 }] = yield* world.sql<{ id: number }>`SELECT id FROM watching_titles`
    const of = Effect.map(store.movie(id), (profile) => {
      const { movie } = Option.getOrThrow(profile)
      return [movie.title, movie.tmdbId, movie.durationMin]
    })
    yield* world.follow
    const earlier = yield* of
    expect(earlier).toStrictEqual([film!.title, film!.tmdb, film!.minutes])
    const service = yield* Corrections
    const say = (value: string) =>
      service.add({
        ...{ domain: "watching", kind: "identify", type: "movie", object: null, reason: null, value },
        subject: { title: film!.title }
      })
    const { correction } = yield* say(`imdb_id=${other!.imdb}`)
    expect(yield* of).toStrictEqual([film!.title, null, null])
    yield* world.follow
    expect(yield* of).toStrictEqual([other!.title, other!.tmdb, other!.minutes])
    yield* service.remove(correction.id)
    expect(yield* of).toStrictEqual(earlier)
    yield* say("none")
    const { requests } = world.simulators.tmdb.control
    yield* requests.clear
    yield* world.follow
    expect([yield* of, yield* requests.count]).toStrictEqual([[film!.title, null, null], 0])
    const pictures = yield* world.sql`SELECT urls FROM images WHERE domain = 'watching' AND entity_id = ${id}`
    expect(pictures).toStrictEqual([{ urls: [] }])
  }).pipe(
    Effect.provide(correctionServices(Layer.provideMerge(listening, stores)).pipe(Layer.provideMerge(newDatabase()))),
    Effect.scoped
  )
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

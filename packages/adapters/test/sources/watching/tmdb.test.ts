import { noDetails, noIdentifiers, WatchingRecords, WatchingStore } from "@daybook/core/watching"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { Fault, tmdbKey } from "../../../src/simulators/index.js"
import { engines, newDatabase } from "../../support/database.js"
import { stage, stores } from "./stage.js"

const at = Date.parse("2024-10-01T20:00:00Z")
const play = (title: string, year: number | null, ids: Partial<typeof noIdentifiers>, when: number) => ({
  subject: { kind: "movie" as const, title: { title, year, ids: { ...noIdentifiers, ...ids }, details: noDetails } },
  report: { key: String(when), at: when, date: null, rating: null, rewatch: null, review: null, reviewUrl: null, alias: null, loggedAt: null },
  rating: null,
  tally: null
})

const suite = (engine: (typeof engines)[number]) =>
  describe(engine.name, () => {
    it.live("films are found by any number or by name, and two that are one become one", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const records = yield* WatchingRecords
        const store = yield* WatchingStore
        const [, , film, other] = world.persona.watching.films
        yield* records.put("plex", [
          play("Working title", null, { imdb: film!.imdb }, at),
          play("Unknown to everybody", 1999, {}, at + 1000),
          play(other!.title.toUpperCase(), other!.year + 1, {}, at + 2000)
        ], null)
        yield* records.put("letterboxd", [{ ...play(film!.title, film!.year, {}, at), report: { ...play("", null, {}, at).report, key: "2024-10-01", date: "2024-10-01", at: Date.parse("2024-10-01T12:00:00Z") } }], null)
        assert.strictEqual((yield* world.table).length, 4)
        yield* world.follow
        const rows = yield* world.table
        assert.deepStrictEqual(rows.map(({ title, tmdb, year }) => [title, year, tmdb]), [
          [film!.title, film!.year, film!.tmdb],
          ["Unknown to everybody", 1999, null],
          [other!.title, other!.year, other!.tmdb]
        ])
        const movies = (yield* store.movies({ page: { page: 1, limit: 10 }, genre: null, director: null, decade: null, year: film!.year, sort: "title", order: "asc", exclude: [] })).rows
        const found = movies.find(({ tmdbId }) => tmdbId === film!.tmdb)!
        assert.deepStrictEqual([found.directors, found.genres, found.durationMin, found.contentRating], [film!.directors.map(({ name }) => name), film!.genres, film!.minutes, film!.certification])
        assert.strictEqual(Option.getOrThrow(yield* store.movie(found.id)).watches.length, 1)
        const requests = world.simulators.tmdb.control.requests
        yield* requests.clear
        yield* world.follow
        assert.strictEqual(yield* requests.count, 0)
        const images = yield* world.sql<{ hints: Readonly<Record<string, string>> }>`SELECT hints FROM images WHERE domain = 'watching' AND entity_id = ${found.id}`
        assert.deepStrictEqual(images[0]!.hints, { title: film!.title, year: String(film!.year), tmdb_id: String(film!.tmdb) })
      }).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase(engine)))), Effect.scoped))

    it.live("the older key does as well, trouble passes, and a key that is refused names itself", () =>
      Effect.gen(function*() {
        const world = yield* stage()
        const records = yield* WatchingRecords
        const [film] = world.persona.watching.films
        yield* records.put("plex", [play(film!.title, film!.year, { tmdb: film!.tmdb }, at)], null)
        const bad = yield* world.sourceOf("tmdb", { DAYBOOK_TMDB_API_KEY: "nonsense" })
        const refused = yield* Effect.flip(Effect.forEach(bad.followers, ({ drain }) => Stream.runDrain(drain)))
        assert.include(String(refused), "TMDB")
        yield* world.simulators.tmdb.control.faults.next(Fault.Body({ status: 429, json: { success: false, status_code: 25, status_message: "Over the limit" } }), Fault.Truncated())
        const old = yield* world.sourceOf("tmdb", { DAYBOOK_TMDB_API_KEY: tmdbKey })
        yield* Effect.forEach(old.followers, ({ drain }) => Stream.runDrain(drain))
        assert.deepStrictEqual((yield* world.table).map(({ tmdb }) => tmdb), [film!.tmdb])
      }).pipe(Effect.provide(stores.pipe(Layer.provideMerge(newDatabase(engine)))), Effect.scoped))
  })

for (const engine of engines) suite(engine)

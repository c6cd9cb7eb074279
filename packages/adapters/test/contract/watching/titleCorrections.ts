import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections } from "@daybook/core/corrections"
import {
  WatchingRecords,
  WatchingStore,
  noDetails,
  noIdentifiers,
  noonOf,
  publishChanges
} from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { apart, hide, identified, nameOf, pairOf } from "./corrections.js"
import { answers, byId, correct, days, perform, performAll, services, visibleTitles } from "./steps.js"

/** Contract: films and shows become one, two, or another one, and return. */
export const titleCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of films and shows", (it) => {
    it.effect("make one film of two, with the viewings, ratings and reports of both", () =>
      Effect.gen(function* () {
        const film = { source: "letterboxd" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { ...film, title: 0, day: days[0]! },
              { ...film, title: 1, day: days[1]! },
              { ...film, title: 1, day: days[1]!, source: "plex" },
              { ...film, title: 2, day: null }
            ]
          }
        ])
        const [service, store] = [yield* Corrections, yield* WatchingStore]
        const same = pairOf("same", "movie", "Äther", "Ladder")
        expect(yield* service.preview(same)).toMatchObject({
          affected: 1,
          before: { movies: 3, viewings: 2 },
          after: { movies: 2, viewings: 2 },
          examples: [
            { before: { name: "Äther", count: 1 }, after: null },
            { before: { name: "Ladder", count: 1 }, after: { name: "Ladder", count: 2 } }
          ]
        })
        yield* service.add(same)
        const undated = yield* service.add(pairOf("same", "movie", "Signal", "Ather"))
        expect(undated.affected).toBe(1)
        const { movies, totals } = yield* visibleTitles(store)
        expect(movies.rows.map(({ title }) => title)).toEqual(["Ladder"])
        expect(totals.movies).toBe(1)
        const profile = yield* store.movie(movies.rows[0]!.id)
        expect(Option.getOrThrow(profile).watches.map(({ watchedAt }) => watchedAt)).toEqual([
          noonOf(days[1]!),
          noonOf(days[0]!)
        ])
        const circle = yield* Effect.flip(service.add(pairOf("same", "movie", "Ladder", "Signal")))
        expect([circle._tag, circle.message]).toEqual([
          "Conflict",
          expect.stringMatching(/this one.*correction \d+.*circle/s)
        ])
        const apart = yield* Effect.flip(service.add(pairOf("different", "movie", "Signal", "Ladder")))
        expect(apart._tag).toBe("Conflict")
      }).pipe(Effect.provide(services))
    )

    it.effect("make two films of one that rules joined, each with what is said of it", () =>
      Effect.gen(function* () {
        const film = { title: 0, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { ...film, source: "plex", day: days[0]! },
              { ...film, source: "letterboxd", day: days[0]! },
              { ...film, source: "trakt", day: days[1]! },
              { ...film, source: "trakt", day: null }
            ]
          }
        ])
        const [service, store, records] = [yield* Corrections, yield* WatchingStore, yield* WatchingRecords]
        const before = yield* answers
        expect(yield* service.preview(apart("movie", 1961, 1960))).toMatchObject({
          affected: 2,
          before: { movies: 1, viewings: 2 },
          after: { movies: 2, viewings: 2 },
          examples: [
            { before: { name: "Ladder", count: 3 }, after: { name: "Ladder", count: 1 } },
            { before: null, after: { name: "Ladder", count: 2 } }
          ]
        })
        expect(yield* answers).toStrictEqual(before)
        const { correction } = yield* service.add(apart("movie", 1961, 1960))
        const films = Effect.map(visibleTitles(store), ({ movies }) =>
          movies.rows.map(({ durationMin, id, tmdbId, year }) => ({ durationMin, id, tmdbId, year }))
        )
        const [older, newer] = (yield* films).toSorted((one, other) => one.year! - other.year!)
        expect([older, newer]).toMatchObject([{ year: 1960 }, { year: 1961 }])
        expect(older!.id).toBe(before.movies.rows[0]!.id)
        const profile = yield* store.movie(newer!.id)
        expect(Option.getOrThrow(profile).watches.map(({ source }) => source)).toEqual(["trakt"])
        const same = { ...apart("movie", 1960, 1961), kind: "same" as const }
        const { message } = yield* Effect.flip(service.add(same))
        expect(message).toContain(`contradicts correction ${correction.id} (Ladder, 1961 is not Ladder, 1960)`)
        const described = {
          ...{ title: "Ladder", year: 1961 },
          ids: { ...noIdentifiers, tmdb: 604 },
          details: { ...noDetails, durationMin: 88 }
        }
        yield* publishChanges(yield* records.describe("movie", newer!.id, described))
        expect((yield* films).toSorted((one, other) => one.year! - other.year!)).toEqual([
          older,
          { ...newer, durationMin: 88, tmdbId: 604 }
        ])
        yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect("say which film it is, and take back what was said of another one", () =>
      Effect.gen(function* () {
        const film = { source: "plex" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { ...film, title: 0, day: days[0]! },
              { ...film, title: 1, day: days[1]! }
            ]
          }
        ])
        const [service, store, records] = [yield* Corrections, yield* WatchingStore, yield* WatchingRecords]
        const films = Effect.map(visibleTitles(store), ({ movies }) =>
          movies.rows
            .toSorted(byId)
            .map(({ durationMin, genres, imdbId, title, tmdbId, year }) => [
              ...[title, year, tmdbId, imdbId, durationMin],
              genres.join()
            ])
        )
        const [own, other] = (yield* visibleTitles(store)).movies.rows.toSorted(byId).map(({ id }) => id)
        const filmOf = (tmdb: number, title: string, durationMin: number, genre: string) => ({
          ...{ title, year: 1960 },
          ids: { ...noIdentifiers, tmdb, imdb: `tt${tmdb}0000` },
          details: { ...noDetails, durationMin, genres: [genre] }
        })
        const describeAs = (id: number, title: ReturnType<typeof filmOf>) =>
          Effect.flatMap(records.describe("movie", id, title), publishChanges)
        yield* describeAs(own!, filmOf(605, "Ladders", 80, "Documentary"))
        const wrong = ["Ladders", 1960, 605, "tt6050000", 80, "Documentary"]
        const second = ["Äther", 1978, null, null, null, ""]
        expect(yield* films).toEqual([wrong, second])
        const before = yield* answers
        const { correction } = yield* service.add(identified("movie", "Ladder", "tmdb_id=603"))
        expect(yield* films).toEqual([["Ladder", 1960, 603, null, null, ""], second])
        yield* describeAs(own!, filmOf(603, "The Ladder", 101, "Drama"))
        expect(yield* films).toEqual([["The Ladder", 1960, 603, "tt6030000", 101, "Drama"], second])
        const twice = yield* Effect.flip(service.add(identified("movie", "The Ladder", "none")))
        expect(twice.message).toContain(`contradicts correction ${correction.id} (Ladder is tmdb_id=603)`)
        const alike = yield* service.add(identified("movie", "Ather", "tmdb_id=603"))
        expect((yield* films).map(([title]) => title)).toEqual(["The Ladder"])
        expect(Option.getOrThrow(yield* store.movie(own!)).watches).toHaveLength(2)
        yield* service.remove(alike.correction.id)
        yield* service.remove(correction.id)
        expect(yield* answers).toStrictEqual(before)
        const none = yield* service.add(identified("movie", "Ladders", "none"))
        expect(yield* films).toEqual([["Ladder", 1960, null, null, null, ""], second])
        yield* service.remove(none.correction.id)
        expect(yield* answers).toStrictEqual(before)
        for (const value of ["tmdb_id=x", "tvdb_id=7", "603"])
          expect((yield* Effect.flip(service.add(identified("movie", "Ather", value))))._tag).toBe("BadInput")
        // What is decided by hand is such a correction, and the last decision counts.
        for (const tmdbId of [604, 603] as const)
          yield* records.identify(other!, { tmdbId, title: filmOf(tmdbId, "Aether", 90, "Drama") })
        expect((yield* service.all).map(({ subject, value }) => [subject, value])).toEqual([
          [{ title: "Äther", year: "1978" }, "tmdb_id=603"]
        ])
        expect(yield* films).toEqual([wrong, ["Aether", 1960, 603, "tt6030000", 90, "Drama"]])
        yield* records.identify(other!, null)
        expect((yield* service.all).map(({ value }) => value)).toEqual(["none"])
        expect(yield* films).toEqual([wrong, second])
      }).pipe(Effect.provide(services))
    )

    it.effect("refuse what names nothing, and count what they would change", () =>
      Effect.gen(function* () {
        const film = { title: 0, source: "letterboxd" as const, episode: null }
        yield* performAll([
          {
            _tag: "Put",
            items: [
              { ...film, day: days[0]! },
              { ...film, day: days[2]! }
            ]
          }
        ])
        const service = yield* Corrections
        const { message } = yield* Effect.flip(service.add(hide("movie", { title: "Nothing" })))
        expect(message).toBe("subject names nothing that exists: there is no movie Nothing, check the spelling")
        yield* Effect.flip(service.add(hide("viewing", { title: "Ladder", watched_on: "2025-03-02" })))
        yield* Effect.flip(service.add(hide("movie", { title: "Ladder", year: "1961" })))
        const preview = yield* service.preview(hide("movie", { title: "ladder", year: "1960" }))
        expect(preview).toMatchObject({
          affected: 2,
          before: { movies: 1, shows: 0, viewings: 2 },
          after: { movies: 0, shows: 0, viewings: 0 },
          examples: [{ before: { type: "movie", name: "Ladder", count: 2 }, after: null }]
        })
        expect((yield* service.add(hide("viewing", { title: "Ladder", watched_on: days[2]! }))).affected).toBe(1)
        const again = yield* Effect.flip(service.add(hide("viewing", { title: "LADDER", watched_on: days[2]! })))
        expect(again._tag).toBe("Conflict")
        yield* service.add(nameOf("movie", "Ladder"))
        const unknown = yield* Effect.flip(service.add({ ...nameOf("movie", "Leiter"), value: "Other" }))
        expect(unknown._tag).toBe("BadInput")
        expect(yield* service.preview(hide("movie", { title: "Leiter" }))).toMatchObject({
          affected: 1,
          examples: [{ before: { name: "Leiter" }, after: null }]
        })
      }).pipe(Effect.provide(services))
    )

    it.effect("hide a title that no service reports any more, whatever else is said of it and taken back", () =>
      Effect.forEach(
        [{ type: "movie", episode: null } as const, { type: "show", episode: 1 } as const],
        ({ episode, type }) =>
          Effect.gen(function* () {
            yield* performAll([
              { _tag: "Put", items: [{ source: "plex", title: 0, day: null, episode }] },
              { _tag: "Remove", lost: "plex" }
            ])
            yield* perform(correct(hide(type, { title: "Ladder" })))
            const before = yield* answers
            yield* perform(correct(identified(type, "Ladder", "tmdb_id=603")))
            const service = yield* Corrections
            yield* service.remove((yield* service.all).at(-1)!.id)
            expect(yield* answers).toStrictEqual(before)
          })
      ).pipe(Effect.provide(services))
    )
  })

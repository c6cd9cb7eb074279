import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections } from "@daybook/core/corrections"
import { WatchingStore } from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, type Layer, Option } from "effect"
import { explainWatching } from "../../../src/postgres/watching/explain.js"
import { credit, hide, pairOf, reportKey, setDay } from "./corrections.js"
import { answers, correct, days, perform, performAll, services, visibleTitles } from "./steps.js"

/** Contract: viewings and episodes are when and where corrections place them. */
export const viewingCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })(
    "corrections of viewings and episodes",
    (it) => {
      const film = { title: 0, source: "letterboxd" as const, episode: null }
      const play = { title: 1, source: "plex" as const }
      const shownDays = Effect.map(Effect.flatMap(WatchingStore, visibleTitles), ({ watches }) =>
        watches.rows.map(({ movie, source, watchedAt }) => [movie.title, source, new Date(watchedAt).toISOString()])
      )

      it.effect("leave nothing of a credit for an episode that two names of a show have at an unknown time", () =>
        Effect.gen(function* () {
          const pilot = { source: "plex" as const, day: null, episode: 1 }
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { ...pilot, title: 0 },
                { ...pilot, title: 1 }
              ]
            }
          ])
          yield* perform(correct(pairOf("same", "show", "Ladder", "Ather")))
          const before = yield* answers
          yield* perform(correct(credit({ title: "Ladder", season: "1", episode: "2" }, 1, 3)))
          const service = yield* Corrections
          const [{ id: lead } = { id: 0 }] = before.shows.rows
          // What is said of the part is said of the show that stands for it.
          expect(
            Option.getOrThrow(yield* explainWatching.records.show(lead)).corrections?.map(({ says }) => says)
          ).toEqual(["Ladder is the same as Ather", "Ladder, 1, 2 belongs to 1, 3"])
          yield* service.remove((yield* service.all).at(-1)!.id)
          expect(yield* answers).toStrictEqual(before)
          expect(before.shows.rows).toMatchObject([{ episodesWatched: 1 }])
        }).pipe(Effect.provide(services))
      )

      it.effect("say where they name nothing any more", () =>
        Effect.gen(function* () {
          const [evening, later] = [days[0]!, days[1]!]
          yield* performAll([{ _tag: "Put", items: [{ ...film, day: evening }] }])
          const service = yield* Corrections
          const report = reportKey("Ladder", { ...film, day: evening })
          const { correction } = yield* service.add(hide("viewing", report))
          expect(yield* service.get(correction.id)).toMatchObject({ namesNothing: false })
          // The diary moves its entry to another day, which is its key.
          yield* perform({ _tag: "Remove", lost: "letterboxd" })
          yield* perform({ _tag: "Put", items: [{ ...film, day: later }] })
          expect(yield* service.listed).toMatchObject([{ id: correction.id, namesNothing: true }])
          yield* perform({ _tag: "Put", items: [{ ...film, day: evening }] })
          expect(yield* service.listed).toMatchObject([{ id: correction.id, namesNothing: false }])
        }).pipe(Effect.provide(services))
      )

      it.effect("give a film that was seen at an unknown time its day", () =>
        Effect.gen(function* () {
          yield* performAll([{ _tag: "Put", items: [{ ...film, day: null }] }])
          const service = yield* Corrections
          const dated = setDay({ title: "Ladder", watched_on: "unknown" }, "2019-05-05")
          expect(yield* service.preview(dated)).toMatchObject({
            affected: 1,
            before: { movies: 1, viewings: 0 },
            after: { movies: 1, viewings: 1 },
            examples: [{ before: { name: "Ladder, at an unknown time" }, after: { name: "Ladder, 2019-05-05" } }]
          })
          const { correction } = yield* service.add(dated)
          expect(yield* shownDays).toEqual([["Ladder", "letterboxd", "2019-05-05T12:00:00.000Z"]])
          const twice = yield* Effect.flip(
            service.add(setDay({ title: "LADDER", watched_on: "unknown" }, "2018-01-01"))
          )
          expect(twice.message).toMatch(/^this one .* contradicts correction \d+ .*LADDER|Ladder/)
          yield* service.add(hide("viewing", { title: "Ladder", watched_on: "2019-05-05" }))
          const { movies, watches } = yield* visibleTitles(yield* WatchingStore)
          expect([movies.rows, watches.rows]).toEqual([[], []])
          for (const { id } of (yield* service.all).filter(({ id }) => id !== correction.id)) yield* service.remove(id)
          // A second service says when.
          yield* perform({ _tag: "Put", items: [{ ...film, source: "plex", day: "2025-03-01" }] })
          expect(yield* shownDays).toEqual([
            ["Ladder", "plex", "2025-03-01T12:00:00.000Z"],
            ["Ladder", "letterboxd", "2019-05-05T12:00:00.000Z"]
          ])
        }).pipe(Effect.provide(services))
      )

      it.effect("move a viewing with a wrong day to its own, where it is one with what others report", () =>
        Effect.gen(function* () {
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { ...film, day: days[2]! },
                { ...film, day: days[0]!, source: "plex" }
              ]
            }
          ])
          const service = yield* Corrections
          const { affected, correction } = yield* service.add(
            setDay({ title: "Ladder", watched_on: days[2]! }, days[0]!)
          )
          expect(affected).toBe(1)
          expect(yield* shownDays).toEqual([["Ladder", "plex", `${days[0]}T12:00:00.000Z`]])
          const { message } = yield* Effect.flip(
            service.add(setDay({ title: "Ladder", watched_on: "2025-03-07" }, "2019-05-05"))
          )
          expect(message).toBe(
            "subject names nothing that exists: there is no viewing Ladder, 2025-03-07, check the spelling"
          )
          const wrong = yield* Effect.flip(service.add(setDay({ title: "Ladder", watched_on: days[0]! }, "2019-02-30")))
          expect(wrong.message).toBe("date must be a day, such as date=2024-03-01: there is no 2019-02-30")
          yield* service.remove(correction.id)
          expect(yield* shownDays).toEqual([
            ["Ladder", "letterboxd", `${days[2]}T12:00:00.000Z`],
            ["Ladder", "plex", `${days[0]}T12:00:00.000Z`]
          ])
        }).pipe(Effect.provide(services))
      )

      it.effect("place what was reported of episodes where it belongs, also two that change places", () =>
        Effect.gen(function* () {
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { ...play, episode: 1, day: days[0]! },
                { ...play, episode: 2, day: days[1]! },
                { ...play, episode: 2, day: days[2]! },
                { ...play, episode: 2, day: null }
              ]
            }
          ])
          const service = yield* Corrections
          const episodes = Effect.map(Effect.flatMap(WatchingStore, visibleTitles), ({ shows }) =>
            shows.profiles.flatMap(({ episodes, undated }) => [
              ...episodes.map(
                ({ episode, season, watchedAt }) =>
                  `S${season}E${episode} ${new Date(watchedAt).toISOString().slice(0, 10)}`
              ),
              ...undated.map(({ episode, season }) => `S${season}E${episode} unknown`)
            ])
          )
          const before = yield* episodes
          const first = credit({ title: "Ather", season: "1", episode: "1" }, 1, 2)
          const second = credit({ title: "Äther", season: "1", episode: "2" }, 1, 1)
          expect(yield* service.preview(first)).toMatchObject({
            affected: 1,
            examples: [{ before: { name: "Äther S1E1, 2025-03-01" }, after: { name: "Äther S1E2, 2025-03-01" } }]
          })
          yield* service.add(first)
          expect((yield* service.add(second)).affected).toBe(3)
          expect(yield* episodes).toEqual([`S1E1 ${days[2]}`, `S1E2 ${days[0]}`])
          const special = credit({ title: "Äther", season: "1", episode: "2", watched_on: days[2]! }, 0, 4)
          const { message } = yield* Effect.flip(service.add(special))
          expect(message).toMatch(/^this one .* contradicts correction \d+ .*: remove that one first$/)
          for (const { id } of yield* service.all) yield* service.remove(id)
          expect(yield* episodes).toEqual(before)
          yield* service.add(special)
          expect(yield* episodes).toEqual([`S0E4 ${days[2]}`, `S1E1 ${days[0]}`, `S1E2 ${days[1]}`])
          const itself = yield* Effect.flip(service.add(credit({ title: "Äther", season: "1", episode: "1" }, 1, 1)))
          expect(itself.message).toBe("subject and object name one episode: Äther, 1, 1 is where 1, 1 is")
          const nothing = yield* Effect.flip(service.add(credit({ title: "Äther", season: "1", episode: "7" }, 1, 1)))
          expect(nothing.message).toBe(
            "subject names nothing that exists: there is no episode Äther, 1, 7, check the spelling"
          )
        }).pipe(Effect.provide(services))
      )
    }
  )

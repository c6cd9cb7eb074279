import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { publishCorrectedOf } from "@daybook/core/publishing"
import { WatchingRecords, WatchingStore, entityOf, publishChanges } from "@daybook/core/watching"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, type Layer, Option } from "effect"
import { explainWatching } from "../../../src/postgres/watching/explain.js"
import { followCorrections } from "../correctionProperties.js"
import * as steps from "./steps.js"
import {
  all,
  correct,
  correction,
  corrections,
  credit,
  episode,
  episodes,
  film,
  hide,
  histories,
  numbered,
  perform,
  performAll,
  put,
  recordOf,
  withWaiting
} from "./unnumberedSteps.js"

const { days, library, services } = steps

/** Contract: what a source names without a number is what corrections say, and waits again without them. */
export const unnumberedCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })(
    "corrections of episodes without a number",
    (it) => {
      const domain = { corrections, correct, perform, performAll, numRuns: 40 }

      followCorrections(
        it.effect,
        { ...domain, histories, library: withWaiting(library), answers: all },
        Effect.provide(services)
      )

      const afterTmdb = fc
        .tuple(histories, numbered)
        .map(([history, number]) => [...history, { _tag: "Put" as const, items: [number] }])
      followCorrections(
        (name, test, timeout) => it.effect(`of TMDB, too, ${name}`, test, timeout),
        { ...domain, histories: afterTmdb, library: Effect.void, answers: all },
        Effect.provide(services)
      )

      it.effect("number an episode, with its name, and let it wait again", () =>
        Effect.gen(function* () {
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { name: 0, day: days[0]! },
                { name: 2, day: days[1]! }
              ]
            }
          ])
          const service = yield* Corrections
          const before = yield* all
          expect(before.waiting.map(({ title, viewings }) => [title, viewings])).toEqual([
            ["High Tide", 1],
            ["Low Water", 1]
          ])
          expect(yield* service.preview(credit(0, 1, 4))).toMatchObject({
            affected: 1,
            before: { shows: 0, viewings: 0 },
            after: { shows: 1, viewings: 1 },
            examples: [
              { before: null, after: { name: "Harbour" } },
              { before: null, after: { name: "Harbour S1E4, 2025-03-01" } }
            ]
          })
          expect(yield* all).toStrictEqual(before)
          const { correction: first } = yield* service.add(credit(0, 1, 4))
          const { correction: second } = yield* service.add(film(2))
          expect(yield* episodes).toEqual(["Harbour: High Tide", "S1E4 Low Water"])
          // Later reports of the names, also after the file is imported again.
          yield* put([
            { name: 0, day: days[0]! },
            { name: 0, day: days[2]! }
          ])
          const { shows } = yield* steps.visibleTitles(yield* WatchingStore)
          const sql = yield* SqlClient.SqlClient
          const viewings = yield* sql<{
            id: number
          }>`SELECT id FROM watching_watches WHERE episode_id IS NOT NULL ORDER BY at`
          expect(viewings).toHaveLength(2)
          const says = "HARBOUR, Low Water, 1 belongs to 1, 4"
          for (const explained of [
            yield* explainWatching.records.viewing(viewings[0]!.id),
            yield* explainWatching.records.show(shows.rows[0]!.id)
          ])
            expect(Option.getOrThrow(explained).corrections).toEqual([{ id: first.id, says }])
          yield* service.remove(second.id)
          yield* service.remove(first.id)
          expect((yield* all).waiting.map(({ title, viewings: count }) => [title, count])).toEqual([
            ["High Tide", 1],
            ["Low Water", 2]
          ])
          expect(yield* episodes).toEqual([])
        }).pipe(Effect.provide(services))
      )

      it.effect("name the episode in all its feed entries, as a source does that names it later", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const named = Effect.map(
            sql<{ subtitle: string | null }>`SELECT subtitle FROM feed_items ORDER BY date`,
            (entries) => entries.map(({ subtitle }) => subtitle)
          )
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { episode: 1, source: "netflix", day: days[0]! },
                { name: 0, day: days[1]! }
              ]
            }
          ])
          const { correction: placed } = yield* (yield* Corrections).add(credit(0, 1, 1))
          expect(yield* named).toEqual(["Low Water", "Low Water"])
          yield* (yield* Corrections).remove(placed.id)
          expect(yield* named).toEqual([null])
          const { changes } = yield* (yield* WatchingRecords).put(
            "netflix",
            [recordOf({ ...episode(1), episodeTitle: "High Tide" }, days[2]!)],
            null
          )
          yield* publishChanges(changes)
          expect(yield* named).toEqual(["High Tide", "High Tide"])
        }).pipe(Effect.provide(services))
      )

      it.effect("stand above the number of TMDB, keep the viewing's id, and give it back", () =>
        Effect.gen(function* () {
          yield* performAll([
            {
              _tag: "Put",
              items: [
                { name: 0, day: days[0]! },
                { name: 0, number: 2 }
              ]
            }
          ])
          const service = yield* Corrections
          const sql = yield* SqlClient.SqlClient
          const ids = sql`SELECT id FROM watching_watches`
          const [before, id] = [yield* all, yield* ids]
          expect(yield* episodes).toEqual(["S1E2 Low Water"])
          const { correction: placed } = yield* service.add(credit(0, 1, 5))
          expect(yield* episodes).toEqual(["S1E5 Low Water"])
          expect(yield* ids).toEqual(id)
          yield* service.remove(placed.id)
          expect(yield* all).toStrictEqual(before)
          const { correction: hidden } = yield* service.add(hide(0))
          expect(yield* episodes).toEqual([])
          yield* service.remove(hidden.id)
          expect(yield* all).toStrictEqual(before)
        }).pipe(Effect.provide(services))
      )

      it.effect("are refused where they name nothing, or contradict each other", () =>
        Effect.gen(function* () {
          yield* performAll([{ _tag: "Put", items: [0, 2].map((name) => ({ name, day: days[0]! })) }])
          const service = yield* Corrections
          const messageOf = (one: NewCorrection) => Effect.map(Effect.flip(service.add(one)), ({ message }) => message)
          expect(yield* messageOf(credit(1, 1, 4))).toBe(
            "subject names nothing that exists: there is no unnumbered HARBOUR, Ebbe, 1, check the spelling"
          )
          yield* service.add(credit(0, 1, 4))
          const without = { ...film(0), subject: { title: "harbour", episode_title: "low water" } }
          expect(yield* messageOf(without)).toMatch(
            /^this one \(harbour, low water has kind=movie\) contradicts correction \d+ \(HARBOUR, Low Water, 1 belongs to 1, 4\): no episode is a film/
          )
          expect(yield* messageOf(credit(0, 1, 5))).toMatch(
            /^this one .* contradicts correction \d+ .*: remove that one first$/
          )
          expect(yield* messageOf({ ...credit(2, 1, 5), object: { season: "one", episode: "5" } })).toMatch(
            /^object names nothing that exists/
          )
          expect(yield* messageOf(correction(0, { kind: "set", value: "kind=opera" }))).toBe(
            "kind must be one of movie"
          )
        }).pipe(Effect.provide(services))
      )

      it.effect("are what the review stores", () =>
        Effect.gen(function* () {
          yield* performAll([{ _tag: "Put", items: [0, 1, 2].map((name) => ({ name, day: days[name]! })) }])
          const [records, sql, service] = [yield* WatchingRecords, yield* SqlClient.SqlClient, yield* Corrections]
          const before = yield* all
          const rows = yield* sql<{ id: number }>`SELECT id FROM watching_unnumbered ORDER BY id`
          const choices = [{ season: 1, number: 4 }, "nothing", "film"] as const
          for (const [index, choice] of choices.entries())
            yield* publishCorrectedOf("watching", entityOf)((yield* records.decideEpisode(rows[index]!.id, choice))!)
          expect(yield* records.decideEpisode(rows[0]!.id, "film")).toBeNull()
          expect(yield* episodes).toEqual(["Harbour: High Tide", "S1E4 Low Water"])
          const decisions = yield* service.all
          expect(decisions.map(({ kind, object, subject, value }) => [kind, subject, object, value])).toEqual([
            [
              "credit",
              { title: "Harbour", episode_title: "Low Water", season: "1" },
              { season: "1", episode: "4" },
              null
            ],
            ["hide", { title: "Harbour", episode_title: "Ebbe", season: "1" }, null, null],
            ["set", { title: "Harbour", episode_title: "High Tide", season: "unknown" }, null, "kind=movie"]
          ])
          for (const { id } of decisions) yield* service.remove(id)
          expect(yield* all).toStrictEqual(before)
        }).pipe(Effect.provide(services))
      )
    }
  )

import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { separateRun } from "@daybook/core/running"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import * as Store from "../../src/postgres/running/RunningStore.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { home, listening } from "../support/stores.js"
import { correctionServices, followCorrections } from "./correctionProperties.js"
import {
  sources,
  type Ran,
  ran,
  corrections,
  library,
  visible,
  answers,
  expectedShoesOf,
  expectedOf,
  correct,
  histories,
  perform,
  performAll
} from "./running/correctionSteps.js"

/** Contract: what corrections make of runs follows from the reports. */
export const runningCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of running", (it) => {
    const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
      Layer.provideMerge(home("UTC", () => "2025-04-01"))
    )
    const services = correctionServices(stores)
    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 100 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect("are refused where others contradict them by another report of the run, with both named", () =>
      Effect.gen(function* () {
        const { add, all, importAll } = yield* Corrections
        const correctionWith = (
          more: Pick<NewCorrection, "kind" | "value">,
          one: string,
          other: string | null = null
        ) => ({
          ...{ domain: "running", type: "activity", reason: null, ...more },
          ...{ subject: { report: one }, object: other === null ? null : { report: other } }
        })
        const set = (report: string, value: string) => correctionWith({ kind: "set", value }, report)
        const pair = (kind: "same" | "different", one: string, other: string) =>
          correctionWith({ kind, value: null }, one, other)
        const messageOf = (one: NewCorrection) => Effect.map(Effect.flip(add(one)), ({ message }) => message)
        const everything = [1, 2, 3].flatMap((n) => sources.map((source): Ran => ({ n, source })))
        yield* performAll([{ _tag: "Put", items: everything.filter(({ n, source }) => n !== 3 || source === "polar") }])

        yield* add(set("strava:1", "title=Ostra Loop"))
        expect(yield* messageOf(set("garmin:r1", "title=Tideline"))).toMatch(
          /garmin:r1 has title=Tideline.*strava:1 has title=Ostra Loop/
        )
        yield* add(set("garmin:r1", "workout_type=race"))
        expect(yield* messageOf(pair("same", "garmin:r1", "polar:r2"))).toContain("one service lists")
        yield* add(set("polar:r3", "workout_type=default"))
        expect(yield* messageOf(pair("same", "polar:r3", "strava:1"))).toContain("two values")
        yield* add(pair("different", "polar:r3", "garmin:r2"))
        expect(yield* messageOf(pair("same", "polar:r3", "strava:2"))).toMatch(
          /polar:r3 is the same as strava:2.*polar:r3 is not garmin:r2/
        )
        expect(yield* messageOf(pair("same", "polar:r3", "strava:7"))).toContain("names nothing that exists")
        const creditTo = (report: string, gear: string) => ({
          ...correctionWith({ kind: "credit", value: null }, report),
          object: { gear }
        })
        expect(yield* messageOf(creditTo("strava:2", "Green pair"))).toContain("there is no gear Green pair")
        const blue = yield* add(creditTo("polar:r2", "blue pair"))
        expect(blue.affected).toBe(1)
        expect(yield* messageOf(creditTo("strava:2", "Red pair"))).toMatch(
          /strava:2 belongs to Red pair.*polar:r2 belongs to blue pair/
        )
        yield* (yield* Corrections).remove(blue.correction.id)
        // Corrections of another home are not compared with the runs of this one.
        yield* importAll([pair("same", "polar:r3", "strava:2")])
        expect(yield* all).toHaveLength(5)
      }).pipe(Effect.provide(services))
    )

    it.effect("separate a merged report, also one that the owner joined, and restore it with its entry", () =>
      Effect.gen(function* () {
        const { add, all, remove } = yield* Corrections
        const report = { domain: "running", type: "activity", kind: "same", value: null, reason: null } as const
        const ran = (["strava", "garmin"] as const).map((source): Ran => ({ n: 1, source }))
        yield* performAll([{ _tag: "Put", items: [...ran, { n: 2, source: "polar" }] }])
        const before = yield* answers
        const [merge] = (yield* visible).merges.rows
        expect(yield* separateRun(merge!.id)).toBe(true)
        expect((yield* visible).runs.total).toBe(3)
        expect((yield* all).map(({ kind, object, subject }) => [kind, subject, object])).toEqual([
          ["different", { report: "garmin:r1" }, { report: "strava:1" }]
        ])
        yield* remove((yield* all)[0]!.id)
        expect(yield* answers).toStrictEqual(before)

        yield* add({ ...report, subject: { report: "polar:r2" }, object: { report: "garmin:r1" } })
        const joined = (yield* visible).merges.rows.find(({ merged }) => merged.source === "polar")
        expect((yield* visible).runs.total).toBe(1)
        expect(yield* separateRun(joined!.id)).toBe(true)
        expect((yield* visible).runs.total).toBe(2)
        expect((yield* all).map(({ kind }) => kind)).toEqual(["different", "different"])
        for (const { id } of yield* all) yield* remove(id)
        expect(yield* answers).toStrictEqual(before)
      }).pipe(Effect.provide(services))
    )

    it.effect(
      "hide, change, join and separate what they name in lists, counts, feed and search, and nothing else",
      () =>
        forEvery(
          fc.tuple(fc.array(ran, { minLength: 1, maxLength: 8 }), corrections),
          ([history, some]) =>
            Effect.gen(function* () {
              yield* performAll([...some.map(correct), { _tag: "Put", items: history }])
              const sql = yield* SqlClient.SqlClient
              const expected = expectedOf(history, some)
              const { gear, races, runs, spans, summary } = yield* visible
              expect(runs.rows.map(({ name, startedAt, workoutType }) => ({ name, workoutType, startedAt }))).toEqual(
                expected.map(({ name, startedAt, workoutType }) => ({ name, workoutType, startedAt }))
              )
              expect(
                gear
                  .map(({ distance, id, name, runs }) => ({ id, name, runs, distance }))
                  .sort((one, other) => (one.id < other.id ? -1 : 1))
              ).toEqual(expectedShoesOf(expected))
              const raced = expected.filter(({ workoutType }) => workoutType === "race").length
              expect([races.length, summary.totals.races]).toEqual([raced, raced])
              expect([runs.total, summary.totals.runs]).toEqual([expected.length, expected.length])
              expect(spans.length === 0).toBe(expected.length === 0)
              const titles = expected.map(({ name }) => name).toSorted()
              for (const table of ["feed_items", "search_documents"]) {
                const rows = yield* sql<{ title: string }>`SELECT title FROM ${sql(table)}`
                expect(rows.map(({ title }) => title).toSorted()).toEqual(titles)
              }
            }),
          { numRuns: depth(100) }
        ).pipe(Effect.provide(services)),
      600_000
    )
  })

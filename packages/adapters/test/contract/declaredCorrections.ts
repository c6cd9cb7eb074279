import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { DeclaredRecords, recordPage, recordsOf } from "@daybook/core/domain"
import { type SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import { openedDomains } from "../support/declared.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { listening } from "../support/stores.js"
import { correctionServices, followCorrections } from "./correctionProperties.js"
import { refOf, sample } from "./model/declared.js"
import {
  firstDay,
  corrections,
  writer,
  empty,
  recordsOfType,
  library,
  answers,
  expectedOf,
  correct,
  histories,
  perform,
  performAll
} from "./declared/correctionSteps.js"

/** Contract: corrections of declared records follow from what the sources say. */
export const declaredCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of declared domains", (it) => {
    const stores = Layer.provideMerge(listening, openedDomains([sample], "UTC"))
    const services = correctionServices(stores)

    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 25 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "make of the reports what plain maps make of them",
      () =>
        forEvery(
          fc.tuple(histories, corrections),
          ([history, some]) =>
            Effect.gen(function* () {
              yield* performAll([...history, ...some.map(correct)])
              const records = yield* Effect.forEach(recordsOf(sample), (of) =>
                Effect.map(recordsOfType(of), (rows) =>
                  rows.map(({ sources, values }) =>
                    JSON.stringify([of.record.name, sources, Object.entries(values).sort()])
                  )
                )
              )
              expect(records.flat().sort()).toStrictEqual(expectedOf(history, some))
            }),
          { numRuns: depth(60) }
        ).pipe(Effect.provide(services)),
      600_000
    )

    it.effect("keep a record that the owner dates otherwise when its source lists only other days", () =>
      Effect.gen(function* () {
        yield* empty
        const of = refOf("item")
        const row = { code: "one", part: 0, on_day: "2024-02-28" }
        const span = { from: Date.parse("2024-03-01T00:00:00Z"), to: Date.parse("2024-03-03T00:00:00Z") }
        yield* writer.apply("alpha", recordPage({ record: "item", rows: [row] }))
        const { add, remove } = yield* Corrections
        const base = {
          domain: "samples",
          type: "item",
          subject: { code: "one", part: "0" },
          object: null,
          reason: null
        }
        const { correction } = yield* add({ ...base, kind: "set", value: "on_day=2024-03-02" })
        expect((yield* recordsOfType(of)).map(({ values }) => values["on_day"])).toEqual(["2024-03-02"])
        const listed = yield* writer.apply("alpha", recordPage({ record: "item", rows: [], cover: span }))
        expect(listed.missing).toEqual([])
        yield* remove(correction.id)
        expect((yield* recordsOfType(of)).map(({ values }) => values["on_day"])).toEqual(["2024-02-28"])
      }).pipe(Effect.provide(services))
    )

    it.effect("refuse what names nothing, what a field cannot hold, and contradictions, with both named", () =>
      Effect.gen(function* () {
        yield* empty
        yield* writer.apply(
          "alpha",
          recordPage({ record: "item", rows: [0, 1].map((part) => ({ code: "one", part })) })
        )
        const { add, all, preview } = yield* Corrections
        const item = (part: number) => ({ code: "one", part: String(part) })
        const base = { domain: "samples", type: "item", subject: item(0), object: null, value: null, reason: null }
        const refused = (correction: NewCorrection) =>
          Effect.map(Effect.flip(add(correction)), ({ _tag, message }) => `${_tag}: ${message}`)
        expect(yield* refused({ ...base, kind: "hide", subject: item(7) })).toMatch(
          /^BadInput: .*there is no item one, 7/
        )
        expect(yield* refused({ ...base, kind: "set", value: "constructor=9" })).toBe(
          "BadInput: constructor must be at least -5 and at most 5"
        )
        expect(yield* refused({ ...base, kind: "set", value: "on_day=2024-02-30" })).toBe(
          "BadInput: on_day must be a day as YYYY-MM-DD"
        )
        expect(yield* refused({ ...base, kind: "set", value: "code=two" })).toMatch(
          /^BadInput: value must be field=value/
        )
        expect(yield* refused({ ...base, kind: "name", value: "Two" })).toMatch(/^BadInput: name is not supported/)
        const same: NewCorrection = { ...base, kind: "same", object: item(1) }
        expect(yield* preview(same)).toMatchObject({ before: { item: 2 }, after: { item: 1 } })
        yield* add(same)
        expect(yield* refused({ ...same, kind: "different" })).toMatch(/^Conflict: .*one, 0.*one, 1/)
        expect(yield* refused({ ...same, subject: item(1), object: item(0) })).toMatch(/^Conflict: /)
        expect((yield* all).map(({ kind }) => kind)).toEqual(["same"])
      }).pipe(Effect.provide(services))
    )

    it.effect("hide a record from changes by hand", () =>
      Effect.gen(function* () {
        yield* empty
        const of = refOf("visit")
        const records = yield* DeclaredRecords
        yield* writer.apply("alpha", recordPage({ record: "visit", rows: [{ place: "Sea", at: firstDay }] }))
        const [row] = yield* recordsOfType(of)
        const { add } = yield* Corrections
        const base = { domain: "samples", type: "visit", object: null, value: null, reason: null }
        yield* add({ ...base, kind: "hide", subject: { place: "Sea" } })
        expect(yield* recordsOfType(of)).toEqual([])
        expect(yield* records.change(of, row!.id, { minutes: 1 })).toMatchObject({ _tag: "None" })
        expect((yield* records.remove(of, [row!.id])).deleted).toEqual([])
      }).pipe(Effect.provide(services))
    )
  })

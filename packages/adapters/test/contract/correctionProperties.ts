import type { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import {
  type Correction,
  type CorrectionRules,
  Corrections,
  type NewCorrection,
  conflictOf
} from "@daybook/core/corrections"
import { expect } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import { correctableDomains } from "../../src/corrections/correctableDomains.js"
import * as DeclaredCorrections from "../../src/postgres/declared/DeclaredCorrections.js"
import * as DeclaredRecords from "../../src/postgres/declared/DeclaredRecords.js"
import * as DeclaredStore from "../../src/postgres/declared/DeclaredStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"

/** What corrections of declared domains need. */
export const declaredStores = Layer.mergeAll(DeclaredCorrections.layer, DeclaredRecords.layer, DeclaredStore.layer)

/** The service of corrections, over the stores of a domain. */
export const correctionServices = <A, E, R>(stores: Layer.Layer<A, E, R>) =>
  Corrections.Default.pipe(
    Layer.provide(correctableDomains),
    Layer.provide(declaredStores),
    Layer.provideMerge(Versions.dataVersions.pipe(Layer.provide(Versions.layer))),
    Layer.provideMerge(stores)
  )

/** Up to four corrections, as the service would store them: without those that contradict an earlier one. */
export const withoutConflict = (rules: CorrectionRules, one: fc.Arbitrary<NewCorrection>) =>
  fc.array(one, { maxLength: 4 }).map((all): ReadonlyArray<NewCorrection> => {
    const accepted: Array<Correction> = []
    for (const correction of all) {
      const { object, subject } = correction
      const isPair = JSON.stringify(subject).toLowerCase() === JSON.stringify(object).toLowerCase()
      if (!isPair && conflictOf(rules, accepted, correction) === null)
        accepted.push({ ...correction, id: accepted.length + 1, createdAt: 0 })
    }
    return accepted
  })

/** Sources report items, lose one that they reported, or the owner corrects what they say. */
export type Step<Item, Lost> =
  | { readonly _tag: "Put"; readonly items: ReadonlyArray<Item> }
  | { readonly _tag: "Remove"; readonly lost: Lost }
  | { readonly _tag: "Correct"; readonly correction: NewCorrection }

/** Histories of a domain, and how they are performed. */
export const historiesOf = <Item, Lost, E, R, EmptyE, EmptyR>(domain: {
  readonly items: fc.Arbitrary<ReadonlyArray<Item>>
  readonly lost: fc.Arbitrary<Lost>
  readonly put: (items: ReadonlyArray<Item>) => Effect.Effect<unknown, E, R>
  readonly remove: (lost: Lost) => Effect.Effect<unknown, E, R>
  /** Makes the home empty. */
  readonly empty: Effect.Effect<unknown, EmptyE, EmptyR>
}) => {
  const { empty, items, lost, put, remove } = domain
  type Own = Step<Item, Lost>
  const correct = (correction: NewCorrection): Own => ({ _tag: "Correct", correction })
  const perform = Effect.fn(function* (step: Own) {
    if (step._tag === "Correct") return yield* Effect.flatMap(Corrections, (all) => all.importAll([step.correction]))
    return yield* step._tag === "Put" ? put(step.items) : remove(step.lost)
  })
  return {
    histories: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: items.map((some): Own => ({ _tag: "Put", items: some })) },
        { weight: 1, arbitrary: lost.map((one): Own => ({ _tag: "Remove", lost: one })) }
      ),
      { minLength: 1, maxLength: 5 }
    ),
    correct,
    perform,
    performAll: (steps: ReadonlyArray<Own>) => Effect.zipRight(empty, Effect.forEach(steps, perform, { discard: true }))
  }
}

/** What the properties need to know of a domain. `Step` is a report, a removal or a correction. */
interface CorrectedDomain<Step, E, R, Read> {
  readonly histories: fc.Arbitrary<ReadonlyArray<Step>>
  readonly corrections: fc.Arbitrary<ReadonlyArray<NewCorrection>>
  readonly correct: (correction: NewCorrection) => Step
  readonly perform: (step: Step) => Effect.Effect<unknown, E, R>
  /** Performs steps on an empty home. */
  readonly performAll: (steps: ReadonlyArray<Step>) => Effect.Effect<unknown, E, R>
  /** What answers are made of, without ids. */
  readonly library: Effect.Effect<unknown, E, Read>
  /** The rows that answers are made of, with their ids, and the answers. */
  readonly answers: Effect.Effect<unknown, E, Read>
  /** The number of histories with `npm run test:all`. */
  readonly numRuns: number
}

/** The order of corrections, reports and removals does not matter. */
const sameInAnyOrder = <Step, E, R, Read>(domain: CorrectedDomain<Step, E, R, Read>) => {
  const { correct, corrections, histories, library, numRuns, performAll } = domain
  const placed = fc
    .tuple(histories, corrections)
    .chain(([history, some]) =>
      fc.tuple(
        fc.constant(history),
        fc.constant(some),
        fc.array(fc.nat({ max: history.length }), { minLength: some.length, maxLength: some.length })
      )
    )
  return forEvery(
    placed,
    ([history, some, places]) =>
      Effect.gen(function* () {
        yield* performAll([...history, ...some.map(correct)])
        const expected = yield* library
        const mixed = history.map((step): Array<Step> => [step])
        const last: Array<Step> = []
        some.forEach((one, index) => (mixed[places[index]!] ?? last).unshift(correct(one)))
        yield* performAll([...mixed, last].flat())
        expect(yield* library).toStrictEqual(expected)
      }),
    { numRuns: depth(numRuns) }
  )
}

/** Corrections that are removed leave nothing behind. */
const restoredByRemoval = <Step, E, R, Read>(domain: CorrectedDomain<Step, E, R, Read>) => {
  const { answers, correct, corrections, histories, numRuns, perform, performAll } = domain
  return forEvery(
    fc.tuple(histories, corrections),
    ([history, some]) =>
      Effect.gen(function* () {
        yield* performAll(history)
        const service = yield* Corrections
        const snapshots: Array<unknown> = []
        for (const one of some) {
          snapshots.push(yield* answers)
          const isNamed = yield* Effect.isSuccess(service.preview(one))
          yield* perform(correct(one))
          // What named its records before it was made names them from then on.
          const newest = (yield* service.all).at(-1)!
          if (isNamed) expect((yield* service.get(newest.id)).namesNothing).toBe(false)
        }
        for (const { id } of [...(yield* service.all)].reverse()) {
          yield* service.remove(id)
          expect(yield* answers).toStrictEqual(snapshots.pop())
        }
      }),
    { numRuns: depth(numRuns) }
  )
}

type DatabaseTest = Effect.Effect<void, unknown, SqlClient.SqlClient | PgClient.PgClient>

/** A test of a contract, with its time limit in milliseconds. */
type It = (name: string, test: () => DatabaseTest, timeout: number) => void

const patience = 600_000

/** The tests that corrections of every domain pass. `inServices` provides the stores and the service of corrections. */
export const followCorrections = <Step, E, R, Read>(
  it: It,
  domain: CorrectedDomain<Step, E, R, Read>,
  inServices: (test: Effect.Effect<void, never, R | Read | Corrections>) => DatabaseTest
) => {
  it(
    "give the same tables in any order of corrections, reports and removals",
    () => inServices(sameInAnyOrder(domain)),
    patience
  )
  it("restore every row, id and answer when they are removed", () => inServices(restoredByRemoval(domain)), patience)
}

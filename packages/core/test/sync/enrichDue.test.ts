import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Layer, Stream } from "effect"
import { enrichDue } from "../../src/sync/enrichDue.js"
import { EnrichmentTasks } from "../../src/sync/EnrichmentTasks.js"
import { SourceFailure, type SourceState, concernsOneItem } from "../../src/sync/SourceFailure.js"
import { noTasks } from "./Memory.js"

/** Items that wait for enrichment: `stuck` ones stay due afterwards. */
interface Item {
  readonly id: number
  readonly found: boolean
  readonly stuck: boolean
}

const items = fc.uniqueArray(fc.record({ id: fc.nat(), found: fc.boolean(), stuck: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 25
})

const pass = (all: ReadonlyArray<Item>, batch: number) => {
  let due = all
  const processed: Array<number> = []
  const drain = enrichDue({
    task: { domain: "running", task: "any", kind: "any" },
    batch,
    due: (limit) => Effect.sync(() => due.slice(0, limit)),
    left: Effect.sync(() => due.length),
    subject: ({ id }) => id,
    arrange: (batch) => [...batch].reverse(),
    enrich: ({ found, id, stuck }) =>
      Effect.sync(() => {
        processed.push(id)
        if (!stuck) due = due.filter((one) => one.id !== id)
        return found
      })
  })
  return Effect.map(Stream.runCollect(Stream.provideLayer(drain, noTasks)), (steps) => ({
    processed,
    steps: Chunk.toReadonlyArray(steps)
  }))
}

describe("enrichDue", () => {
  it.effect.prop(
    "processes every item once, reports matches, and counts down to zero",
    [items, fc.integer({ min: 1, max: 9 })],
    ([generated, batch]) =>
      Effect.gen(function* () {
        const all = generated.map((one) => ({ ...one, stuck: false }))
        const { processed, steps } = yield* pass(all, batch)
        const batches = Array.from({ length: Math.ceil(all.length / batch) }, (_, index) =>
          all.slice(index * batch, (index + 1) * batch).reverse()
        )
        const expected = batches.flat()
        expect(processed).toEqual(expected.map(({ id }) => id))
        const announced = all.length === 0 ? [] : [{ done: 0, left: all.length }]
        expect(steps).toEqual([
          ...announced,
          ...expected.map(({ found }, index) => ({ done: 1, found: found ? 1 : 0, left: all.length - index - 1 }))
        ])
      })
  )

  it.effect.prop(
    "ends although some items stay due, and processes none twice",
    [items, fc.integer({ min: 1, max: 9 })],
    ([all, batch]) =>
      Effect.gen(function* () {
        const { processed } = yield* pass(all, batch)
        expect(new Set(processed).size).toBe(processed.length)
        if (all.filter(({ stuck }) => stuck).length < batch) expect(processed.length).toBe(all.length)
      })
  )

  it.effect("delays a refused item by an hour without counting an attempt, and says so at the end", () =>
    Effect.gen(function* () {
      const postponed: Array<readonly [string | number, number]> = []
      const refusal = (state: SourceState) => new SourceFailure({ source: "fake", state, message: state, next: "wait" })
      const tasks = Layer.mock(EnrichmentTasks, {
        postpone: (_, subjects, until) =>
          Effect.sync(() => void subjects.forEach((one) => postponed.push([one, until])))
      })
      const drain = (states: ReadonlyArray<SourceState | null>) =>
        enrichDue({
          task: { domain: "running", task: "any", kind: "any" },
          batch: 10,
          due: () => Effect.succeed(states.map((state, id) => ({ id, state }))),
          left: Effect.succeed(states.length),
          subject: ({ id }) => id,
          enrich: ({ state }) => (state === null ? Effect.succeed(true) : refusal(state)),
          isTolerable: concernsOneItem
        }).pipe(Stream.runDrain, Effect.either, Effect.provide(tasks))
      expect(yield* drain([null, "bad_answer", null])).toMatchObject({ _tag: "Left", left: { state: "bad_answer" } })
      expect(postponed).toStrictEqual([[1, 3_600_000]])
      // That there is no such thing is an answer.
      expect(yield* drain([null, "not_found", null])).toMatchObject({ _tag: "Right" })
    })
  )
})

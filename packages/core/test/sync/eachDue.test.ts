import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck as fc, Stream } from "effect"
import { eachDue } from "../../src/sync/eachDue.js"

/** Things that wait for a look-up: `stuck` ones stay due although they were looked at. */
interface Thing {
  readonly id: number
  readonly found: boolean
  readonly stuck: boolean
}

const things = fc.uniqueArray(fc.record({ id: fc.nat(), found: fc.boolean(), stuck: fc.boolean() }), { selector: ({ id }) => id, maxLength: 25 })

const pass = (all: ReadonlyArray<Thing>, batch: number) => {
  let due = all
  const looked: Array<number> = []
  const drain = eachDue({
    batch,
    due: (limit) => Effect.sync(() => due.slice(0, limit)),
    left: Effect.sync(() => due.length),
    key: ({ id }) => id,
    arrange: (wanted) => [...wanted].reverse(),
    lookUp: ({ found, id, stuck }) =>
      Effect.sync(() => {
        looked.push(id)
        if (!stuck) due = due.filter((one) => one.id !== id)
        return found
      })
  })
  return Effect.map(Stream.runCollect(drain), (steps) => ({ looked, steps: Chunk.toReadonlyArray(steps) }))
}

describe("eachDue", () => {
  it.effect.prop("looks at everything once, says what was found, and counts down to nothing", [things, fc.integer({ min: 1, max: 9 })], ([given, batch]) =>
    Effect.gen(function*() {
      const all = given.map((one) => ({ ...one, stuck: false }))
      const { looked, steps } = yield* pass(all, batch)
      const batches = Array.from({ length: Math.ceil(all.length / batch) }, (_, index) => all.slice(index * batch, (index + 1) * batch).reverse())
      const expected = batches.flat()
      expect(looked).toEqual(expected.map(({ id }) => id))
      const announced = all.length === 0 ? [] : [{ done: 0, left: all.length }]
      expect(steps).toEqual([...announced, ...expected.map(({ found }, index) => ({ done: 1, found: found ? 1 : 0, left: all.length - index - 1 }))])
    }))

  it.effect.prop("ends although some stay due, and looks at none twice", [things, fc.integer({ min: 1, max: 9 })], ([all, batch]) =>
    Effect.gen(function*() {
      const { looked } = yield* pass(all, batch)
      expect(new Set(looked).size).toBe(looked.length)
      if (all.filter(({ stuck }) => stuck).length < batch) expect(looked.length).toBe(all.length)
    }))
})

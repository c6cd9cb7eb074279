import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type Shoe, type StoredShoe, isSameShoe, mergeShoe } from "../../src/running/index.js"

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const asOf = orNull(fc.integer({ min: 1, max: 4 }))
const shoe: fc.Arbitrary<Shoe> = fc.record({
  id: fc.constant("g1"),
  name: fc.constantFrom("Blue", "Red"),
  brand: orNull(fc.constantFrom("Ostra", "Velm")),
  model: orNull(fc.constantFrom("Tideline", "Ebb")),
  distance: orNull(fc.integer({ min: 0, max: 3 })),
  retired: orNull(fc.boolean())
})
const reports = fc.array(fc.tuple(shoe, asOf), { minLength: 1, maxLength: 6 })

const after = (all: ReadonlyArray<readonly [Shoe, number | null]>) =>
  all.reduce<StoredShoe | undefined>((before, [one, at]) => mergeShoe(before, one, at), undefined)!

describe("shoes", () => {
  it("keep the last known distance and retirement", () => {
    fc.assert(
      fc.property(fc.array(shoe, { minLength: 1, maxLength: 6 }), (all) => {
        const result = after(all.map((one) => [one, null]))
        const last = <K extends keyof Shoe>(name: K) => all.findLast((one) => one[name] !== null)?.[name] ?? null
        expect(result).toEqual({
          id: "g1",
          name: all.at(-1)!.name,
          brand: last("brand"),
          model: last("model"),
          distance: last("distance"),
          retired: last("retired") ?? false,
          asOf: null
        })
      })
    )
  })

  it("ignore an archive that is older than one that was imported", () => {
    fc.assert(
      fc.property(reports, shoe, asOf, (all, one, at) => {
        const before = after(all)
        const newest = Math.max(0, ...all.map(([, asOf]) => asOf ?? 0))
        expect(before.asOf ?? 0).toBe(newest)
        if (at !== null && at < newest) expect(mergeShoe(before, one, at)).toBe(before)
      })
    )
  })

  it("have the brand and the model of the newest archive, or none", () => {
    fc.assert(
      fc.property(reports, shoe, (all, one) => {
        const { brand, model } = after([...all, [one, 5]])
        expect([brand, model]).toEqual([one.brand, one.model])
      })
    )
  })

  it("are the same after the same report, and differ in any value that answers show", () => {
    fc.assert(
      fc.property(reports, shoe, asOf, (all, one, at) => {
        const before = after(all)
        const once = mergeShoe(before, one, at)
        expect(isSameShoe(once, mergeShoe(once, one, at))).toBe(true)
        const { asOf: _, ...answered } = before
        const { asOf: __, ...answeredThen } = once
        expect(isSameShoe(before, once)).toBe(JSON.stringify(answered) === JSON.stringify(answeredThen))
      })
    )
    expect(isSameShoe(undefined, after([[fc.sample(shoe, 1)[0]!, null]]))).toBe(false)
  })
})

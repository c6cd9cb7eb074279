import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Option } from "effect"
import { orNotFound, pageView } from "../../src/kit/results.js"

describe("pageView", () => {
  it("shows every row of every page once, in order, with the totals of the list", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (all, limit) => {
        const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, index) =>
          pageView({ page: index + 1, limit }, (row: string) => ({ row }))({
            rows: all.slice(index * limit, (index + 1) * limit),
            total: all.length
          })
        )
        expect(pages.flatMap(({ data }) => data)).toEqual(all.map((row) => ({ row })))
        pages.forEach(({ pagination }, index) =>
          expect(pagination).toEqual({ page: index + 1, limit, total: all.length, total_pages: pages.length })
        )
      })
    )
  })

  it("passes a view its row and nothing else", () => {
    const view = (row: number, scale = 10) => row * scale
    expect(pageView({ page: 1, limit: 3 }, view)({ rows: [1, 2, 3], total: 3 }).data).toEqual([10, 20, 30])
  })
})

describe("orNotFound", () => {
  it("returns the value, whatever it is, or says what does not exist", () => {
    const values = fc.oneof(fc.anything(), fc.constantFrom(null, undefined, 0, "", false))
    fc.assert(
      fc.property(values, fc.string(), (value, what) => {
        expect(Effect.runSync(orNotFound(what)(Option.some(value)))).toBe(value)
        const failure = Effect.runSync(Effect.either(orNotFound(what)(Option.none())))
        expect(Either.getLeft(failure).pipe(Option.getOrThrow)).toMatchObject({ _tag: "NoData", what })
      })
    )
  })
})

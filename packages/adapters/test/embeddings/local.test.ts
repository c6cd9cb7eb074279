import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { local } from "../../src/embeddings/local.js"

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

describe("the local model", () => {
  it.scopedLive("places related texts closer than others, in a separate thread", () =>
    Effect.gen(function* () {
      const model = yield* local
      let turns = 0
      const counting = setInterval(() => turns++, 5)
      const [bread, recipe, stocks, nothing, long] = yield* model.embed(
        [
          "sourdough baking",
          "a recipe for bread with yeast",
          "stock markets fell after the central bank's decision",
          "",
          "bread ".repeat(2_000)
        ],
        { urgent: false }
      )
      clearInterval(counting)
      expect(bread?.length).toBe(512)
      expect(cosine(bread!, recipe!)).toBeGreaterThan(cosine(bread!, stocks!) + 0.1)
      expect(cosine(bread!, long!)).toBeGreaterThan(cosine(stocks!, long!))
      expect(nothing?.every(Number.isFinite)).toBe(true)
      // This thread was not blocked meanwhile.
      expect(turns).toBeGreaterThan(3)
      const [again] = yield* model.embed(["sourdough baking"], { urgent: true })
      expect(cosine(bread!, again!)).toBeGreaterThan(0.999)
    })
  )
})

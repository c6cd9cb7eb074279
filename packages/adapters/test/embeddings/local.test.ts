import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { local } from "../../src/embeddings/local.js"

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

describe("the local model", () => {
  it.scopedLive("finds related texts nearer than others, in a thread of its own", () =>
    Effect.gen(function*() {
      const model = yield* local
      let turns = 0
      const counting = setInterval(() => turns++, 5)
      const [bread, recipe, stocks, nothing, long] = yield* model.embed(
        ["sourdough baking", "a recipe for bread with yeast", "stock markets fell after the central bank's decision", "", "bread ".repeat(2_000)],
        { urgent: false }
      )
      clearInterval(counting)
      assert.strictEqual(bread?.length, 512)
      assert.isAbove(cosine(bread!, recipe!), cosine(bread!, stocks!) + 0.1)
      assert.isAbove(cosine(bread!, long!), cosine(stocks!, long!))
      assert.isTrue(nothing?.every(Number.isFinite))
      // This thread went on meanwhile.
      assert.isAbove(turns, 3)
      const [again] = yield* model.embed(["sourdough baking"], { urgent: true })
      assert.isAbove(cosine(bread!, again!), 0.999)
    }))
})

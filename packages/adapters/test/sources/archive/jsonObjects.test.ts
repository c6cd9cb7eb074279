import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { jsonObjects } from "../../../src/sources/archive/jsonObjects.js"

const cut = (text: string, size: number) => {
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
  return Effect.map(Stream.runCollect(jsonObjects(Stream.fromIterable(parts), () => undefined)), Chunk.toReadonlyArray)
}

describe("the objects of a JSON array", () => {
  it.effect("are one by one what stands between the commas", () =>
    Effect.gen(function*() {
      const objects = [{ a: "}{\"[\\" }, { b: { c: [{}] } }, {}].map((one) => JSON.stringify(one))
      for (const size of [1, 2, 7, 1_000]) assert.deepStrictEqual(yield* cut(`[${objects.join(",")}]`, size), objects)
    }))

  it.effect("are followed on where one is too large, whose own members are no objects of the list", () =>
    Effect.gen(function*() {
      const large = JSON.stringify({ inner: Array.from({ length: 10 }, () => ({ a: "x".repeat(500_000) })), last: { b: 2 } })
      assert.deepStrictEqual(yield* cut(`[{"a":1},${large},{"a":3}]`, 65_536), ["{\"a\":1}", "\ufffd", "{\"a\":3}"])
    }))
})

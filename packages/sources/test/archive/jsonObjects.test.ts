import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { jsonObjects, listedObjects } from "../../src/kit/exportFile/json.js"

const cut = (text: string, size: number) => {
  const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size)
  )
  return Effect.map(Stream.runCollect(jsonObjects(Stream.fromIterable(parts), () => undefined)), Chunk.toReadonlyArray)
}

describe("the objects of a JSON array", () => {
  it.effect("are the elements of the array, one by one", () =>
    Effect.gen(function* () {
      const objects = [{ a: '}{"[\\' }, { b: { c: [{}] } }, {}].map((one) => JSON.stringify(one))
      for (const size of [1, 2, 7, 1_000]) expect(yield* cut(`[${objects.join(",")}]`, size)).toStrictEqual(objects)
    })
  )

  it.effect("continue after an object that is too large, without its nested objects", () =>
    Effect.gen(function* () {
      const large = JSON.stringify({
        inner: Array.from({ length: 10 }, () => ({ a: "x".repeat(500_000) })),
        last: { b: 2 }
      })
      expect(yield* cut(`[{"a":1},${large},{"a":3}]`, 65_536)).toStrictEqual(['{"a":1}', "\ufffd", '{"a":3}'])
    })
  )
})

describe("the objects of the first array in a JSON object", () => {
  const list = (text: string, size: number) =>
    Effect.suspend(() => {
      let isCut = false
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size)
      )
      return Stream.runCollect(listedObjects(Stream.fromIterable(parts), () => void (isCut = true))).pipe(
        Effect.map((objects) => ({ objects: Chunk.toReadonlyArray(objects), isCut }))
      )
    })

  it.effect("are its elements; what stands around it is ignored, and a missing end is noticed", () =>
    Effect.gen(function* () {
      const objects = [{ a: "]}[{" }, { b: [{ c: [] }] }].map((one) => JSON.stringify(one))
      const whole = `{"user":"a \\"[{","meta":{"x":1},"rows":[${objects.join(",")}],"more":[{"d":1}],"end":{}}`
      for (const size of [1, 3, 1_000]) {
        expect(yield* list(whole, size)).toStrictEqual({ objects, isCut: false })
        expect(yield* list(`[${objects.join(",")}]`, size)).toStrictEqual({ objects, isCut: false })
        expect(yield* list(whole.slice(0, whole.indexOf('],"more"')), size)).toStrictEqual({ objects, isCut: true })
        expect(yield* list('{"user":"[{}]"}', size)).toStrictEqual({ objects: [], isCut: true })
      }
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Live from "../../src/articles/Extraction.js"
import { Extraction } from "../../src/articles/Extraction.js"

describe("the thread that reads pages", () => {
  it.live("answers one question after another, also when many ask", () =>
    Effect.gen(function*() {
      const extraction = yield* Extraction
      const texts = yield* Effect.forEach(Array.from({ length: 6 }, (_, index) => index), (index) => extraction.text(`<p>Text ${index}</p>`), { concurrency: 3 })
      assert.deepStrictEqual(texts, [0, 1, 2, 3, 4, 5].map((index) => `Text ${index}`))
      assert.strictEqual((yield* extraction.page("<title>Tides</title>", "https://a.example")).title, "Tides")
    }).pipe(Effect.provide(Live.layer)))
})

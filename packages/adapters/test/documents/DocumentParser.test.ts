import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DocumentParser, layer } from "../../src/documents/DocumentParser.js"

describe("the thread that reads documents", () => {
  it.live("answers one request after another, also when many ask", () =>
    Effect.gen(function*() {
      const parser = yield* DocumentParser
      const texts = yield* Effect.forEach(Array.from({ length: 6 }, (_, index) => index), (index) => parser.article(`<p>Text ${index}</p>`), { concurrency: 3 })
      assert.deepStrictEqual(texts, [0, 1, 2, 3, 4, 5].map((index) => `Text ${index}`))
      assert.strictEqual((yield* parser.page("<title>Tides</title>", "https://a.example")).title, "Tides")
    }).pipe(Effect.provide(layer)))
})

import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { chunksOf } from "../../src/search/index.js"

const bodies = fc
  .array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { maxLength: 300 })
  .map((words) => words.join(" "))
const windows = fc.record({ characters: fc.integer({ min: 20, max: 600 }), chunks: fc.integer({ min: 1, max: 6 }) })

describe("the chunks of a text", () => {
  it("stay within the window, are never empty, and begin with the title", () => {
    fc.assert(
      fc.property(bodies, windows, (body, window) => {
        const chunks = chunksOf({ title: "A title", subtitle: null, body }, window)
        expect(chunks.length).toBeLessThanOrEqual(window.chunks)
        for (const chunk of chunks) {
          expect(chunk.length).toBeLessThanOrEqual(window.characters)
          expect(chunk).toBe(chunk.trim())
          expect(chunk).not.toBe("")
        }
        expect(chunks[0]!.startsWith("A title")).toBe(true)
      })
    )
  })

  it("contain every word of a text that fits", () => {
    const body = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ")
    const words = new Set(
      chunksOf({ title: "T", subtitle: null, body }, { characters: 200, chunks: 100 }).flatMap((chunk) =>
        chunk.split(" ")
      )
    )
    for (const word of body.split(" ")) expect(words).toContain(word)
  })

  it("are empty for an empty text", () => {
    expect(chunksOf({ title: "", subtitle: "", body: "  " }, { characters: 100, chunks: 3 })).toEqual([])
  })
})

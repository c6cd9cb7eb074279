import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { articleKey, highlightKey, idsOfKeys } from "../../src/reading/index.js"

describe("keys of reading", () => {
  it("contain the ids of articles and highlights, in their order", () => {
    const ids = fc.array(fc.string(), { maxLength: 5 })
    fc.assert(
      fc.property(ids, ids, (articles, highlights) => {
        const keys = [...highlights.map(highlightKey), ...articles.map(articleKey)]
        expect(idsOfKeys(keys)).toEqual({ articles, highlights })
      })
    )
  })
})

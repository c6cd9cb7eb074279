import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { fused, poolOf } from "../../src/search/fusion.js"
import { nearest, pooled, unit } from "../../src/search/vectors.js"

const vector = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }).map((values) => unit(Float32Array.from(values)))

describe("fusion", () => {
  it("adds up 1 / (60 + place)", () => {
    expect(fused([["a", "b"], ["b", "c"]])).toEqual([
      { name: "b", score: 1 / 62 + 1 / 61 },
      { name: "a", score: 1 / 61 },
      { name: "c", score: 1 / 62 }
    ])
  })

  it("takes a pool of twice the limit, from 20 to 50", () => {
    expect([1, 10, 11, 25, 100].map(poolOf)).toEqual([20, 20, 22, 50, 50])
  })
})

describe("nearest", () => {
  it("is what a look at each vector finds", () => {
    fc.assert(fc.property(fc.array(vector, { maxLength: 30 }), vector, (rows, asked) => {
      const values = new Float32Array(rows.length * 4)
      rows.forEach((row, index) => values.set(row, index * 4))
      const found = nearest({ ids: rows.map((_, index) => index + 1), dimensions: 4, values }, asked)
      const cosine = (row: Float32Array) => row.reduce((sum, value, index) => sum + value * asked[index]!, 0)
      const expected = rows.map((row, index) => ({ id: index + 1, score: cosine(row) })).filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || b.id - a.id)
      expect(found).toEqual(expected)
    }))
  })

  it("pools to a vector of length 1", () => {
    fc.assert(fc.property(fc.array(vector, { minLength: 1, maxLength: 5 }), (chunks) => {
      const length = Math.hypot(...pooled(chunks))
      expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
    }))
    expect(pooled([])).toHaveLength(0)
  })
})

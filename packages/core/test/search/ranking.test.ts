import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { fused, poolOf } from "../../src/search/fusion.js"
import { nearest, pooled, unit } from "../../src/search/vectors.js"

const vectorOf = (length: number) => fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length }).map((values) => unit(Float32Array.from(values)))
const vector = vectorOf(4)

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
    fc.assert(fc.property(fc.integer({ min: 1, max: 9 }).chain((dimensions) =>
      fc.record({ dimensions: fc.constant(dimensions), rows: fc.array(vectorOf(dimensions), { maxLength: 30 }), asked: vectorOf(dimensions), count: fc.integer({ min: 1, max: 35 }) })), ({ asked, count, dimensions, rows }) => {
      const values = new Float32Array(rows.length * dimensions)
      rows.forEach((row, index) => values.set(row, index * dimensions))
      const found = nearest({ ids: rows.map((_, index) => index + 1), dimensions, values }, asked, count)
      // Sums in another order differ in their last digits.
      const digits = 1e-12
      const cosines = rows.map((row) => row.reduce((sum, value, index) => sum + value * asked[index]!, 0))
      const kept = cosines.filter((cosine) => cosine > 0).length
      fc.pre(cosines.every((cosine) => cosine === 0 || Math.abs(cosine) > digits))
      expect(found.total).toBe(kept)
      expect(found.first).toHaveLength(Math.min(count, kept))
      expect(found.first.every(({ id, score }) => Math.abs(score - cosines[id - 1]!) < digits)).toBe(true)
      found.first.slice(1).forEach(({ id, score }, index) => {
        const before = found.first[index]!
        expect(before.score > score || before.score === score && before.id > id).toBe(true)
      })
      const chosen = new Set(found.first.map(({ id }) => id))
      const least = found.first.at(-1)
      cosines.forEach((cosine, index) => {
        if (chosen.has(index + 1) || cosine <= 0) return
        expect(cosine <= least!.score + digits).toBe(true)
        // Of equal vectors the later ones come first.
        if (cosine === cosines[least!.id - 1]) expect(rows[index]!.join() !== rows[least!.id - 1]!.join() || index + 1 < least!.id).toBe(true)
      })
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

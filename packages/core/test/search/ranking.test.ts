import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { fused, poolOf } from "../../src/search/Search.js"
import { nearest, pooled, unit } from "../../src/search/vectors.js"

const vectorOf = (length: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .map((values) => unit(Float32Array.from(values)))
const vector = vectorOf(4)

describe("fusion", () => {
  it("adds up 1 / (60 + rank)", () => {
    expect(
      fused([
        ["a", "b"],
        ["b", "c"]
      ])
    ).toEqual([
      { name: "b", score: 1 / 62 + 1 / 61 },
      { name: "a", score: 1 / 61 },
      { name: "c", score: 1 / 62 }
    ])
  })

  it("fuses twice the limit, from 20 to 50", () => {
    expect([1, 10, 11, 25, 100].map(poolOf)).toEqual([20, 20, 22, 50, 50])
  })
})

describe("nearest", () => {
  it("agrees with a comparison of every vector", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 9 })
          .chain((dimensions) =>
            fc.record({
              dimensions: fc.constant(dimensions),
              rows: fc.array(vectorOf(dimensions), { maxLength: 30 }),
              query: vectorOf(dimensions),
              count: fc.integer({ min: 1, max: 35 })
            })
          ),
        ({ query, count, dimensions, rows }) => {
          const values = new Float32Array(rows.length * dimensions)
          rows.forEach((row, index) => values.set(row, index * dimensions))
          const result = nearest({ ids: rows.map((_, index) => index + 1), dimensions, values }, query, count)
          // Another order of additions changes the last digits.
          const digits = 1e-12
          const cosines = rows.map((row) => row.reduce((sum, value, index) => sum + value * query[index]!, 0))
          const positive = cosines.filter((cosine) => cosine > 0).length
          fc.pre(cosines.every((cosine) => cosine === 0 || Math.abs(cosine) > digits))
          expect(result.total).toBe(positive)
          expect(result.first).toHaveLength(Math.min(count, positive))
          expect(result.first.every(({ id, score }) => Math.abs(score - cosines[id - 1]!) < digits)).toBe(true)
          result.first.slice(1).forEach(({ id, score }, index) => {
            const before = result.first[index]!
            expect(before.score > score || (before.score === score && before.id > id)).toBe(true)
          })
          const chosen = new Set(result.first.map(({ id }) => id))
          const least = result.first.at(-1)
          cosines.forEach((cosine, index) => {
            if (chosen.has(index + 1) || cosine <= 0) return
            expect(cosine <= least!.score + digits).toBe(true)
            // Equal vectors: the later one comes first.
            if (cosine === cosines[least!.id - 1])
              expect(rows[index]!.join() !== rows[least!.id - 1]!.join() || index + 1 < least!.id).toBe(true)
          })
        }
      )
    )
  })

  it("pools to a vector of length 1", () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 5 }), (chunks) => {
        const length = Math.hypot(...pooled(chunks))
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
      })
    )
    expect(pooled([])).toHaveLength(0)
  })
})

import type { Vector } from "./EmbeddingStore.js"

/** Normalises to length 1; a zero vector stays as it is. */
export const unit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}

/**
 * The vector of a text: the mean of its chunks. It represents the whole text, and twenty thousand articles need one
 * vector each.
 */
export const pooled = (chunks: ReadonlyArray<Vector>): Vector => {
  const sum = new Float32Array(chunks[0]?.length ?? 0)
  for (const chunk of chunks) for (let at = 0; at < sum.length; at++) sum[at]! += chunk[at] ?? 0
  return unit(sum)
}

export interface ScoredId {
  readonly id: number
  readonly score: number
}

/** Vectors in one block, row by row, with their ids. */
export interface Matrix {
  readonly ids: ReadonlyArray<number>
  readonly dimensions: number
  readonly values: Float32Array
}

/** Cosines of a vector with every row. Four independent sums avoid waiting for each addition. */
const cosines = ({ dimensions, ids, values }: Matrix, vector: Vector): Float64Array => {
  const scores = new Float64Array(ids.length)
  const whole = dimensions - (dimensions % 4)
  for (let row = 0, start = 0; row < scores.length; row++, start += dimensions) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let at = 0; at < whole; at += 4) {
      a += values[start + at]! * vector[at]!
      b += values[start + at + 1]! * vector[at + 1]!
      c += values[start + at + 2]! * vector[at + 2]!
      d += values[start + at + 3]! * vector[at + 3]!
    }
    for (let at = whole; at < dimensions; at++) a += values[start + at]! * vector[at]!
    scores[row] = a + b + c + d
  }
  return scores
}

/** The number of rows with a cosine above 0, and the `count` nearest; ties by id, higher first. */
export const nearest = (
  matrix: Matrix,
  vector: Vector,
  count: number
): { readonly total: number; readonly first: ReadonlyArray<ScoredId> } => {
  if (vector.length !== matrix.dimensions) return { total: 0, first: [] }
  const scores = cosines(matrix, vector)
  const above = scores.filter((score) => score > 0).sort()
  // Only candidates for the first places become objects, because sorting objects is slow.
  const floor = above[Math.max(0, above.length - count)] ?? Infinity
  const near: Array<ScoredId> = []
  scores.forEach((score, row) => void (score >= floor && near.push({ id: matrix.ids[row]!, score })))
  return { total: above.length, first: near.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, count) }
}

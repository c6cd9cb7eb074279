import type { Vector } from "./Embedder.js"

/** Brought to length 1; one without any length stays as it is. */
export const unit = (vector: Vector): Vector => {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}

/**
 * The vector of a text out of those of its chunks: their mean. It says what the whole is about, and keeps search over
 * twenty thousand articles at one vector each.
 */
export const pooled = (chunks: ReadonlyArray<Vector>): Vector => {
  const sum = new Float32Array(chunks[0]?.length ?? 0)
  for (const chunk of chunks) for (let at = 0; at < sum.length; at++) sum[at]! += chunk[at] ?? 0
  return unit(sum)
}

export interface Scored {
  readonly id: number
  readonly score: number
}

/** Vectors in one block, row by row, and whose they are. */
export interface Matrix {
  readonly ids: ReadonlyArray<number>
  readonly dimensions: number
  readonly values: Float32Array
}

/** Cosines of a vector with every row. Four sums at a time, since one would wait for itself. */
const cosines = ({ dimensions, ids, values }: Matrix, vector: Vector): Float64Array => {
  const scores = new Float64Array(ids.length)
  const whole = dimensions - dimensions % 4
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

/** How many lie on the vector's side (cosine above 0), and the first `count` of them, nearest first; equals by id, the later one first. */
export const nearest = (matrix: Matrix, vector: Vector, count: number): { readonly total: number; readonly first: ReadonlyArray<Scored> } => {
  if (vector.length !== matrix.dimensions) return { total: 0, first: [] }
  const scores = cosines(matrix, vector)
  const above = scores.filter((score) => score > 0).sort()
  // Only those that can be among the first become objects, of which sorting takes long.
  const floor = above[Math.max(0, above.length - count)] ?? Infinity
  const near: Array<Scored> = []
  scores.forEach((score, row) => void (score >= floor && near.push({ id: matrix.ids[row]!, score })))
  return { total: above.length, first: near.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, count) }
}

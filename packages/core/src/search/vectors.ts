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

/** All that lie on the vector's side (cosine above 0), nearest first; equals by id, the later one first. */
export const nearest = ({ dimensions, ids, values }: Matrix, vector: Vector): ReadonlyArray<Scored> => {
  if (vector.length !== dimensions) return []
  const scored: Array<Scored> = []
  for (let row = 0, start = 0; row < ids.length; row++, start += dimensions) {
    let score = 0
    for (let at = 0; at < dimensions; at++) score += values[start + at]! * vector[at]!
    if (score > 0) scored.push({ id: ids[row]!, score })
  }
  return scored.sort((a, b) => b.score - a.score || b.id - a.id)
}

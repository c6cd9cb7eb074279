import { Array, Effect } from "effect"

/** Rows per statement. The driver encodes all rows of a statement at once, which takes a few milliseconds. */
const portion = 500

/** Writes many rows by several statements, and answers what each of them answers. Other fibers run between two. */
export const inPortions = <Row, A, E, R>(
  rows: ReadonlyArray<Row>,
  write: (some: ReadonlyArray<Row>) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Effect.forEach(Array.chunksOf(rows, portion), write), Array.flatten)

import { Effect } from "effect"
import { setImmediate } from "node:timers/promises"

/** Values that are handled before the event loop has its turn: a few milliseconds of work. */
const slice = 200
/** Values that are merged in such a time, as only numbers or names are compared. */
const mergeSlice = 10 * slice

/** Other fibers and requests have their turn. */
export const pause = Effect.promise(() => setImmediate())

/** Calls a function with each of many values, in slices. */
export const forEachInSlices = <A>(values: Iterable<A>, use: (value: A) => void): Effect.Effect<void> =>
  Effect.gen(function* () {
    let count = 0
    for (const value of values) {
      use(value)
      if (++count % slice === 0) yield* pause
    }
  })

/** Maps many values, in slices. */
export const mapInSlices = <A, B>(values: Iterable<A>, map: (value: A) => B): Effect.Effect<Array<B>> =>
  Effect.suspend(() => {
    const results: Array<B> = []
    return Effect.as(
      forEachInSlices(values, (value) => void results.push(map(value))),
      results
    )
  })

/** Sorts many values, in slices. Equal ones keep their order. */
export const sortInSlices = <A>(
  values: ReadonlyArray<A>,
  compare: (one: A, other: A) => number
): Effect.Effect<ReadonlyArray<A>> =>
  Effect.gen(function* () {
    let runs: Array<ReadonlyArray<A>> = []
    for (let at = 0; at < values.length; at += mergeSlice) {
      runs.push(values.slice(at, at + mergeSlice).sort(compare))
      yield* pause
    }
    while (runs.length > 1) {
      const merged: Array<ReadonlyArray<A>> = []
      for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergeRuns(runs[at]!, runs[at + 1] ?? [], compare))
      runs = merged
    }
    return runs[0] ?? []
  })

const mergeRuns = <A>(left: ReadonlyArray<A>, right: ReadonlyArray<A>, compare: (one: A, other: A) => number) =>
  Effect.gen(function* () {
    const merged: Array<A> = []
    let [fromLeft, fromRight] = [0, 0]
    while (merged.length < left.length + right.length) {
      const isLeft =
        fromRight === right.length || (fromLeft < left.length && compare(left[fromLeft]!, right[fromRight]!) <= 0)
      merged.push(isLeft ? left[fromLeft++]! : right[fromRight++]!)
      if (merged.length % mergeSlice === 0) yield* pause
    }
    return merged
  })

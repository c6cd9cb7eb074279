import { Effect } from "effect"
import { makeFairScheduler } from "../../../cli/src/fairScheduler.js"

/**
 * The value of some work and its longest piece: how often it called `did` between two turns of the event loop. Counted
 * and not timed, so that other programs on the machine change nothing.
 */
export const longestPiece = async <A, E>(work: (did: () => void) => Effect.Effect<A, E>) => {
  let [units, longest, isRunning] = [0, 0, true]
  const endTurn = () => {
    longest = Math.max(longest, units)
    units = 0
    if (isRunning) setImmediate(endTurn)
  }
  setImmediate(endTurn)
  const value = await Effect.runPromise(work(() => void units++))
  isRunning = false
  return { value, longest: Math.max(longest, units) }
}

/** The same on the scheduler of a host, whose clock shows a millisecond more after each call of `did`. */
export const longestPieceOnHost = <A, E>(work: (did: () => void) => Effect.Effect<A, E>) => {
  let milliseconds = 0
  const scheduler = makeFairScheduler(() => milliseconds)
  return longestPiece((did) =>
    Effect.withScheduler(
      work(() => {
        did()
        milliseconds++
      }),
      scheduler
    )
  )
}

/** A host looks at the clock at every 16th operation of a fiber, and a step of a loop is two of them. */
export const maxStepsOnHost = 20

import { Effect } from "effect"
import { isDatabaseAtWork } from "./oneQueryAtATime.js"

const turnsAtRest = 50

/**
 * Waits until this process has nothing left to do but to wait for the time: no answer of the database is out, and the
 * event loop turns idly.
 */
export const atRest = Effect.promise(async () => {
  for (let still = 0; still < turnsAtRest; still++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isDatabaseAtWork()) still = 0
  }
})

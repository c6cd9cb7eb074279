import { Effect } from "effect"
import type { Bench } from "./Bench.js"
import type { BenchFailure } from "./BenchFailure.js"
import { helper } from "./helper.js"
import { type Memory, memoryOf, withPeakMemory } from "./memory.js"

/** The time after which a start is complete. */
export const idleAfter = "3 seconds"

/** The baseline in megabytes: a process with only Node. The figures are the memory above this baseline. */
export const nodeMemory = (bench: Bench): Effect.Effect<Memory, BenchFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { cwd } = yield* bench.dataset
      const { pid } = yield* helper("nodeAlone", null, { cwd })
      const [, most] = yield* withPeakMemory(pid, Effect.sleep(idleAfter))
      return { now: (yield* memoryOf(pid)).now, most }
    })
  )

/** Explains how a figure without Node was computed. */
export const subtraction = (total: number, node: number): string =>
  `${Math.round(total)} MB less ${Math.round(node)} MB of Node alone`

import { Effect } from "effect"
import { join } from "node:path"
import type { Bench } from "./Bench.js"
import type { BenchFailure } from "./BenchFailure.js"
import { helper } from "./helper.js"
import { type Memory, memoryOf, withPeakMemory } from "./memory.js"

/** The time after which a start is complete. */
export const idleAfter = "3 seconds"

/**
 * The baseline in megabytes: a process with only the embedded engine, or with only Node when a server is measured. The
 * figures are the memory above this baseline.
 */
export const engineMemory = (bench: Bench): Effect.Effect<Memory, BenchFailure> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { cwd, env } = yield* bench.dataset
      const folder = bench.engine === "server" ? null : join(env["DAYBOOK_DATA_DIR"] ?? "", "pg")
      const { pid } = yield* helper("engineAlone", folder, { cwd })
      const [, most] = yield* withPeakMemory(pid, Effect.sleep(idleAfter))
      return { now: (yield* memoryOf(pid)).now, most }
    })
  )

/** Explains how a figure without the engine was computed. */
export const subtraction = (bench: Bench, total: number, engine: number): string =>
  `${Math.round(total)} MB less ${Math.round(engine)} MB of ${bench.engine === "server" ? "Node alone" : "the engine opened alone"}`

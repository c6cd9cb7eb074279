import { Effect } from "effect"
import { join } from "node:path"
import type { Bench } from "./Bench.js"
import type { BenchFailure } from "./BenchFailure.js"
import { helper } from "./helper.js"
import { type Memory, memoryOf, watched } from "./memory.js"

/** After this long nothing of a start is still going on. */
export const settled = "3 seconds"

/**
 * What a process takes, in megabytes, that opens the embedded engine and nothing else; where the engine is a server's,
 * a process of Node's alone. Memory beside the engine is what a process of Daybook's takes more than that.
 */
export const engineMemory = (bench: Bench): Effect.Effect<Memory, BenchFailure> =>
  Effect.scoped(Effect.gen(function*() {
    const { cwd, env } = yield* bench.dataset
    const folder = bench.engine === "server" ? null : join(env["DAYBOOK_DATA_DIR"] ?? "", "pg")
    const { pid } = yield* helper("engineAlone", folder, { cwd })
    const [, most] = yield* watched(pid, Effect.sleep(settled))
    return { now: (yield* memoryOf(pid)).now, most }
  }))

/** How a figure beside the engine came about. */
export const subtraction = (bench: Bench, whole: number, engine: number): string =>
  `${Math.round(whole)} MB less ${Math.round(engine)} MB of ${bench.engine === "server" ? "Node alone" : "the engine opened alone"}`

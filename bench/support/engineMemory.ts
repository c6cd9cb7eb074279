import { Effect } from "effect"
import { join } from "node:path"
import type { Bench } from "./Bench.js"
import type { BenchFailure } from "./BenchFailure.js"
import { helper } from "./helper.js"
import { type Memory, memoryOf, watched } from "./memory.js"

/** After this long nothing of a start is still going on. */
export const settled = "3 seconds"

/** What the embedded engine takes in a process that only opens it, in megabytes; nothing where the engine is a server's. */
export const engineMemory = (bench: Bench): Effect.Effect<Memory, BenchFailure> =>
  bench.engine === "server" ? Effect.succeed({ now: 0, most: 0 }) : Effect.scoped(Effect.gen(function*() {
    const { cwd, env } = yield* bench.dataset
    const { pid } = yield* helper("engineAlone", join(env["DAYBOOK_DATA_DIR"] ?? "", "pg"), { cwd })
    const [, most] = yield* watched(pid, Effect.sleep(settled))
    return { now: (yield* memoryOf(pid)).now, most }
  }))

import { Effect, Ref } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** Resident memory of a process in megabytes: at this moment, and the most it ever had. */
export interface Memory {
  readonly now: number
  readonly most: number
}

const kilobyte = 1_024
const megabyte = 1_048_576

/** Linux keeps both figures; elsewhere `ps` knows the first. Null for a process that is gone or has no memory left, and where neither is there. */
const read = (pid: number): Memory | null => {
  try {
    if (process.platform !== "linux") {
      const now = Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * kilobyte / megabyte
      return { now, most: now }
    }
    const text = readFileSync(`/proc/${pid}/status`, "utf8")
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) * kilobyte / megabyte
    const memory = { now: field("VmRSS"), most: field("VmHWM") }
    return Number.isNaN(memory.now + memory.most) ? null : memory
  } catch {
    return null
  }
}

const sampled = "50 millis"

/** A process's memory at this moment, zero for one that is gone. */
export const memoryOf = (pid: number): Effect.Effect<Memory> => Effect.sync(() => read(pid) ?? { now: 0, most: 0 })

/** Runs something and says how much memory the process had at its most until then. */
export const watched = <A, E, R>(pid: number, work: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function*() {
    const most = yield* Ref.make(0)
    const look = Effect.flatMap(memoryOf(pid), (memory) => Ref.update(most, (before) => Math.max(before, memory.most)))
    const done = yield* Effect.raceFirst(work, Effect.forever(Effect.zipRight(look, Effect.sleep(sampled))))
    return [done, yield* Ref.get(most)] as const
  })

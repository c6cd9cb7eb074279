import { Effect, Ref } from "effect"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** Resident memory of a process in megabytes: current and peak. */
export interface Memory {
  readonly now: number
  readonly most: number
}

const kilobyte = 1_024
const megabyte = 1_048_576

/** Linux reports both figures, `ps` only the current one. Null for a process that has ended. */
const read = (pid: number): Memory | null => {
  try {
    if (process.platform !== "linux") {
      const now =
        (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * kilobyte) / megabyte
      return { now, most: now }
    }
    const text = readFileSync(`/proc/${pid}/status`, "utf8")
    const field = (name: string) =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) * kilobyte) / megabyte
    const memory = { now: field("VmRSS"), most: field("VmHWM") }
    return Number.isNaN(memory.now + memory.most) ? null : memory
  } catch {
    return null
  }
}

const sampleInterval = "50 millis"

/** The memory of a process; zero when it has ended. */
export const memoryOf = (pid: number): Effect.Effect<Memory> => Effect.sync(() => read(pid) ?? { now: 0, most: 0 })

/** Runs an effect and returns its result with the peak memory of the process in megabytes. */
export const withPeakMemory = <A, E, R>(
  pid: number,
  work: Effect.Effect<A, E, R>
): Effect.Effect<readonly [A, number], E, R> =>
  Effect.gen(function* () {
    const most = yield* Ref.make(0)
    const sample = Effect.flatMap(memoryOf(pid), (memory) =>
      Ref.update(most, (before) => Math.max(before, memory.most))
    )
    const result = yield* Effect.raceFirst(work, Effect.forever(Effect.zipRight(sample, Effect.sleep(sampleInterval))))
    return [result, yield* Ref.get(most)] as const
  })

import { afterEach, describe, expect, it } from "vitest"
import { fileURLToPath } from "node:url"
import { makeThreadPool, type ThreadFailure } from "../../src/threads/ThreadPool.js"

interface Request {
  readonly do: string
  readonly value?: unknown
  readonly count?: number
  readonly bytes?: ArrayBuffer
}

const entry = () => fileURLToPath(new URL("./worker.mjs", import.meta.url))
const open: Array<{ readonly close: () => Promise<void> }> = []
const make = (more: { readonly size?: number; readonly idleMillis?: number; readonly entry?: () => string } = {}) => {
  const pool = makeThreadPool<Request, unknown, number>({
    entry,
    size: 1,
    idleMillis: 60_000,
    heapMegabytes: 32,
    ...more
  })
  open.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})

const reasonOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "answered",
    (failure: ThreadFailure) => failure.reason
  )

describe("a pool of threads", () => {
  it("answers the next request after a timeout, out of memory, an exception, a failure or a thread exit", async () => {
    const pool = make()
    const requests = [
      ["hang", "slow"],
      ["fill", "memory"],
      ["throw", "failed"],
      ["fail", "failed"],
      ["exit", "failed"]
    ] as const
    for (const [name, reason] of requests) {
      expect(await reasonOf(pool.ask({ do: name }, name === "hang" ? { timeLimitMillis: 300 } : {}))).toBe(reason)
      expect(await pool.ask({ do: "echo", value: name })).toBe(name)
    }
  })

  it("reports that it is unavailable if the thread cannot start", async () => {
    expect(await reasonOf(make({ entry: () => `${entry()}.not` }).ask({ do: "echo" }))).toBe("unavailable")
  })

  it("stays within its size, and serves urgent requests first", async () => {
    const pool = make({ size: 2 })
    const threads = await Promise.all(Array.from({ length: 12 }, () => pool.ask({ do: "thread" })))
    expect(new Set(threads).size).toBeLessThanOrEqual(2)
    const one = make()
    const order: Array<string> = []
    const ask = (value: string, urgent: boolean) =>
      one.ask({ do: "echo", value }, { urgent }).then(() => order.push(value))
    await Promise.all([ask("first", false), ask("late", false), ask("urgent", true)])
    expect(order).toStrictEqual(["first", "urgent", "late"])
  })

  it("ends an idle thread, and starts another one on demand", async () => {
    const pool = make({ idleMillis: 20 })
    const first = await pool.ask({ do: "thread" })
    await expect.poll(() => pool.ask({ do: "thread" }), { interval: 60, timeout: 5_000 }).not.toBe(first)
  })

  it("delivers parts in order, and transfers buffers without a copy", async () => {
    const pool = make()
    const parts: Array<number> = []
    expect(await pool.ask({ do: "parts", count: 50 }, { onPart: (part) => parts.push(part) })).toBe(50)
    expect(parts).toStrictEqual(Array.from({ length: 50 }, (_, index) => index))
    const bytes = new ArrayBuffer(1_000_000)
    expect(await pool.ask({ do: "own", bytes }, { transfer: [bytes] })).toBe(1_000_000)
    expect(bytes.byteLength).toBe(0)
  })

  it("stops requests without a caller, and everything when it closes", async () => {
    const pool = make()
    const abort = new AbortController()
    const [running, waiting] = [pool.ask({ do: "hang" }, { signal: abort.signal }), pool.ask({ do: "echo", value: 1 })]
    abort.abort()
    expect(await reasonOf(running)).toBe("closed")
    expect(await waiting).toBe(1)
    const left = [pool.ask({ do: "hang" }), pool.ask({ do: "echo" })].map(reasonOf)
    await pool.close()
    expect(await Promise.all(left)).toStrictEqual(["closed", "closed"])
  })
})

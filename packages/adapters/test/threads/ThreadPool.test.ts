import { afterEach, assert, describe, it } from "vitest"
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
  const pool = makeThreadPool<Request, unknown, number>({ entry, size: 1, idleMillis: 60_000, heapMegabytes: 32, ...more })
  open.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()))
})

const reasonOf = (answer: Promise<unknown>): Promise<string> => answer.then(() => "answered", (failure: ThreadFailure) => failure.reason)

describe("a pool of threads", () => {
  it("answers the next request after one that took too long, filled the memory, threw, failed or ended the thread", async () => {
    const pool = make()
    const asked = [["hang", "slow"], ["fill", "memory"], ["throw", "failed"], ["fail", "failed"], ["exit", "failed"]] as const
    for (const [name, reason] of asked) {
      assert.strictEqual(await reasonOf(pool.ask({ do: name }, name === "hang" ? { timeLimitMillis: 300 } : {})), reason)
      assert.strictEqual(await pool.ask({ do: "echo", value: name }), name)
    }
  })

  it("says that it is unavailable where the thread cannot start", async () => {
    assert.strictEqual(await reasonOf(make({ entry: () => `${entry()}.not` }).ask({ do: "echo" })), "unavailable")
  })

  it("keeps to its size, and takes urgent requests first", async () => {
    const pool = make({ size: 2 })
    const threads = await Promise.all(Array.from({ length: 12 }, () => pool.ask({ do: "thread" })))
    assert.isAtMost(new Set(threads).size, 2)
    const one = make()
    const order: Array<string> = []
    const ask = (value: string, urgent: boolean) => one.ask({ do: "echo", value }, { urgent }).then(() => order.push(value))
    await Promise.all([ask("first", false), ask("late", false), ask("urgent", true)])
    assert.deepStrictEqual(order, ["first", "urgent", "late"])
  })

  it("ends a thread that is idle, and starts another one", async () => {
    const pool = make({ idleMillis: 20 })
    const first = await pool.ask({ do: "thread" })
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.notStrictEqual(await pool.ask({ do: "thread" }), first)
  })

  it("gives parts in their order, and buffers without a copy", async () => {
    const pool = make()
    const parts: Array<number> = []
    assert.strictEqual(await pool.ask({ do: "parts", count: 50 }, { onPart: (part) => parts.push(part) }), 50)
    assert.deepStrictEqual(parts, Array.from({ length: 50 }, (_, index) => index))
    const bytes = new ArrayBuffer(1_000_000)
    assert.strictEqual(await pool.ask({ do: "own", bytes }, { transfer: [bytes] }), 1_000_000)
    assert.strictEqual(bytes.byteLength, 0)
  })

  it("stops what nobody waits for any more, and everything when it is closed", async () => {
    const pool = make()
    const abort = new AbortController()
    const [running, waiting] = [pool.ask({ do: "hang" }, { signal: abort.signal }), pool.ask({ do: "echo", value: 1 })]
    abort.abort()
    assert.strictEqual(await reasonOf(running), "closed")
    assert.strictEqual(await waiting, 1)
    const left = [pool.ask({ do: "hang" }), pool.ask({ do: "echo" })].map(reasonOf)
    await pool.close()
    assert.deepStrictEqual(await Promise.all(left), ["closed", "closed"])
  })
})

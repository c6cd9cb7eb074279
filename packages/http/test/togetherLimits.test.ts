import type { Allowance } from "@daybook/core/keys"
import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { limits } from "../src/front/limits.js"

const address = () => "198.51.100.7"
const now = 1_000_000
const windowMs = 60_000

/** The count that all hosts keep, as a test wants it to answer. */
const together = (answer: (asked: number) => Promise<Allowance>) => {
  const state = { isShared: true, asked: [] as Array<string> }
  return {
    state,
    port: {
      isShared: () => state.isShared,
      take: (caller: string, limit: number) => {
        state.asked.push(`${caller} ${limit}`)
        return answer(state.asked.length)
      }
    }
  }
}

const allowance = (allowed: boolean, remaining: number): Allowance => ({ allowed, limit: 3, remaining, resetAt: now + windowMs })

describe("limits that several hosts keep together", () => {
  it("tell what all hosts counted, by who is asking", async () => {
    const { port, state } = together((asked) => Promise.resolve(allowance(true, 10 - asked)))
    const host = limits(3, port)
    expect(await host.take(undefined, address, now)).toEqual(allowance(true, 9))
    expect(await host.takePicture(address, now)).toEqual(allowance(true, 8))
    expect(state.asked).toEqual(["address 198.51.100.7 3", "viewer 198.51.100.7 60"])
  })

  it("give back what another host's requests left no room for, so that it is not counted twice", async () => {
    const { port, state } = together(() => Promise.resolve(allowance(false, 0)))
    const host = limits(3, port)
    for (let request = 0; request < 10; request++) expect((await host.take(undefined, address, now)).allowed).toBe(false)
    expect(host.counted()).toEqual([{ caller: "address 198.51.100.7", times: [] }])
    state.isShared = false
    expect(await host.take(undefined, address, now)).toEqual(allowance(true, 2))
  })

  it("do not ask about what this host refuses by itself", async () => {
    const { port, state } = together(() => Promise.resolve(allowance(true, 2)))
    const host = limits(3, port)
    const answers = await Promise.all(Array.from({ length: 5 }, () => host.take(undefined, address, now)))
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
    expect(state.asked).toHaveLength(3)
  })

  it("hold on each host by itself while the database does not answer", async () => {
    const { port, state } = together(() => Promise.reject(new Error("gone")))
    const host = limits(3, port)
    const answers: Array<Allowance> = []
    for (let request = 0; request < 5; request++) answers.push(await host.take(undefined, address, now))
    expect(answers.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([[true, 2], [true, 1], [true, 0], [false, 0], [false, 0]])
    expect(state.asked).toHaveLength(3)
    expect((await host.take(undefined, address, now + windowMs)).allowed).toBe(true)
  })

  it("never let more through than the limit, whatever the database does meanwhile", async () => {
    const step = fc.record({ wait: fc.nat(30_000), database: fc.constantFrom("yes", "no", "gone"), isShared: fc.boolean() })
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let word = "yes"
      const { port, state } = together(() => word === "gone" ? Promise.reject(new Error("gone")) : Promise.resolve(allowance(word === "yes", 1)))
      const host = limits(3, port)
      const passed: Array<number> = []
      let at = now
      for (const { database, isShared, wait } of steps) {
        at += wait
        word = database
        state.isShared = isShared
        if ((await host.take(undefined, address, at)).allowed) passed.push(at)
        expect(passed.filter((one) => one > at - windowMs).length).toBeLessThanOrEqual(3)
      }
    }))
  })
})

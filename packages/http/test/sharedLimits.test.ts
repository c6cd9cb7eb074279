import type { Allowance } from "@daybook/core/keys"
import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { limits } from "../src/front/callers.js"

const address = () => "198.51.100.7"
const now = 1_000_000
const windowMs = 60_000

/** A shared limit with scripted responses. */
const sharedLimit = (answer: (calls: number) => Promise<Allowance>) => {
  const state = { isShared: true, calls: [] as Array<string> }
  return {
    state,
    port: {
      isShared: () => state.isShared,
      take: (caller: string, limit: number) => {
        state.calls.push(`${caller} ${limit}`)
        return answer(state.calls.length)
      }
    }
  }
}

const allowance = (allowed: boolean, remaining: number): Allowance => ({
  allowed,
  limit: 3,
  remaining,
  resetAt: now + windowMs
})

describe("limits shared by several hosts", () => {
  it("report the shared count per caller", async () => {
    const { port, state } = sharedLimit((calls) => Promise.resolve(allowance(true, 10 - calls)))
    const host = limits(3, port)
    expect(await host.take(undefined, address, now)).toEqual(allowance(true, 9))
    expect(await host.takePicture(address, now)).toEqual(allowance(true, 8))
    expect(state.calls).toEqual(["address 198.51.100.7 3", "viewer 198.51.100.7 60"])
  })

  it("count the attempts to be the owner across hosts, five in a minute for an address", async () => {
    const { port, state } = sharedLimit((calls) => Promise.resolve(allowance(calls < 3, 3 - calls)))
    const host = limits(100, port)
    const proofs = () => host.takeProof(address, now)
    expect([(await proofs()).allowed, (await proofs()).allowed, (await proofs()).allowed]).toEqual([true, true, false])
    expect(state.calls[0]).toBe("proof 198.51.100.7 5")
    state.isShared = false
    const alone = [await proofs(), await proofs(), await proofs(), await proofs()]
    expect(alone.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect((await host.take(undefined, address, now)).remaining).toBe(99)
    expect((await host.takeProof(address, now + windowMs)).allowed).toBe(true)
  })

  it("release requests that the shared limit rejects, so that they are not counted twice", async () => {
    const { port, state } = sharedLimit(() => Promise.resolve(allowance(false, 0)))
    const host = limits(3, port)
    for (let request = 0; request < 10; request++)
      expect((await host.take(undefined, address, now)).allowed).toBe(false)
    expect(host.counts()).toEqual([{ caller: "address 198.51.100.7", times: [] }])
    state.isShared = false
    expect(await host.take(undefined, address, now)).toEqual(allowance(true, 2))
  })

  it("do not query requests that this host rejects", async () => {
    const { port, state } = sharedLimit(() => Promise.resolve(allowance(true, 2)))
    const host = limits(3, port)
    const answers = await Promise.all(Array.from({ length: 5 }, () => host.take(undefined, address, now)))
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false])
    expect(state.calls).toHaveLength(3)
  })

  it("apply per host while the database does not respond", async () => {
    const { port, state } = sharedLimit(() => Promise.reject(new Error("gone")))
    const host = limits(3, port)
    const answers: Array<Allowance> = []
    for (let request = 0; request < 5; request++) answers.push(await host.take(undefined, address, now))
    expect(answers.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0]
    ])
    expect(state.calls).toHaveLength(3)
    expect((await host.take(undefined, address, now + windowMs)).allowed).toBe(true)
  })

  it("never allow more than the limit, whatever the database does", async () => {
    const step = fc.record({
      wait: fc.nat(30_000),
      database: fc.constantFrom("yes", "no", "gone"),
      isShared: fc.boolean()
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let word = "yes"
        const { port, state } = sharedLimit(() =>
          word === "gone" ? Promise.reject(new Error("gone")) : Promise.resolve(allowance(word === "yes", 1))
        )
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
      })
    )
  })
})

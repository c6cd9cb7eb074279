import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { slidingWindow } from "../../src/keys/limits.js"

const windowMs = 60_000

/** Stores every request and counts those of the last minute. */
const model = () => {
  const timesOf = new Map<string, Array<number>>()
  return (caller: string, limit: number, now: number) => {
    const times = timesOf.get(caller) ?? []
    timesOf.set(caller, times)
    const inside = () => times.filter((time) => time > now - windowMs)
    const allowed = inside().length < limit
    if (allowed) times.push(now)
    return { allowed, limit, remaining: Math.max(0, limit - inside().length), resetAt: (inside()[0] ?? now) + windowMs }
  }
}

const request = fc.record({
  caller: fc.constantFrom("a", "b", "c"),
  wait: fc.oneof(
    { weight: 20, arbitrary: fc.nat(50) },
    { weight: 5, arbitrary: fc.nat(5_000) },
    { weight: 1, arbitrary: fc.constantFrom(59_999, 60_000, 60_001, 120_000) }
  )
})

describe("slidingWindow", () => {
  it("agrees with a count of all requests of the last minute", () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 400 }), fc.integer({ min: 1, max: 40 }), (requests, limit) => {
        const window = slidingWindow({ windowMs, callers: 10 })
        const expected = model()
        let now = 1_700_000_000_000
        for (const { caller, wait } of requests) {
          now += wait
          expect(window.take(caller, limit, now)).toEqual(expected(caller, limit, now))
        }
      }),
      { numRuns: 200 }
    )
  })

  it("never allows more than the limit in any minute", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3_000), { minLength: 200, maxLength: 600 }), (waits) => {
        const window = slidingWindow({ windowMs, callers: 10 })
        const passed: Array<number> = []
        let now = 0
        for (const wait of waits) {
          now += wait
          if (window.take("a", 100, now).allowed) passed.push(now)
        }
        for (const from of passed)
          expect(passed.filter((time) => time >= from && time < from + windowMs).length).toBeLessThanOrEqual(100)
      }),
      { numRuns: 50 }
    )
  })

  it("is exact at the boundaries", () => {
    const window = slidingWindow({ windowMs, callers: 10 })
    for (let index = 0; index < 100; index++)
      expect(window.take("a", 100, 1000 + index)).toMatchObject({
        allowed: true,
        remaining: 99 - index,
        resetAt: 61_000
      })
    expect(window.take("a", 100, 60_999)).toEqual({ allowed: false, limit: 100, remaining: 0, resetAt: 61_000 })
    expect(window.take("a", 100, 61_000)).toEqual({ allowed: true, limit: 100, remaining: 0, resetAt: 61_001 })
    expect(window.take("a", 100, 61_000).allowed).toBe(false)
  })

  it("does not count rejected requests", () => {
    const window = slidingWindow({ windowMs, callers: 10 })
    for (let index = 0; index < 100; index++) window.take("a", 100, 0)
    for (let index = 0; index < 10_000; index++) expect(window.take("a", 100, 59_999).allowed).toBe(false)
    for (let index = 0; index < 100; index++) expect(window.take("a", 100, 60_000).allowed).toBe(true)
  })

  it("counts correctly when the window slides while it fills", () => {
    for (let early = 1; early < 40; early++) {
      const window = slidingWindow({ windowMs, callers: 10 })
      const expected = model()
      const times = [
        ...Array.from({ length: early }, (_, index) => index),
        ...Array.from({ length: 120 }, (_, index) => 59_990 + index * 3)
      ]
      for (const now of times) expect([early, window.take("a", 50, now)]).toEqual([early, expected("a", 50, now)])
    }
  })

  it("separates callers", () => {
    const window = slidingWindow({ windowMs, callers: 10 })
    expect(window.take("a", 1, 0).allowed).toBe(true)
    expect(window.take("b", 1, 0).allowed).toBe(true)
    expect(window.take("a", 1, 0).allowed).toBe(false)
  })

  it("follows a limit that changes", () => {
    const window = slidingWindow({ windowMs, callers: 10 })
    for (let index = 0; index < 5; index++) window.take("a", 10, 0)
    expect(window.take("a", 3, 1)).toEqual({ allowed: false, limit: 3, remaining: 0, resetAt: 60_000 })
    expect(window.take("a", 6, 1)).toEqual({ allowed: true, limit: 6, remaining: 0, resetAt: 60_000 })
  })

  it("allows nothing at a limit of 0", () => {
    expect(slidingWindow({ windowMs, callers: 1 }).take("a", 0, 5)).toEqual({
      allowed: false,
      limit: 0,
      remaining: 0,
      resetAt: 60_005
    })
  })

  it("evicts the least recently used caller when it is full", () => {
    const window = slidingWindow({ windowMs, callers: 3 })
    const take = (caller: string) => window.take(caller, 1, 0).allowed
    expect(["a", "b", "c"].map(take)).toEqual([true, true, true])
    expect(take("a")).toBe(false)
    expect(take("d")).toBe(true)
    expect(["a", "c", "d"].map(take)).toEqual([false, false, false])
    expect(take("b")).toBe(true)
    expect(["c", "d", "b"].map(take)).toEqual([false, false, false])
    expect(take("a")).toBe(true)
  })

  it("keeps the count of a caller at its limit, however many others come", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 40 }), (callers, others) => {
        const window = slidingWindow({ windowMs, callers })
        for (let index = 0; index < 10; index++) window.take("busy", 10, index)
        for (let other = 0; other < others * callers; other++) window.take(`other ${other}`, 10, 20)
        expect(window.take("busy", 10, 59_999).allowed).toBe(false)
        expect(window.take("busy", 10, 60_000).allowed).toBe(true)
      }),
      { numRuns: 50 }
    )
  })

  it("forgets callers whose window has passed before others", () => {
    const window = slidingWindow({ windowMs, callers: 4 })
    for (let index = 0; index < 10; index++) window.take("earlier", 10, index)
    for (const caller of ["a", "b", "c"]) window.take(caller, 1, 60_500)
    window.take("d", 1, 60_600)
    expect(["a", "b", "c", "d"].map((caller) => window.take(caller, 1, 60_700).allowed)).toEqual([
      false,
      false,
      false,
      false
    ])
  })

  it("keeps an active caller, however many others come", () => {
    const window = slidingWindow({ windowMs, callers: 100 })
    window.take("busy", 1, 0)
    for (let stranger = 0; stranger < 10_000; stranger++) {
      window.take(`stranger ${stranger}`, 1, 1)
      expect(window.take("busy", 1, 1).allowed).toBe(false)
    }
  })
})

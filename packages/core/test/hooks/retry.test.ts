import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { type AttemptResult, type HookHealth, judge, pauseOf, retryDelay, retryDelays } from "../../src/hooks/index.js"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 2, 14, 12)

const healthy: HookHealth = { lastSuccessAt: null, failingSince: null, failures: 0 }
const answered = (status: number | null, retryAfter: string | null = null): AttemptResult => ({
  status,
  duration: 12,
  reply: "",
  retryAfter
})

/** The attempts of one message under a fake clock. */
const attemptsOf = (results: (attempt: number) => AttemptResult, randoms: (attempt: number) => number) => {
  const times: Array<number> = []
  let now = start
  let health = healthy
  for (let attempt = 1; ; attempt += 1) {
    times.push(now)
    const verdict = judge(results(attempt), attempt, health, now, randoms(attempt))
    health = verdict.health
    if (verdict.dueAt === null) return { times, verdict }
    now = verdict.dueAt
  }
}

describe("retry", () => {
  it("makes ten attempts with the specified waits, each within a tenth", () => {
    const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 }), (randoms) => {
        const { times, verdict } = attemptsOf(
          () => answered(500),
          (attempt) => randoms[attempt - 1]!
        )
        expect(times).toHaveLength(10)
        expect(verdict.outcome).toBe("given_up")
        waits.forEach((wait, index) => {
          const actual = times[index + 1]! - times[index]!
          expect(actual).toBeGreaterThanOrEqual(Math.floor(wait * 0.9))
          expect(actual).toBeLessThanOrEqual(Math.ceil(wait * 1.1))
        })
      })
    )
    expect(retryDelays).toStrictEqual(waits)
    expect(retryDelay(10, 0.5)).toBeNull()
  })

  it("counts only 2xx as a success", () => {
    for (const status of [200, 201, 204, 299])
      expect(judge(answered(status), 1, healthy, start, 0).outcome).toBe("delivered")
    for (const status of [null, 301, 302, 307, 400, 404, 500])
      expect(judge(answered(status), 1, healthy, start, 0).outcome).toBe("retried")
  })

  it("disables a hook at once after 410", () => {
    const verdict = judge(answered(410), 1, healthy, start, 0)
    expect(verdict).toMatchObject({ outcome: "disabled", dueAt: null })
    expect(verdict.disabledReason).toContain("410")
  })

  it("disables a hook after five days without success and ten failures, not sooner", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 * day }), { minLength: 1, maxLength: 30 }), (steps) => {
        let now = start
        let health = healthy
        let failures = 0
        for (const step of steps) {
          now += step
          failures += 1
          const first = health.failingSince ?? now
          const verdict = judge(answered(503), 1, health, now, 0)
          const isOver = now - first >= 5 * day && failures >= 10
          expect(verdict.outcome === "disabled").toBe(isOver)
          if (isOver) return
          health = verdict.health
        }
      })
    )
  })

  it("forgets failures after a success", () => {
    const failing: HookHealth = { lastSuccessAt: start - 9 * day, failingSince: start - 6 * day, failures: 8 }
    const { health } = judge(answered(200), 3, failing, start, 0)
    expect(health).toStrictEqual({ lastSuccessAt: start, failingSince: null, failures: 0 })
  })

  it("obeys Retry-After of overloaded receivers for at most a day", () => {
    expect(pauseOf(answered(503, "120"), start)).toBe(2 * minute)
    expect(pauseOf(answered(429, new Date(start + hour).toUTCString()), start)).toBe(hour)
    expect(pauseOf(answered(504, "999999"), start)).toBe(day)
    expect(pauseOf(answered(500, "120"), start)).toBeNull()
    expect(pauseOf(answered(429, "soon"), start)).toBeNull()
    expect(pauseOf(answered(429, "-5"), start)).toBeNull()
    const verdict = judge(answered(429, "3600"), 1, healthy, start, 0.5)
    expect(verdict).toMatchObject({ dueAt: start + hour, pausedUntil: start + hour })
    // The schedule's own wait is longer.
    expect(judge(answered(503, "1"), 3, healthy, start, 0.5).dueAt).toBe(start + 30 * minute)
  })
})

import { Either, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import {
  type BuildTiming,
  type DebounceState,
  addPending,
  afterCall,
  callDueAt,
  changedAt,
  idle,
  timingOf
} from "../../src/hooks/index.js"
import { fromZoneName } from "../../src/shared/index.js"

const calendar = Either.getOrThrow(fromZoneName("Europe/Berlin"))
const second = 1_000
const start = Date.UTC(2026, 2, 27, 6)

const timings = fc
  .record({
    quiet: fc.integer({ min: 0, max: 600 }),
    longer: fc.integer({ min: 0, max: 3_600 }),
    minInterval: fc.integer({ min: 0, max: 7_200 }),
    maxPerDay: fc.integer({ min: 1, max: 6 })
  })
  .map(({ longer, maxPerDay, minInterval, quiet }): BuildTiming => ({
    quiet,
    maxWait: quiet + longer,
    minInterval,
    maxPerDay
  }))

/** Changes in bursts: seconds from one to the next, over four days with a DST change. */
const bursts = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 6 * 3_600 }), fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 40 })),
    { minLength: 1, maxLength: 12 }
  )
  .map((all) => {
    let at = start
    return all.flatMap(([pause, steps]) => {
      at += pause * second
      return [at, ...steps.map((step) => (at += step * second))]
    })
  })

interface Call {
  readonly at: number
  readonly first: number
  readonly last: number
}

/** The calls of a sender with a fake clock that looks at each due time, `delay` milliseconds late. */
const simulate = (changes: ReadonlyArray<number>, timing: BuildTiming, delay: number) => {
  const calls: Array<Call> = []
  let state: DebounceState = idle
  const fireUntil = (end: number) => {
    for (;;) {
      const due = callDueAt(state, timing, calendar)
      if (due === null || due + delay >= end) return
      calls.push({ at: due + delay, first: state.firstAt!, last: state.lastAt! })
      state = afterCall(state, due + delay, calendar)
    }
  }
  for (const at of changes) {
    fireUntil(at)
    state = changedAt(state, at)
  }
  fireUntil(Number.POSITIVE_INFINITY)
  return calls
}

describe("debounce", () => {
  it("calls within the four numbers for 500 random bursts, and after the last change", () => {
    fc.assert(
      fc.property(bursts, timings, fc.constantFrom(0, 250), (changes, timing, delay) => {
        const calls = simulate(changes, timing, delay)
        expect(calls.at(-1)!.at).toBeGreaterThanOrEqual(changes.at(-1)!)
        const days = new Map<string, number>()
        calls.forEach(({ at, first, last }, index) => {
          const former = calls[index - 1]?.at ?? Number.NEGATIVE_INFINITY
          // Each call follows changes of its own.
          expect(first).toBeGreaterThanOrEqual(former)
          expect(at - former).toBeGreaterThanOrEqual(timing.minInterval * second)
          const day = calendar.dateOf(at)
          days.set(day, (days.get(day) ?? 0) + 1)
          // Early only where the longest wait is over.
          const isQuiet = at - last >= timing.quiet * second
          expect(isQuiet || at - first >= timing.maxWait * second).toBe(true)
          // Late only because of the interval, or because the day had its calls.
          const latest = Math.max(first + timing.maxWait * second, former + timing.minInterval * second) + delay
          const isNextDay = at - delay === calendar.startOf(day)
          expect(at <= latest || isNextDay).toBe(true)
        })
        for (const count of days.values()) expect(count).toBeLessThanOrEqual(timing.maxPerDay)
      }),
      { numRuns: 500 }
    )
  })

  it("defers one call beyond the day's limit to midnight in the home time zone", () => {
    const timing = { quiet: 0, maxWait: 0, minInterval: 0, maxPerDay: 1 }
    const changes = [start, start + second, start + 2 * second]
    const calls = simulate(changes, timing, 0)
    expect(calls.map(({ at }) => new Date(at).toISOString())).toStrictEqual([
      "2026-03-27T06:00:00.000Z",
      "2026-03-27T23:00:00.000Z"
    ])
  })

  it("calls a webhook five seconds after the first change", () => {
    const timing = timingOf("webhook", null)
    const state = changedAt(changedAt(idle, start), start + 4 * second)
    expect(callDueAt(state, timing, calendar)).toBe(start + 5 * second)
    expect(callDueAt(afterCall(state, start + 5 * second, calendar), timing, calendar)).toBeNull()
  })

  it("sums the changes that wait, and has the newest position", () => {
    const once = addPending(null, { cursor: "a", counts: { listening: 2 } })
    const twice = addPending(once, { cursor: "b", counts: { listening: 1, running: 1 } })
    expect(twice).toStrictEqual({ cursor: "b", counts: { listening: 3, running: 1 } })
    expect(Object.values(twice.counts).reduce((sum, count) => sum + count)).toBe(4)
  })
})

import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc, Option } from "effect"
import { streaks as listening } from "../../src/listening/views/streaks.js"
import { streaks as reading } from "../../src/reading/views/streaks.js"
import { streaks as running } from "../../src/running/views/streaks.js"
import { type DaySpan, addDays, daysOfSpan, fromOrdinal, streaksOf } from "../../src/shared/index.js"

const start = 20_000
const length = 40

interface Life {
  /** Whether each of some days in a row has something. */
  readonly days: ReadonlyArray<boolean>
  readonly today: number
}

/** Days before and after today; most of them have something, so that spans cross today. */
const lives: fc.Arbitrary<Life> = fc.record({
  days: fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(false) }, { weight: 3, arbitrary: fc.constant(true) }), { minLength: length, maxLength: length }),
  today: fc.integer({ min: 0, max: length + 2 })
})

const dateOf = (index: number) => fromOrdinal(start + index)

const spansOf = (days: ReadonlyArray<boolean>): ReadonlyArray<DaySpan> => {
  const spans: Array<{ start: string; end: string }> = []
  days.forEach((has, index) => {
    if (!has) return
    const last = spans.at(-1)
    if (last !== undefined && addDays(last.end, 1) === dateOf(index)) last.end = dateOf(index)
    else spans.push({ start: dateOf(index), end: dateOf(index) })
  })
  return spans
}

/** Tries every pair of days up to today. */
const bruteForce = ({ days, today }: Life) => {
  const has = (index: number) => index >= 0 && index <= today && days[index] === true
  const unbroken = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step).every(has)
  let [longest, current] = [{ from: 0, days: 0 }, { from: 0, days: 0 }]
  for (let from = 0; from < length; from++) {
    for (let to = from; to < length; to++) {
      if (!unbroken(from, to)) continue
      const found = { from, days: to - from + 1 }
      if (found.days > longest.days) longest = found
      const isLast = to === today || (to === today - 1 && !has(today))
      if (isLast && found.days > current.days) current = found
    }
  }
  return { current, longest }
}

const told = ({ days, from }: { readonly from: number; readonly days: number }) =>
  days === 0 ? null : { start: dateOf(from), end: dateOf(from + days - 1) }

describe("streaks", () => {
  it("are what trying every pair of days up to today gives", () => {
    fc.assert(fc.property(lives, (life) => {
      const found = streaksOf(spansOf(life.days), dateOf(life.today))
      const expected = bruteForce(life)
      expect([found.current ?? null, found.longest ?? null]).toEqual([told(expected.current), told(expected.longest)])
      if (found.longest !== undefined) expect(daysOfSpan(found.longest)).toBe(expected.longest.days)
    }), { numRuns: 500 })
  })

  it("of every domain are the same, whatever lies after today", () => {
    fc.assert(fc.property(lives, (life) => {
      const today = dateOf(life.today)
      const expected = bruteForce(life)
      const ran = running(spansOf(life.days), today).data
      expect([ran.current.days, ran.longest.days, ran.longest.start]).toEqual(
        [expected.current.days, expected.longest.days, told(expected.longest)?.start ?? null]
      )
      const read = reading(spansOf(life.days).map((span) => ({ ...span, finished: 1 })), today)
      expect([read.current.days, read.longest.days]).toEqual([expected.current.days, expected.longest.days])
      const played = Option.getOrUndefined(listening(spansOf(life.days).map((span) => ({ ...span, plays: 1 })), today))
      expect([played?.current.days ?? 0, played?.longest.days ?? 0]).toEqual([expected.current.days, expected.longest.days])
    }), { numRuns: 200 })
  })
})

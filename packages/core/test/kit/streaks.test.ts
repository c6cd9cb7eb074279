import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, FastCheck as fc, Option, TestClock } from "effect"
import { streaksOf, streaksToday } from "../../src/kit/streaks.js"
import { streaks as listening } from "../../src/listening/views/statistics.js"
import { streaks as reading } from "../../src/reading/views/statistics.js"
import { streaks as running } from "../../src/running/views/personalRecords.js"
import { Calendar, type DaySpan, addDays, daysOfSpan, fromOrdinal } from "../../src/shared/index.js"

const start = 20_000
const length = 40

interface Activity {
  /** Whether each of consecutive days has activity. */
  readonly days: ReadonlyArray<boolean>
  readonly today: number
}

/** Days before and after today; most have activity, so that spans cross today. */
const activities: fc.Arbitrary<Activity> = fc.record({
  days: fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(false) }, { weight: 3, arbitrary: fc.constant(true) }), {
    minLength: length,
    maxLength: length
  }),
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
const bruteForce = ({ days, today }: Activity) => {
  const has = (index: number) => index >= 0 && index <= today && days[index] === true
  const unbroken = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => from + step).every(has)
  let [longest, current] = [
    { from: 0, days: 0 },
    { from: 0, days: 0 }
  ]
  for (let from = 0; from < length; from++) {
    for (let to = from; to < length; to++) {
      if (!unbroken(from, to)) continue
      const span = { from, days: to - from + 1 }
      if (span.days > longest.days) longest = span
      const isLast = to === today || (to === today - 1 && !has(today))
      if (isLast && span.days > current.days) current = span
    }
  }
  return { current, longest }
}

const spanOf = ({ days, from }: { readonly from: number; readonly days: number }) =>
  days === 0 ? null : { start: dateOf(from), end: dateOf(from + days - 1) }

describe("streaks", () => {
  it("agree with a check of every pair of days up to today", () => {
    fc.assert(
      fc.property(activities, (activity) => {
        const result = streaksOf(spansOf(activity.days), dateOf(activity.today))
        const expected = bruteForce(activity)
        expect([result.current ?? null, result.longest ?? null]).toEqual([
          spanOf(expected.current),
          spanOf(expected.longest)
        ])
        if (result.longest !== undefined) expect(daysOfSpan(result.longest)).toBe(expected.longest.days)
      }),
      { numRuns: 500 }
    )
  })

  it("of every domain are the same, whatever follows today", () => {
    fc.assert(
      fc.property(activities, (activity) => {
        const today = dateOf(activity.today)
        const expected = bruteForce(activity)
        const ran = running(spansOf(activity.days), today).data
        expect([ran.current.days, ran.longest.days, ran.longest.start]).toEqual([
          expected.current.days,
          expected.longest.days,
          spanOf(expected.longest)?.start ?? null
        ])
        const read = reading(
          spansOf(activity.days).map((span) => ({ ...span, finished: 1 })),
          today
        )
        expect([read.current.days, read.longest.days]).toEqual([expected.current.days, expected.longest.days])
        const played = Option.getOrUndefined(
          listening(
            spansOf(activity.days).map((span) => ({ ...span, plays: 1 })),
            today
          )
        )
        expect([played?.current.days ?? 0, played?.longest.days ?? 0]).toEqual([
          expected.current.days,
          expected.longest.days
        ])
      }),
      { numRuns: 200 }
    )
  })

  it.effect("end with today in the home time zone", () =>
    Effect.gen(function* () {
      const calendar = yield* Calendar
      const spansUntil = (today: string) => Effect.succeed([{ start: "2025-12-30", end: today }])
      const current = streaksToday(calendar, spansUntil, (spans, today) => [
        today,
        streaksOf(spans, today).current?.end
      ])
      yield* TestClock.setTime(Date.parse("2025-12-31T14:59:59Z"))
      expect(yield* current).toEqual(["2025-12-31", "2025-12-31"])
      yield* TestClock.adjust("1 second")
      expect(yield* current).toEqual(["2026-01-01", "2026-01-01"])
    }).pipe(Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Asia/Tokyo"))))
  )
})

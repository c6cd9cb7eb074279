import { Either, FastCheck as fc, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { PlayedDays } from "../../../src/listening/facts.js"
import { Streaks, streaks } from "../../../src/listening/views/statistics.js"

const dayMs = 86_400_000
const epoch = Date.UTC(2023, 10, 1)
const dateOf = (index: number) => new Date(epoch + index * dayMs).toISOString().slice(0, 10)

/** The runs of consecutive days with plays, from the plays per day. */
const runsOf = (plays: ReadonlyArray<number>): ReadonlyArray<PlayedDays> => {
  const runs: Array<{ start: string; end: string; plays: number }> = []
  plays.forEach((count, day) => {
    if (count === 0) return
    const last = runs.at(-1)
    if (day > 0 && plays[day - 1]! > 0 && last !== undefined) {
      last.end = dateOf(day)
      last.plays += count
    } else runs.push({ start: dateOf(day), end: dateOf(day), plays: count })
  })
  return runs
}

/** Computes the streaks by trying every pair of days. */
const bruteForce = (plays: ReadonlyArray<number>, today: number) => {
  const sum = (from: number, to: number) => plays.slice(from, to + 1).reduce((a, b) => a + b, 0)
  const unbroken = (from: number, to: number) => plays.slice(from, to + 1).every((count) => count > 0)
  let longest = { from: -1, days: 0 }
  for (let from = 0; from < plays.length; from++) {
    for (let to = from; to < plays.length && unbroken(from, to); to++) {
      if (to - from + 1 > longest.days) longest = { from, days: to - from + 1 }
    }
  }
  const last = plays[today]! > 0 ? today : today - 1
  let days = 0
  while (last - days >= 0 && plays[last - days]! > 0) days++
  return {
    current: {
      days,
      start_date: days === 0 ? null : dateOf(last - days + 1),
      total_scrobbles: days === 0 ? 0 : sum(last - days + 1, last)
    },
    longest: {
      days: longest.days,
      start_date: dateOf(longest.from),
      end_date: dateOf(longest.from + longest.days - 1),
      total_scrobbles: sum(longest.from, longest.from + longest.days - 1)
    }
  }
}

describe("streaks", () => {
  it("equals a brute-force search", () => {
    const playsPerDay = fc.array(
      fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.integer({ min: 1, max: 50 }) }),
      { minLength: 1, maxLength: 90 }
    )
    fc.assert(
      fc.property(playsPerDay, (plays) => {
        const today = plays.length - 1
        const result = streaks(runsOf(plays), dateOf(today))
        const expected = plays.every((count) => count === 0) ? Option.none() : Option.some(bruteForce(plays, today))
        expect(result).toEqual(expected)
        for (const view of Option.toArray(result))
          expect(Schema.encodeEither(Streaks)(view)).toEqual(Either.right(view))
      }),
      { numRuns: 1000 }
    )
  })

  const run = (start: string, end: string, plays: number): PlayedDays => ({ start, end, plays })
  const current = (runs: ReadonlyArray<PlayedDays>, today: string) => Option.getOrThrow(streaks(runs, today)).current

  it("continues through a day without plays that is today, and ends the day after", () => {
    const runs = [run("2024-05-01", "2024-05-03", 30)]
    const unbroken = { days: 3, start_date: "2024-05-01", total_scrobbles: 30 }
    expect(current(runs, "2024-05-03")).toEqual(unbroken)
    expect(current(runs, "2024-05-04")).toEqual(unbroken)
    expect(current(runs, "2024-05-05")).toEqual({ days: 0, start_date: null, total_scrobbles: 0 })
  })

  it("continues across the end of a year and a leap day", () => {
    expect(current([run("2023-12-30", "2024-01-02", 9)], "2024-01-02").days).toBe(4)
    expect(current([run("2024-02-27", "2024-03-01", 9)], "2024-03-01").days).toBe(4)
    expect(current([run("2023-02-27", "2023-03-01", 9)], "2023-03-01").days).toBe(3)
    expect(current([run("2023-12-31", "2023-12-31", 1)], "2024-01-01").days).toBe(1)
  })

  it("takes the first of equally long runs as the longest, whatever their plays", () => {
    const { longest } = Option.getOrThrow(
      streaks([run("2024-01-01", "2024-01-02", 2), run("2024-02-01", "2024-02-02", 200)], "2024-02-02")
    )
    expect(longest).toEqual({ days: 2, start_date: "2024-01-01", end_date: "2024-01-02", total_scrobbles: 2 })
  })

  it("is none without plays", () => {
    expect(streaks([], "2024-01-01")).toEqual(Option.none())
  })
})

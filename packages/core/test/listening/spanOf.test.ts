import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, FastCheck as fc, Layer, Option, TestClock } from "effect"
import { spanOf } from "../../src/listening/service.js"
import { ListeningStore } from "../../src/listening/store.js"
import { Calendar } from "../../src/shared/Calendar.js"
import { type DateRange, always } from "../../src/shared/DateRange.js"

const zone = DateTime.zoneUnsafeMakeNamed("America/New_York")
const storeWith = (firstPlay: string | null) =>
  Layer.mock(ListeningStore, {
    beginning: Effect.succeed({
      firstPlay: Option.map(Option.fromNullable(firstPlay), Date.parse),
      registeredAt: Option.none()
    })
  })

const span = (options: { readonly now: string; readonly firstPlay: string | null; readonly range?: DateRange }) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse(options.now))
    const { days, years } = yield* spanOf(yield* ListeningStore, yield* Calendar, options.range ?? always)
    return { days, years }
  }).pipe(Effect.provide(Layer.merge(storeWith(options.firstPlay), Calendar.layer(zone))))

/** Counts days one by one on the platform's calendar. */
const daysFrom = (first: string, last: string) => {
  let days = 0
  for (let day = Date.parse(first); day <= Date.parse(last); day += 86_400_000) days++
  return days
}

const local = new Intl.DateTimeFormat("sv-SE", { timeZone: zone.id, dateStyle: "short" })

describe("spanOf", () => {
  it.effect("counts from the day of the first play to today, inclusive", () =>
    Effect.gen(function* () {
      expect(yield* span({ now: "2024-03-11T04:00:00Z", firstPlay: "2024-03-10T05:00:00Z" })).toEqual({
        days: 2,
        years: 0
      })
      expect((yield* span({ now: "2024-03-11T03:59:59Z", firstPlay: "2024-03-10T05:00:00Z" })).days).toBe(1)
      expect((yield* span({ now: "2024-03-11T04:00:00Z", firstPlay: "2024-03-10T04:59:59Z" })).days).toBe(3)
    })
  )

  it.effect("is empty without plays", () =>
    Effect.gen(function* () {
      expect(yield* span({ now: "2024-03-11T12:00:00Z", firstPlay: null })).toEqual({ days: 0, years: 0 })
    })
  )

  it.effect("counts full years between anniversaries", () =>
    Effect.gen(function* () {
      const years = (now: string, firstPlay: string) => Effect.map(span({ now, firstPlay }), (of) => of.years)
      expect(yield* years("2024-07-14T12:00:00Z", "2014-07-15T12:00:00Z")).toBe(9)
      expect(yield* years("2024-07-15T12:00:00Z", "2014-07-15T12:00:00Z")).toBe(10)
      expect(yield* years("2021-02-27T12:00:00Z", "2020-02-29T12:00:00Z")).toBe(0)
      expect(yield* years("2021-02-28T12:00:00Z", "2020-02-29T12:00:00Z")).toBe(1)
      expect(yield* years("2024-02-28T12:00:00Z", "2020-02-29T12:00:00Z")).toBe(3)
      expect(yield* years("2024-02-29T12:00:00Z", "2020-02-29T12:00:00Z")).toBe(4)
      expect(yield* years("2024-01-01T04:59:59Z", "2023-01-01T12:00:00Z")).toBe(0)
    })
  )

  it.effect("measures the requested range, not its plays", () =>
    Effect.gen(function* () {
      const now = "2024-03-11T12:00:00Z"
      const firstPlay = "2020-01-01T12:00:00Z"
      const day = (text: string) => Date.parse(`${text}T05:00:00Z`)
      const days = (range: DateRange) => Effect.map(span({ now, firstPlay, range }), (of) => of.days)
      expect(yield* days({ from: day("2024-01-01"), to: day("2024-02-01") })).toBe(31)
      expect(yield* days({ from: day("2024-01-01"), to: day("2024-01-02") })).toBe(1)
      expect(yield* days({ from: day("2024-03-01"), to: null })).toBe(11)
      expect(yield* days({ from: null, to: day("2020-01-04") })).toBe(3)
      expect(yield* days({ from: day("2030-01-01"), to: null })).toBe(0)
      expect(yield* days({ from: null, to: day("2019-12-01") })).toBe(0)
    })
  )

  it.effect.prop(
    "counts days of any range as the platform's calendar does",
    [
      fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2012, 0, 1) }),
      fc.integer({ min: 1, max: 800 * 86_400_000 })
    ],
    ([from, length]) =>
      Effect.gen(function* () {
        const { days } = yield* span({
          now: "2024-03-11T12:00:00Z",
          firstPlay: null,
          range: { from, to: from + length }
        })
        expect(days).toBe(daysFrom(local.format(from), local.format(from + length - 1)))
      })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { type Context, Effect, Either, FastCheck as fc } from "effect"
import { countedYear, daysOfYear, yearQueries } from "../../src/kit/years.js"
import { type Calendar, fromZoneName } from "../../src/shared/Calendar.js"
import type { DateRange } from "../../src/shared/DateRange.js"
import { daysIn, fromOrdinal, isLocalDate, toOrdinal } from "../../src/shared/LocalDate.js"

const dayMs = 86_400_000
const zones = fc.constantFrom("UTC", "America/New_York", "Asia/Tokyo", "Pacific/Apia", "Pacific/Pago_Pago")
const years = fc.integer({ min: 1975, max: 2060 })
const daysOf = (year: number) => fc.integer({ min: toOrdinal(`${year}-01-01`), max: toOrdinal(`${year}-12-31`) })

/** A calendar of a zone with a fixed day as today. */
const calendarOn = (zone: string, today: string): Context.Tag.Service<Calendar> => ({
  ...Either.getOrThrow(fromZoneName(zone)),
  today: Effect.succeed(today)
})

const someDay = fc
  .record({ zone: zones, year: years })
  .chain(({ year, zone }) =>
    daysOf(year).map((day) => ({ zone, year, today: fromOrdinal(day), calendar: calendarOn(zone, fromOrdinal(day)) }))
  )

const resultOf = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(Effect.either(effect))

/** Instants around both ends of a year. */
const instantNear = (year: number) =>
  fc
    .record({ of: fc.constantFrom(year, year + 1), hours: fc.integer({ min: -60, max: 60 }) })
    .map(({ hours, of }) => Date.UTC(of, 0, 1) + hours * 3_600_000)

describe("the requested year", () => {
  it("is accepted from the first year to next year, and named with both bounds otherwise", () => {
    const nearBounds = fc.record({
      first: fc.integer({ min: 1900, max: 2000 }),
      ofFirst: fc.boolean(),
      offset: fc.integer({ min: -2, max: 2 })
    })
    fc.assert(
      fc.property(someDay, nearBounds, (day, { first, offset, ofFirst }) => {
        const year = (ofFirst ? first : day.year + 1) + offset
        const result = resultOf(yearQueries(day.calendar, { first }).accept(year))
        const accepted = Array.from({ length: Math.max(0, day.year + 2 - first) }, (_, index) => first + index)
        if (accepted.includes(year)) expect(result).toEqual(Either.right(year))
        else
          expect(Either.flip(result)).toMatchObject({
            right: { _tag: "BadInput", message: `year must be from ${first} to ${day.year + 1}` }
          })
      })
    )
  })

  it("is at most the last year of the bounds, whatever today is", () => {
    const nearBounds = fc.oneof(fc.integer({ min: -3, max: 4 }), fc.integer({ min: 9996, max: 10_001 }))
    fc.assert(
      fc.property(someDay, nearBounds, ({ calendar }, year) => {
        const result = resultOf(yearQueries(calendar, { first: 1, last: 9998 }).accept(year))
        expect(Either.isRight(result)).toBe(year >= 1 && year <= 9998)
        if (Either.isLeft(result)) expect(result.left.message).toBe("year must be from 1 to 9998")
      })
    )
  })

  it("is a whole number", () => {
    const { accept } = yearQueries(calendarOn("UTC", "2025-01-01"), { first: 1 })
    const fractions = fc.double({ min: 1, max: 2026 }).filter((year) => !Number.isInteger(year))
    const notYears = fc.oneof(fractions, fc.constantFrom(Number.NaN, Infinity, -Infinity))
    fc.assert(
      fc.property(notYears, (year) => {
        expect(Either.isLeft(resultOf(accept(year)))).toBe(true)
      })
    )
  })

  it("is the current year by default", () => {
    fc.assert(
      fc.property(someDay, ({ calendar, year }) => {
        expect(resultOf(yearQueries(calendar, { first: 1900 }).accept(undefined))).toEqual(Either.right(year))
      })
    )
  })
})

describe("the range of a year", () => {
  it("contains exactly the instants whose day is in the year", () => {
    fc.assert(
      fc.property(
        someDay.chain((day) => fc.tuple(fc.constant(day), instantNear(day.year))),
        ([{ calendar, year }, instant]) => {
          const { from, to } = yearQueries(calendar, { first: 1900 }).rangeOf(year)
          expect(instant >= from! && instant < to!).toBe(calendar.dateOf(instant).startsWith(`${year}-`))
        }
      ),
      { numRuns: 500 }
    )
  })

  it("as days includes its first and its last day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9998 }), (year) => {
        const { from, to } = daysOfYear(year)
        expect([from, to].every((day) => isLocalDate(day!))).toBe(true)
        expect([Number(from!.slice(0, 4)), Number(to!.slice(0, 4))]).toEqual([year, year])
        expect(fromOrdinal(toOrdinal(from!) - 1).slice(0, 4)).not.toBe(from!.slice(0, 4))
        expect(fromOrdinal(toOrdinal(to!) + 1).slice(0, 4)).not.toBe(from!.slice(0, 4))
      })
    )
  })
})

describe("the part of a range in the current year", () => {
  const contains = ({ from, to }: DateRange, instant: number) =>
    (from === null || instant >= from) && (to === null || instant < to)

  it("contains the instants that are in both", () => {
    const cases = someDay.chain((day) => {
      const bound = fc.option(instantNear(day.year))
      return fc.tuple(fc.constant(day), fc.record({ from: bound, to: bound }), instantNear(day.year))
    })
    fc.assert(
      fc.property(cases, ([{ calendar, year }, range, instant]) => {
        const part = Effect.runSync(yearQueries(calendar, { first: 1900 }).currentPart(range))
        expect(contains(part, instant)).toBe(
          contains(range, instant) && calendar.dateOf(instant).startsWith(`${year}-`)
        )
        expect(part.to).toBeGreaterThanOrEqual(part.from!)
      }),
      { numRuns: 500 }
    )
  })
})

describe("the counted days of a year", () => {
  it("name a busiest day that no day exceeds and no earlier day equals", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 40 }), (counts) => {
        const days = counts.map((count, index) => ({ date: fromOrdinal(20_000 + index), count }))
        const view = countedYear(2024, days)
        expect([view.year, view.days]).toEqual([2024, days])
        expect(view.total).toBe(days.flatMap(({ count }) => Array.from({ length: count })).length)
        const busiest = days.findIndex(({ date }) => date === view.max_day.date)
        if (days.length === 0) expect(view.max_day).toEqual({ date: "", count: 0 })
        else expect(view.max_day).toEqual(days[busiest])
        days.forEach(({ count }, index) =>
          expect(index < busiest ? count < view.max_day.count : count <= view.max_day.count).toBe(true)
        )
      })
    )
  })
})

describe("the calendar of a year", () => {
  it("reads every day of the accepted year once, and nothing for another year", () => {
    fc.assert(
      fc.property(someDay, fc.option(years, { nil: undefined }), ({ calendar, year: current }, requested) => {
        const requestedDays: Array<ReadonlyArray<string>> = []
        const perDay = (from: string, to: string) =>
          Effect.sync(() => {
            requestedDays.push(daysIn(from, to))
            return daysIn(from, to)
          })
        const query = yearQueries(calendar, { first: 2000 }).calendar(perDay, (year, days) => ({ year, days }))
        const result = resultOf(query(requested))
        const year = requested ?? current
        if (year < 2000 || year > current + 1) {
          expect([Either.isLeft(result), requestedDays]).toEqual([true, []])
          return
        }
        const days = Array.from({ length: 366 }, (_, index) =>
          new Date(Date.UTC(year, 0, 1) + index * dayMs).toISOString()
        )
          .map((day) => day.slice(0, 10))
          .filter((day) => day.startsWith(`${year}-`))
        expect(requestedDays).toEqual([days])
        expect(result).toEqual(Either.right({ year, days }))
      })
    )
  })
})

import { expect, it } from "@effect/vitest"
import { Clock, type Context, DateTime, Effect, Either, FastCheck as fc, TestClock } from "effect"
import { describe } from "vitest"
import { Calendar, endOf, fromZoneName } from "../../src/shared/Calendar.js"
import { wallClock } from "./WallClock.js"

const minute = 60_000
const dayMs = 86_400_000
const first = Date.UTC(1993, 0, 1)
const last = Date.UTC(2028, 0, 1)
/** The days of some years, the last year excluded. */
const daysOf = (from: number, until: number): ReadonlyArray<string> =>
  Array.from({ length: (Date.UTC(until, 0, 1) - Date.UTC(from, 0, 1)) / dayMs }, (_, index) =>
    new Date(Date.UTC(from, 0, 1) + index * dayMs).toISOString().slice(0, 10)
  )

const calendarOf = (zone: string): Context.Tag.Service<Calendar> => Either.getOrThrow(fromZoneName(zone))

/** Each zone with the years whose days are tested one by one, and the days that it skipped. */
const zones: ReadonlyArray<readonly [zone: string, from: number, until: number, skipped: ReadonlyArray<string>]> = [
  ["UTC", 2019, 2021, []],
  ["Europe/Berlin", 1999, 2028, []],
  ["America/New_York", 2005, 2009, []],
  ["US/Pacific", 2005, 2009, []],
  ["Pacific/Kiritimati", 1994, 1996, ["1994-12-31"]],
  ["Pacific/Pago_Pago", 2011, 2013, []],
  ["Pacific/Apia", 2009, 2022, ["2011-12-30"]],
  ["Pacific/Fakaofo", 2011, 2013, ["2011-12-30"]],
  ["Pacific/Kwajalein", 1993, 1995, ["1993-08-21"]],
  ["Asia/Kathmandu", 2019, 2021, []],
  ["Asia/Calcutta", 2019, 2021, []],
  ["Australia/Lord_Howe", 2005, 2010, []],
  ["Australia/Eucla", 2006, 2010, []],
  ["Pacific/Chatham", 2006, 2010, []],
  ["America/Sao_Paulo", 2002, 2020, []],
  ["America/Asuncion", 2008, 2026, []],
  ["America/Havana", 2003, 2014, []],
  ["America/St_Johns", 2003, 2013, []],
  ["America/Goose_Bay", 2009, 2013, []],
  ["Atlantic/Azores", 2019, 2022, []],
  ["Africa/Cairo", 2005, 2027, []],
  ["Africa/Casablanca", 2008, 2028, []],
  ["Asia/Beirut", 1999, 2006, []],
  ["Asia/Gaza", 2005, 2025, []],
  ["Asia/Tehran", 2005, 2010, []],
  ["Asia/Pyongyang", 2015, 2019, []],
  ["America/Caracas", 2007, 2017, []],
  ["Europe/Moscow", 2010, 2015, []]
]
/** Until 2011 DST ended here at 00:01, so that the last hour of the old day repeated. */
const repeating = ["America/St_Johns", "America/Goose_Bay"]

describe.each(zones)("Calendar in %s", (zone, from, until, skipped) => {
  const calendar = calendarOf(zone)
  const days = daysOf(from, until)
  const clock = wallClock(zone)

  it("begins each day when the platform's calendar does, and skips only days that the zone skipped", () => {
    const missing: Array<string> = []
    for (const date of days) {
      const start = calendar.startOf(date)
      const platformDay = clock.dayAt(start)
      if (platformDay !== date) missing.push(date)
      if (platformDay < date || clock.dayAt(start - 1) >= date)
        expect.fail(`${date} begins at ${new Date(start).toISOString()}?`)
      if (calendar.dateOf(start) !== platformDay) expect.fail(`${new Date(start).toISOString()} is on ${platformDay}`)
      if (calendar.dateOf(start - 1) >= date) expect.fail(`the instant before ${date} is on it or after`)
    }
    expect(missing).toEqual(skipped)
  })

  it("has no gap or overlap between days", () => {
    for (const date of days) {
      const length = endOf(calendar, date) - calendar.startOf(date)
      if (skipped.includes(date) ? length !== 0 : length < 20 * 60 * minute || length > 28 * 60 * minute)
        expect.fail(`${date} lasts ${length} ms`)
    }
  })

  it("dates every instant around every DST change", () => {
    const around = [-90, -61, -60, -46, -45, -31, -30, -16, -15, -14, -2, -1, 0, 1, 2, 14, 15, 30, 44, 59, 60, 61, 90]
    for (const change of clock.changes(first, last)) {
      for (const instant of around.flatMap((minutes) => [change + minutes * minute - 1, change + minutes * minute])) {
        // A day that the clock shows before a change and leaves again has not begun.
        const [now, then] = [clock.dayAt(instant), clock.dayAt(change)]
        const day = instant < change && then < now ? then : now
        if (calendar.dateOf(instant) !== day) expect.fail(`${new Date(instant).toISOString()} is on ${day}`)
        const ahead = clock.readingAt(instant) - Math.floor(instant / 1000) * 1000
        if (calendar.offsetAt(instant) !== ahead)
          expect.fail(`${new Date(instant).toISOString()} is ${ahead} ms ahead of UTC`)
      }
    }
  })

  it("dates any instant within its day", () => {
    fc.assert(
      fc.property(fc.integer({ min: first, max: last - 1 }), (instant) => {
        const date = calendar.dateOf(instant)
        if (!repeating.includes(zone)) expect(date).toBe(clock.dayAt(instant))
        expect(calendar.startOf(date)).toBeLessThanOrEqual(instant)
        expect(endOf(calendar, date)).toBeGreaterThan(instant)
      }),
      { numRuns: 300 }
    )
  })
})

describe("Calendar", () => {
  it.each(repeating)("begins the day when it stays, if the old day repeats: %s", (zone) => {
    const calendar = calendarOf(zone)
    const clock = wallClock(zone)
    let twice = 0
    for (const date of daysOf(2005, 2013)) {
      const start = calendar.startOf(date)
      if (clock.dayAt(start - 60 * minute) === date) twice++
      for (let after = 0; after <= 4 * 60; after += 30) expect(clock.dayAt(start + after * minute)).toBe(date)
      expect([calendar.dateOf(start - 60 * minute), calendar.dateOf(start - 1)]).not.toContain(date)
    }
    expect(twice).toBe(6)
  })

  it("has the same days for every alias of a zone", () => {
    for (const [alias, name] of [
      ["Asia/Calcutta", "Asia/Kolkata"],
      ["US/Pacific", "America/Los_Angeles"],
      ["Asia/Katmandu", "Asia/Kathmandu"],
      ["Europe/Kiev", "Europe/Kyiv"]
    ] as const) {
      const [a, b] = [calendarOf(alias), calendarOf(name)]
      for (const date of daysOf(2025, 2028)) expect(a.startOf(date)).toBe(b.startOf(date))
    }
  })

  it("differs by a day across the date line", () => {
    const instant = Date.parse("2024-06-15T10:30:00Z")
    expect(calendarOf("Pacific/Kiritimati").dateOf(instant)).toBe("2024-06-16")
    expect(calendarOf("Pacific/Pago_Pago").dateOf(instant)).toBe("2024-06-14")
  })

  it("begins well-known days", () => {
    const startIn = (zone: string, date: string) => new Date(calendarOf(zone).startOf(date)).toISOString()
    expect(startIn("Asia/Kathmandu", "2024-03-01")).toBe("2024-02-29T18:15:00.000Z")
    expect(startIn("America/Sao_Paulo", "2018-11-04")).toBe("2018-11-04T03:00:00.000Z")
    expect(startIn("America/Sao_Paulo", "2018-02-18")).toBe("2018-02-18T03:00:00.000Z")
    expect(startIn("Asia/Beirut", "2024-03-31")).toBe("2024-03-30T22:00:00.000Z")
    expect(startIn("Pacific/Apia", "2011-12-29")).toBe("2011-12-29T10:00:00.000Z")
    expect(startIn("Pacific/Apia", "2011-12-30")).toBe("2011-12-30T10:00:00.000Z")
    expect(startIn("Pacific/Apia", "2011-12-31")).toBe("2011-12-30T10:00:00.000Z")
    expect(startIn("America/St_Johns", "2009-11-01")).toBe("2009-11-01T03:30:00.000Z")
  })

  it("rejects an unknown zone with one line that says what to use", () => {
    for (const name of ["Europe/Atlantis", "", "Berlin"]) {
      const failure = Either.getOrThrow(Either.flip(fromZoneName(name)))
      expect(failure._tag).toBe("BadInput")
      expect(failure.message).toContain(`"${name}"`)
      expect(failure.message).not.toContain("\n")
    }
  })

  it.effect("knows today in the home time zone", () =>
    Effect.gen(function* () {
      const calendar = yield* Calendar
      yield* TestClock.setTime(Date.parse("2024-12-31T14:59:59.999Z"))
      expect(yield* calendar.today).toBe("2024-12-31")
      yield* TestClock.adjust("1 millis")
      expect(yield* Clock.currentTimeMillis).toBe(Date.parse("2024-12-31T15:00:00Z"))
      expect(yield* calendar.today).toBe("2025-01-01")
      expect(calendar.zone).toBe("Asia/Tokyo")
    }).pipe(Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Asia/Tokyo"))))
  )
})

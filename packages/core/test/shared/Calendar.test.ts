import { expect, it } from "@effect/vitest"
import { Clock, Context, DateTime, Effect, Either, FastCheck as fc, TestClock } from "effect"
import { describe } from "vitest"
import { Calendar, endOf, fromZoneName } from "../../src/shared/Calendar.js"
import { wallClock } from "./WallClock.js"

const minute = 60_000
const dayMs = 86_400_000
const first = Date.UTC(1993, 0, 1)
const last = Date.UTC(2028, 0, 1)
const dates = Array.from({ length: (last - first) / dayMs }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))

const calendarOf = (zone: string): Context.Tag.Service<Calendar> => Either.getOrThrow(fromZoneName(zone))

/** Each with the days that its clocks left out. */
const zones: ReadonlyArray<readonly [zone: string, skipped: ReadonlyArray<string>]> = [
  ["UTC", []],
  ["Europe/Berlin", []],
  ["America/New_York", []],
  ["US/Pacific", []],
  ["Pacific/Kiritimati", ["1994-12-31"]],
  ["Pacific/Pago_Pago", []],
  ["Pacific/Apia", ["2011-12-30"]],
  ["Pacific/Fakaofo", ["2011-12-30"]],
  ["Pacific/Kwajalein", ["1993-08-21"]],
  ["Asia/Kathmandu", []],
  ["Asia/Calcutta", []],
  ["Australia/Lord_Howe", []],
  ["Australia/Eucla", []],
  ["Pacific/Chatham", []],
  ["America/Sao_Paulo", []],
  ["America/Asuncion", []],
  ["America/Havana", []],
  ["America/St_Johns", []],
  ["America/Goose_Bay", []],
  ["Atlantic/Azores", []],
  ["Africa/Cairo", []],
  ["Africa/Casablanca", []],
  ["Asia/Beirut", []],
  ["Asia/Gaza", []],
  ["Asia/Tehran", []],
  ["Asia/Pyongyang", []],
  ["America/Caracas", []],
  ["Europe/Moscow", []]
]
/** Until 2011 these turned their clocks back at one past midnight, so that the old day came again for an hour. */
const repeating = ["America/St_Johns", "America/Goose_Bay"]

describe.each(zones)("Calendar in %s", (zone, skipped) => {
  const calendar = calendarOf(zone)
  const clock = wallClock(zone)

  it("begins each day where the platform's calendar turns to it, and skips only what the zone skipped", () => {
    const missing: Array<string> = []
    for (const date of dates) {
      const start = calendar.startOf(date)
      const shown = clock.dayAt(start)
      if (shown !== date) missing.push(date)
      if (shown < date || clock.dayAt(start - 1) >= date) expect.fail(`${date} begins at ${new Date(start).toISOString()}?`)
      if (calendar.dateOf(start) !== shown) expect.fail(`${new Date(start).toISOString()} is on ${shown}`)
      if (calendar.dateOf(start - 1) >= date) expect.fail(`the instant before ${date} is on it or after`)
    }
    expect(missing).toEqual(skipped)
  })

  it("lays day to day without gap or overlap", () => {
    for (const date of dates) {
      const length = endOf(calendar, date) - calendar.startOf(date)
      if (skipped.includes(date) ? length !== 0 : length < 20 * 60 * minute || length > 28 * 60 * minute) expect.fail(`${date} lasts ${length} ms`)
    }
  })

  it("dates every instant around every change of the clocks", () => {
    const around = [-90, -61, -60, -46, -45, -31, -30, -16, -15, -14, -2, -1, 0, 1, 2, 14, 15, 30, 44, 59, 60, 61, 90]
    for (const change of clock.changes(first, last)) {
      for (const instant of around.flatMap((minutes) => [change + minutes * minute - 1, change + minutes * minute])) {
        if (calendar.dateOf(instant) !== clock.dayAt(instant)) expect.fail(`${new Date(instant).toISOString()} is on ${clock.dayAt(instant)}`)
        const ahead = clock.readingAt(instant) - Math.floor(instant / 1000) * 1000
        if (calendar.offsetAt(instant) !== ahead) expect.fail(`${new Date(instant).toISOString()} is ${ahead} ms ahead of UTC`)
      }
    }
  })

  it("dates any instant, inside the day that holds it", () => {
    fc.assert(fc.property(fc.integer({ min: first, max: last - 1 }), (instant) => {
      const date = calendar.dateOf(instant)
      expect(date).toBe(clock.dayAt(instant))
      if (repeating.includes(zone)) return
      expect(calendar.startOf(date)).toBeLessThanOrEqual(instant)
      expect(endOf(calendar, date)).toBeGreaterThan(instant)
    }), { numRuns: 1000 })
  })
})

describe("Calendar", () => {
  it.each(repeating)("keeps to the day that stays where the old one comes again: %s", (zone) => {
    const calendar = calendarOf(zone)
    const clock = wallClock(zone)
    let twice = 0
    for (const date of dates.filter((date) => date > "2005" && date < "2013")) {
      const start = calendar.startOf(date)
      if (clock.dayAt(start - 60 * minute) === date) twice++
      for (let after = 0; after <= 4 * 60; after += 30) expect(clock.dayAt(start + after * minute)).toBe(date)
    }
    expect(twice).toBe(6)
  })

  it("agrees on what a day is under each name of a zone", () => {
    for (const [alias, name] of [["Asia/Calcutta", "Asia/Kolkata"], ["US/Pacific", "America/Los_Angeles"], ["Asia/Katmandu", "Asia/Kathmandu"], ["Europe/Kiev", "Europe/Kyiv"]] as const) {
      const [a, b] = [calendarOf(alias), calendarOf(name)]
      for (const date of dates.slice(-1000)) expect(a.startOf(date)).toBe(b.startOf(date))
    }
  })

  it("stands a day apart on the two sides of the date line", () => {
    const instant = Date.parse("2024-06-15T10:30:00Z")
    expect(calendarOf("Pacific/Kiritimati").dateOf(instant)).toBe("2024-06-16")
    expect(calendarOf("Pacific/Pago_Pago").dateOf(instant)).toBe("2024-06-14")
  })

  it("begins days known by heart", () => {
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

  it("refuses a zone that is none, in one line that says what to give", () => {
    for (const name of ["Europe/Atlantis", "", "Berlin"]) {
      const failure = Either.getOrThrow(Either.flip(fromZoneName(name)))
      expect(failure._tag).toBe("BadInput")
      expect(failure.message).toContain(`"${name}"`)
      expect(failure.message).not.toContain("\n")
    }
  })

  it.effect("knows today from the clock, in the home zone", () =>
    Effect.gen(function*() {
      const calendar = yield* Calendar
      yield* TestClock.setTime(Date.parse("2024-12-31T14:59:59.999Z"))
      expect(yield* calendar.today).toBe("2024-12-31")
      yield* TestClock.adjust("1 millis")
      expect(yield* Clock.currentTimeMillis).toBe(Date.parse("2024-12-31T15:00:00Z"))
      expect(yield* calendar.today).toBe("2025-01-01")
      expect(calendar.zone).toBe("Asia/Tokyo")
    }).pipe(Effect.provide(Calendar.layer(DateTime.zoneUnsafeMakeNamed("Asia/Tokyo")))))
})

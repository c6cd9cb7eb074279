import { expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import { describe } from "vitest"
import { endOf, fromZoneName } from "../../src/shared/Calendar.js"
import { changedPeriods, homeCalendar } from "../../src/shared/homeCalendar.js"
import { addDays, fromOrdinal, toOrdinal } from "../../src/shared/LocalDate.js"
import type { HomeZones, ZoneHistory } from "../../src/shared/HomeZones.js"
import {
  addToHistory,
  checkHistory,
  historyText,
  homeWith,
  noHistory,
  parseHistory,
  removeFromHistory
} from "../../src/shared/ZoneHistory.js"
import { wallClock } from "./WallClock.js"

const dayMs = 86_400_000
const hour = 3_600_000
const zones = [
  "Europe/Vienna",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Pacific/Apia",
  "Asia/Kathmandu",
  "America/Havana",
  "Etc/GMT+12",
  "Australia/Lord_Howe"
]
const firstDay = toOrdinal("2011-10-01")
const days = 420
const date = fc.integer({ min: firstDay, max: firstDay + days }).map(fromOrdinal)
const zone = fc.constantFrom(...zones)
const period = fc.record({
  from: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 9, arbitrary: date }),
  zone
})
const trip = fc
  .record({ from: date, length: fc.integer({ min: 0, max: 20 }), zone })
  .map(({ from, length, zone }) => ({ from, to: addDays(from, length), zone }))
const history = fc.record({ periods: fc.array(period, { maxLength: 6 }), trips: fc.array(trip, { maxLength: 6 }) })

/** Leaves out what contradicts earlier entries. */
const withoutContradictions = ({ periods, trips }: ZoneHistory): ZoneHistory => ({
  periods: periods.filter((one, index) => periods.findIndex(({ from }) => from === one.from) === index),
  trips: trips.reduce<ZoneHistory["trips"]>(
    (all, one) => (all.some(({ from, to }) => from <= one.to && one.from <= to) ? all : [...all, one]),
    []
  )
})
const home = fc
  .tuple(zone, history.map(withoutContradictions))
  .map(([zone, history]) => Either.getOrThrow(homeWith(zone, history)))
const calendarOf = (of: HomeZones) => Either.getOrThrow(homeCalendar(of))
const calendarIn = (text: string) =>
  calendarOf(Either.getOrThrow(homeWith("UTC", Either.getOrThrow(parseHistory(text)))))
const hoursOf = (text: string, date: string) => {
  const calendar = calendarIn(text)
  return (endOf(calendar, date) - calendar.startOf(date)) / hour
}

/** The zone of a day, by looking at every entry. */
const zoneOn = ({ history: { periods, trips }, zone }: HomeZones, date: string): string => {
  const out = trips.find(({ from, to }) => from <= date && date <= to)
  if (out !== undefined) return out.zone
  const before = periods.filter(({ from }) => from === null || from <= date)
  return (before.at(-1) ?? periods[0])?.zone ?? zone
}

describe("homeCalendar", () => {
  it("gives every instant one day, and walks all days without a gap", () => {
    fc.assert(
      fc.property(home, (of) => {
        const calendar = calendarOf(of)
        let end = calendar.startOf(fromOrdinal(firstDay - 3))
        for (let ordinal = firstDay - 3; ordinal < firstDay + days + 30; ordinal++) {
          const day = fromOrdinal(ordinal)
          const [first, after] = [calendar.startOf(day), endOf(calendar, day)]
          if (first !== end) expect.fail(`${day} does not begin when the day before it ends`)
          if (after < first || after - first > 52 * hour) expect.fail(`${day} lasts ${(after - first) / hour} h`)
          for (const instant of after > first ? [first, Math.floor((first + after) / 2), after - 1] : [])
            if (calendar.dateOf(instant) !== day) expect.fail(`${new Date(instant).toISOString()} is not on ${day}`)
          end = after
        }
      }),
      { numRuns: 30 }
    )
  })

  it("has the day of the zone that is in force, where no stay begins or ends", () => {
    const clocks = new Map(zones.map((name) => [name, wallClock(name)]))
    fc.assert(
      fc.property(home, date, fc.integer({ min: 0, max: dayMs - 1 }), (of, day, within) => {
        const around = [-2, -1, 0, 1, 2].map((more) => zoneOn(of, addDays(day, more)))
        if (new Set(around).size > 1) return
        const instant = toOrdinal(day) * dayMs + within
        expect(calendarOf(of).dateOf(instant)).toBe(clocks.get(around[0]!)!.dayAt(instant))
      }),
      { numRuns: 500 }
    )
  })

  it("is the calendar of the zone without a history", () => {
    for (const name of zones) {
      const [plain, withHistory] = [
        Either.getOrThrow(fromZoneName(name)),
        calendarOf({ zone: name, history: noHistory })
      ]
      expect(withHistory.zone).toBe(plain.zone)
      for (let at = Date.UTC(2011, 0, 1); at < Date.UTC(2012, 2, 1); at += 11 * hour) {
        expect(withHistory.dateOf(at)).toBe(plain.dateOf(at))
        expect(withHistory.offsetAt(at)).toBe(plain.offsetAt(at))
      }
    }
  })

  it("ends the day before a flight east early, and prolongs that of a flight west", () => {
    const there = "Europe/Vienna, 2023-08-15..2023-08-20 America/Los_Angeles"
    expect(hoursOf(there, "2023-08-14")).toBe(33)
    expect(hoursOf(there, "2023-08-15")).toBe(24)
    expect(hoursOf(there, "2023-08-20")).toBe(15)
    expect(hoursOf(there, "2023-08-21")).toBe(24)
  })

  it("skips a day over the date line, and lasts two on the way back", () => {
    const there = "Pacific/Honolulu, 2023-08-15..2023-08-20 Pacific/Kiritimati"
    expect(hoursOf(there, "2023-08-14")).toBe(0)
    expect(hoursOf(there, "2023-08-20")).toBe(48)
  })

  it("finds the periods whose days differ", () => {
    const span = { from: Date.UTC(2011, 8, 1), to: Date.UTC(2013, 1, 1) }
    fc.assert(
      fc.property(
        home,
        home,
        fc.array(fc.integer({ min: span.from, max: span.to - 1 }), { minLength: 50, maxLength: 50 }),
        (a, b, instants) => {
          const [past, next] = [calendarOf(a), calendarOf(b)]
          const periods = changedPeriods(next, past, span)
          const edges = periods.flatMap(({ from, to }) => [from - 1, from, to - 1, to])
          for (const instant of [...instants, ...edges.filter((at) => at >= span.from && at < span.to)]) {
            const within = periods.filter(({ from, to }) => from <= instant && instant < to)
            expect(within.length).toBeLessThanOrEqual(1)
            const [found] = within
            const day =
              found === undefined ? past.dateOf(instant) : fromOrdinal(Math.floor((instant + found.offset) / dayMs))
            expect(day).toBe(next.dateOf(instant))
          }
        }
      ),
      { numRuns: 20 }
    )
  })
})

describe("ZoneHistory", () => {
  it("reads what it writes", () => {
    fc.assert(
      fc.property(history.map(withoutContradictions), (some) => {
        const checked = Either.getOrThrow(checkHistory(some))
        expect(Either.getOrThrow(parseHistory(historyText(checked)))).toEqual(checked)
      })
    )
  })

  it("undoes an addition by removing it", () => {
    const before: HomeZones = Either.getOrThrow(
      homeWith("UTC", Either.getOrThrow(parseHistory("Europe/Vienna, 2023-08-15 America/Los_Angeles")))
    )
    const added = Either.getOrThrow(
      addToHistory(before, Either.getOrThrow(parseHistory("2025-03-02..2025-03-16 Asia/Tokyo")))
    )
    expect(added.history.trips).toHaveLength(1)
    expect(Either.getOrThrow(removeFromHistory(added, "2025-03-02"))).toEqual(before)
  })

  it("leaves the days before the first move to the home time zone", () => {
    const added = addToHistory(
      { zone: "Europe/Vienna", history: noHistory },
      { periods: [{ from: "2023-08-15", zone: "America/Los_Angeles" }], trips: [] }
    )
    expect(Either.map(added, ({ history, zone }) => [zone, historyText(history)])).toEqual(
      Either.right(["America/Los_Angeles", "Europe/Vienna\n2023-08-15 America/Los_Angeles\n"])
    )
  })

  it("has zones in their usual case, and aliases as they were written", () => {
    const text = "europe/vienna, 2023-08-15 EUROPE/VIENNA, 2024-08-15 Asia/Kolkata, 2025-08-15 Asia/Calcutta"
    expect(Either.map(parseHistory(text), historyText)).toEqual(
      Either.right("Europe/Vienna\n2024-08-15 Asia/Kolkata\n2025-08-15 Asia/Calcutta\n")
    )
  })

  it("names what it lacks", () => {
    const home = { zone: "Europe/Vienna", history: noHistory }
    const reason = (from: string | null) =>
      Either.getOrThrow(Either.flip(removeFromHistory(home, from))).message.split(":")[0]
    expect(reason(null)).toBe("the history has no zone before all moves")
    expect(reason("2023-08-15")).toBe("no entry of the history begins on 2023-08-15")
  })

  it.each([
    ["2019-05-01 Europe/Viena", 'unknown time zone "Europe/Viena"'],
    ["2019-02-30 Europe/Vienna", "is not a day"],
    ["2019-05-01 Europe/Vienna, 2019-05-01 Asia/Tokyo", "begin on one day"],
    ["2025-03-16..2025-03-02 Asia/Tokyo", "ends before it begins"],
    ["2025-03-02..2025-03-16 Asia/Tokyo, 2025-03-16..2025-03-20 Asia/Kolkata", "overlap"],
    ["last summer in Rome", "is no entry"],
    ["1900-01-01 Europe/Vienna", "is outside"]
  ])("refuses %s", (text, reason) => {
    expect(Either.match(parseHistory(text), { onLeft: ({ message }) => message, onRight: historyText })).toContain(
      reason
    )
  })
})

import { Either, FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { fromZoneName } from "../../src/shared/Calendar.js"
import { type DateFilters, always, isAlways, ofDays, parseDays, parseRange } from "../../src/shared/DateRange.js"
import { addYears, isLocalDate } from "../../src/shared/LocalDate.js"
import { wallClock } from "./WallClock.js"

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "America/St_Johns"
]
const parseIn = (zone: string, filters: DateFilters) => parseRange(Either.getOrThrow(fromZoneName(zone)), filters)
const read = (zone: string, filters: DateFilters) => {
  const range = Either.getOrThrow(parseIn(zone, filters))
  const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
  return [iso(range.from), iso(range.to)]
}
const refused = (zone: string, filters: DateFilters) => {
  const failure = Either.getOrThrow(Either.flip(parseIn(zone, filters)))
  expect(failure._tag).toBe("BadInput")
  return failure.message
}

describe("parseRange", () => {
  it("is open without filters", () => {
    expect(read("Europe/Berlin", {})).toEqual([null, null])
    expect(isAlways(Either.getOrThrow(parseIn("UTC", {})))).toBe(true)
    expect(isAlways(always)).toBe(true)
    expect(isAlways(Either.getOrThrow(parseIn("UTC", { from: "2024-01-01" })))).toBe(false)
    expect(isAlways(Either.getOrThrow(parseIn("UTC", { to: "2024-01-01" })))).toBe(false)
  })

  it("reads days in the home time zone, to the end of the last", () => {
    expect(read("Europe/Berlin", { date: "2024-03-31" })).toEqual([
      "2024-03-30T23:00:00.000Z",
      "2024-03-31T22:00:00.000Z"
    ])
    expect(read("Europe/Berlin", { from: "2024-03-31" })).toEqual(["2024-03-30T23:00:00.000Z", null])
    expect(read("Europe/Berlin", { to: "2024-03-31" })).toEqual([null, "2024-03-31T22:00:00.000Z"])
    expect(read("America/Los_Angeles", { from: "2025-02-28", to: "2025-02-28" })).toEqual([
      "2025-02-28T08:00:00.000Z",
      "2025-03-01T08:00:00.000Z"
    ])
    expect(read("Pacific/Apia", { from: "2011-12-30", to: "2011-12-30" })).toEqual([
      "2011-12-30T10:00:00.000Z",
      "2011-12-30T10:00:00.000Z"
    ])
  })

  it("includes the instant of to, and nothing after it", () => {
    expect(read("UTC", { to: "2024-05-01T12:00:00Z" })).toEqual([null, "2024-05-01T12:00:00.001Z"])
    expect(read("UTC", { from: "2024-05-01T12:00:00Z", to: "2024-05-01T12:00:00Z" })).toEqual([
      "2024-05-01T12:00:00.000Z",
      "2024-05-01T12:00:00.001Z"
    ])
  })

  it("reads offsets in every notation", () => {
    const noon = "2024-05-01T19:00:00.000Z"
    const spellings = [
      "2024-05-01T12:00:00-07:00",
      "2024-05-01T12:00:00-0700",
      "2024-05-01T12:00-07:00",
      "2024-05-01T12:00:00.000-07",
      "2024-05-01t19:00:00z",
      "2024-05-02T04:00:00+09:00",
      "2024-05-02T04:00:00 09:00",
      "2024-05-02T04:00:00.000 09:00",
      "2024-05-02T04:00 0900",
      "2024-05-02T04:00:00 09",
      "2024-05-01 19:00:00Z",
      "2024-05-02 04:00:00+09:00",
      "2024-05-02 04:00:00 09:00",
      "2024-05-02T00:45:00+05:45"
    ]
    for (const from of spellings) expect([from, ...read("Europe/Berlin", { from })]).toEqual([from, noon, null])
  })

  it("keeps milliseconds and truncates finer fractions", () => {
    expect(read("UTC", { from: "2024-05-01T12:00:00.5Z" })).toEqual(["2024-05-01T12:00:00.500Z", null])
    expect(read("UTC", { from: "2024-05-01T12:00:00.123456789Z" })).toEqual(["2024-05-01T12:00:00.123Z", null])
  })

  it("reads a time without offset in the home time zone", () => {
    expect(read("Asia/Kathmandu", { from: "2024-05-01T12:00:00" })).toEqual(["2024-05-01T06:15:00.000Z", null])
    expect(read("Asia/Kathmandu", { from: "2024-05-01 12:00" })).toEqual(["2024-05-01T06:15:00.000Z", null])
    expect(read("Europe/Berlin", { from: "2024-10-27T02:30" })).toEqual(["2024-10-27T00:30:00.000Z", null])
    expect(read("Europe/Berlin", { from: "2024-10-27T03:30" })).toEqual(["2024-10-27T02:30:00.000Z", null])
    expect(read("Europe/Berlin", { from: "2024-03-31T02:30" })).toEqual(["2024-03-31T01:30:00.000Z", null])
    expect(read("America/Sao_Paulo", { from: "2018-11-04T00:30" })).toEqual(["2018-11-04T03:30:00.000Z", null])
  })

  it("resolves a repeated local time to the first instant", () => {
    const hourMs = 3_600_000
    for (const zone of zones) {
      const clock = wallClock(zone)
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2000, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 }), (second) => {
          const text = new Date(clock.readingAt(second * 1000)).toISOString().slice(0, 19)
          const instant = Either.getOrThrow(parseIn(zone, { from: text })).from!
          expect(clock.readingAt(instant)).toBe(clock.readingAt(second * 1000))
          expect([0, hourMs]).toContain(second * 1000 - instant)
        }),
        { numRuns: 300 }
      )
    }
  })

  it("prefers date to from and to, even invalid ones", () => {
    expect(read("UTC", { date: "2024-02-29", from: "2020-01-01", to: "nonsense" })).toEqual([
      "2024-02-29T00:00:00.000Z",
      "2024-03-01T00:00:00.000Z"
    ])
  })

  it.each([
    "",
    "today",
    "2024",
    "2024-05",
    "20240501",
    "2023-02-29",
    "2024-05-01T",
    "2024-05-01T24:00",
    "2024-05-01T12:60",
    "2024-05-01T12:00:60",
    "2024-02-30T12:00:00Z",
    "2024-05-01T12:00:00+99:00",
    "2024-05-01T12:00:00+09:99",
    "2024-05-01T12:00:00 Europe/Berlin",
    "2024-05-01T1:00",
    "0000-01-01",
    "2024-05-01T12:00:00Z'; drop table plays",
    "1714564800",
    "NaN",
    "2024-05-01T12:00:00ZZ"
  ])("refuses %j as from or to, naming which", (text) => {
    expect(refused("UTC", { from: text })).toMatch(/^from must be .*timestamp$/)
    expect(refused("UTC", { to: text })).toMatch(/^to must be .*timestamp$/)
  })

  it.each(["", "2023-02-29", "2024-05-01T12:00:00Z", "yesterday"])("rejects %j as date", (date) => {
    expect(refused("UTC", { date })).toMatch(/^date must be a day/)
  })

  it("rejects from after to, and only that", () => {
    const message = "from must not be after to"
    expect(refused("UTC", { from: "2024-05-02", to: "2024-05-01" })).toBe(message)
    expect(refused("UTC", { from: "2024-06-02", to: "2024-05-01" })).toBe(message)
    expect(refused("UTC", { from: "2024-05-01T12:00:00.001Z", to: "2024-05-01T12:00:00Z" })).toBe(message)
    expect(refused("UTC", { from: "2024-05-02T00:00:00Z", to: "2024-05-01" })).toBe(message)
    expect(refused("UTC", { from: "2024-05-01T12:00:00+09:00", to: "2024-05-01T12:00:00+10:00" })).toBe(message)
    expect(read("UTC", { from: "2024-05-01T23:59:59Z", to: "2024-05-01" })).toEqual([
      "2024-05-01T23:59:59.000Z",
      "2024-05-02T00:00:00.000Z"
    ])
    expect(read("UTC", { from: "2024-05-01T12:00:00+10:00", to: "2024-05-01T12:00:00+09:00" })[0]).toBe(
      "2024-05-01T02:00:00.000Z"
    )
  })

  it("orders any two days like the calendar", () => {
    const day = fc
      .date({ min: new Date("1999-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, day, (zone, from, to) => {
        expect(Either.isRight(parseIn(zone, { from, to }))).toBe(from <= to)
      }),
      { numRuns: 300 }
    )
  })

  it("accepts the first and last day, with a day before and a year after its bounds", () => {
    for (const zone of zones) {
      const { dateOf } = Either.getOrThrow(fromZoneName(zone))
      for (const filters of [
        { from: "0001-01-01", to: "9999-12-31" },
        { from: "0001-01-01T00:00:00+23:59", to: "9999-12-31T23:59:59-23:59" },
        { date: "0001-01-01" },
        { date: "9999-12-31" }
      ]) {
        const { from, to } = Either.getOrThrow(parseIn(zone, filters))
        expect(from!).toBeLessThanOrEqual(to!)
        for (const bound of [from!, to!]) {
          const date = dateOf(bound)
          expect([date, isLocalDate(date), isLocalDate(addYears(date, -1)), isLocalDate(addYears(date, 1))]).toEqual([
            date,
            true,
            true,
            true
          ])
        }
      }
      expect(parseIn(zone, { from: "0001-01-01", to: "9999-12-31" })).toEqual(
        parseIn(zone, { from: "0001-06-01", to: "9999-06-01" })
      )
    }
  })
})

describe("ofDays", () => {
  it("excludes the second day", () => {
    const berlin = Either.getOrThrow(fromZoneName("Europe/Berlin"))
    expect(ofDays(berlin, "2024-01-01", "2025-01-01")).toEqual({
      from: Date.parse("2023-12-31T23:00:00Z"),
      to: Date.parse("2024-12-31T23:00:00Z")
    })
  })
})

describe("parseDays", () => {
  const daysIn = (zone: string, filters: DateFilters) =>
    Either.getOrThrow(parseDays(Either.getOrThrow(fromZoneName(zone)), filters))

  it("takes a requested day as it is, also one that home lacks", () => {
    // Samoa went from 29 to 31 December.
    const missing = "2011-12-30"
    expect(daysIn("Pacific/Apia", { date: missing })).toEqual({ from: missing, to: missing })
    expect(daysIn("Pacific/Apia", { from: missing, to: missing })).toEqual({ from: missing, to: missing })
    expect(daysIn("Pacific/Apia", { date: "2011-12-31" })).toEqual({ from: "2011-12-31", to: "2011-12-31" })
  })

  it("takes a timestamp as its day at home", () => {
    const filters = { from: "2011-12-30T09:59:59Z", to: "2011-12-30T10:00:00Z" }
    expect(daysIn("Pacific/Apia", filters)).toEqual({ from: "2011-12-29", to: "2011-12-31" })
  })

  it("stays within the days that databases compute with", () => {
    expect(daysIn("UTC", { from: "0001-01-01", to: "9999-12-31" })).toEqual({ from: "0003-01-01", to: "9997-12-30" })
  })
})

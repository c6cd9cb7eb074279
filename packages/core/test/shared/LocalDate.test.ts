import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as LocalDate from "../../src/shared/LocalDate.js"

const two = (value: number) => String(value).padStart(2, "0")
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const monthLength = (year: number, month: number) =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!

interface Day {
  readonly date: string
  readonly year: number
  readonly dayOfYear: number
  /** 1 is Monday. */
  readonly weekday: number
}

/** Days counted one by one; 1 January 1999 was a Friday. */
const days: ReadonlyArray<Day> = (() => {
  const all: Array<Day> = []
  let weekday = 5
  for (let year = 1999; year <= 2040; year++) {
    let dayOfYear = 0
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= monthLength(year, month); day++) {
        all.push({ date: `${year}-${two(month)}-${two(day)}`, year, dayOfYear: ++dayOfYear, weekday })
        weekday = (weekday % 7) + 1
      }
    }
  }
  return all
})()

/** 1 January 1999 is 29 years and 7 leap days after the epoch. */
const firstOrdinal = 29 * 365 + 7

/** ISO weeks by definition: a week belongs to the year that has most of its days. */
const weeks: ReadonlyArray<{ readonly name: string; readonly days: ReadonlyArray<Day> }> = (() => {
  const first = days.findIndex((day) => day.weekday === 1)
  const all: Array<{ name: string; days: ReadonlyArray<Day> }> = []
  let current = 0
  let number = 0
  for (let at = first; at + 7 <= days.length; at += 7) {
    const week = days.slice(at, at + 7)
    const year = week.filter((day) => day.year === week[0]!.year).length >= 4 ? week[0]!.year : week[6]!.year
    number = year === current ? number + 1 : 1
    current = year
    all.push({ name: `${year}-W${two(number)}`, days: week })
  }
  return all
})()

describe("LocalDate", () => {
  it("converts days to ordinals from 1970 and back", () => {
    days.forEach(({ date }, index) => {
      if (LocalDate.toOrdinal(date) !== firstOrdinal + index || LocalDate.fromOrdinal(firstOrdinal + index) !== date) {
        expect.fail(`${date} is not day ${firstOrdinal + index}`)
      }
    })
    expect(LocalDate.toOrdinal("1970-01-01")).toBe(0)
    expect(LocalDate.toOrdinal("1969-12-31")).toBe(-1)
  })

  it("gives year, month and day of the year", () => {
    for (const { date, dayOfYear, year } of days) {
      expect([LocalDate.yearOf(date), LocalDate.monthOf(date), LocalDate.dayOfYear(date)]).toEqual([
        year,
        date.slice(0, 7),
        dayOfYear
      ])
    }
  })

  it("gives every ISO week from 1999 to 2040", () => {
    for (const week of weeks) {
      for (const { date } of week.days) {
        expect([date, LocalDate.isoWeek(date), LocalDate.weekStart(date)]).toEqual([
          date,
          week.name,
          week.days[0]!.date
        ])
      }
    }
  })

  it("has a week 53 only in the years that have one", () => {
    const long = new Set(days.map(({ date }) => LocalDate.isoWeek(date)).filter((week) => week.endsWith("W53")))
    expect([...long]).toEqual(
      ["1998", "2004", "2009", "2015", "2020", "2026", "2032", "2037"].map((year) => `${year}-W53`)
    )
    expect(LocalDate.isoWeek("2027-01-01")).toBe("2026-W53")
    expect(LocalDate.isoWeek("2018-12-31")).toBe("2019-W01")
    expect(LocalDate.isoWeek("2023-01-01")).toBe("2022-W52")
  })

  it("finds the Monday of days before the epoch, too", () => {
    expect(LocalDate.weekStart("1970-01-01")).toBe("1969-12-29")
    expect(LocalDate.weekStart("1969-12-28")).toBe("1969-12-22")
  })

  it("adds days and measures between days", () => {
    const index = fc.integer({ min: 0, max: days.length - 1 })
    fc.assert(
      fc.property(index, index, (a, b) => {
        expect(LocalDate.addDays(days[a]!.date, b - a)).toBe(days[b]!.date)
        expect(LocalDate.daysBetween(days[a]!.date, days[b]!.date)).toBe(b - a)
      })
    )
  })

  it("lists the days of a half-open span", () => {
    expect(LocalDate.daysIn("2024-02-27", "2024-03-02")).toEqual([
      "2024-02-27",
      "2024-02-28",
      "2024-02-29",
      "2024-03-01"
    ])
    expect(LocalDate.daysIn("2024-02-27", "2024-02-27")).toEqual([])
    expect(LocalDate.daysIn("2024-02-27", "2024-02-20")).toEqual([])
    expect(LocalDate.daysIn("1999-01-01", "2041-01-01")).toEqual(days.map(({ date }) => date))
  })

  it("adds years and moves only 29 February", () => {
    for (const { date, year } of days) {
      for (const years of [-4, -1, 1, 4, 100]) {
        const month = date.slice(4)
        const expected =
          month === "-02-29" && !isLeap(year + years) ? `${year + years}-02-28` : `${year + years}${month}`
        if (LocalDate.addYears(date, years) !== expected) expect.fail(`${date} and ${years} years is not ${expected}`)
      }
    }
  })

  it("carries months over into other years", () => {
    expect(LocalDate.monthStart(2024, 1)).toBe("2024-01-01")
    expect(LocalDate.monthStart(2024, 12)).toBe("2024-12-01")
    expect(LocalDate.monthStart(2024, 13)).toBe("2025-01-01")
    expect(LocalDate.monthStart(2024, 0)).toBe("2023-12-01")
    expect(LocalDate.monthStart(2024, -11)).toBe("2023-01-01")
    expect(LocalDate.monthStart(2024, -12)).toBe("2022-12-01")
    expect(LocalDate.monthStart(2024, 25)).toBe("2026-01-01")
    expect(LocalDate.yearStart(987)).toBe("0987-01-01")
  })

  it("accepts only existing days", () => {
    for (const good of ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
      expect([good, LocalDate.isLocalDate(good)]).toEqual([good, true])
    const wrong = [
      "2023-02-29",
      "1900-02-29",
      "2024-02-30",
      "2024-04-31",
      "2024-13-01",
      "2024-00-10",
      "2024-01-00",
      "0000-01-01",
      "24-01-01",
      "2024-1-1",
      "2024-01-01T00:00:00Z",
      " 2024-01-01",
      "2024-01-01\n",
      "20240101",
      "+002024-01-01",
      "２０２４-01-01",
      ""
    ]
    for (const text of wrong) expect([text, LocalDate.isLocalDate(text)]).toEqual([text, false])
    fc.assert(
      fc.property(fc.nat(11_000), fc.nat(20), fc.nat(40), (year, month, day) => {
        const exists =
          year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
        expect(LocalDate.isLocalDate(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`)).toBe(exists)
      }),
      { numRuns: 2000 }
    )
  })

  it("decodes with the schema", () => {
    const decode = Schema.decodeUnknownEither(LocalDate.LocalDate)
    expect(decode("2024-02-29")).toEqual(Either.right("2024-02-29"))
    expect(Either.isLeft(decode("2023-02-29"))).toBe(true)
    expect(Either.isLeft(decode(20240229))).toBe(true)
  })
})

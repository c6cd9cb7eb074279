import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { makeTableDays } from "../src/kit/exportFile/writtenDates.js"

const now = Date.parse("2026-03-01T12:00:00Z")

/** As spreadsheets write days, by the options of Intl. */
const locales = ["en-US", "en-GB", "de-DE", "fr-FR", "pt-BR", "it-IT"] as const
const yearFirst = ["ja-JP", "zh-CN", "ko-KR", "sv-SE"] as const
type Year = "numeric" | "2-digit"
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
  formats.set(key, format)
  return format
}
const dayText = (day: number, locale: string, year: Year) =>
  formatOf(locale, { year, month: "numeric", day: "numeric" }).format(day)
const clockText = (at: number, locale: string) => formatOf(locale, { hour: "numeric", minute: "2-digit" }).format(at)

const someDay = fc
  .integer({ min: Date.parse("2008-01-01") / 86_400_000, max: Date.parse("2026-02-28") / 86_400_000 })
  .map((day) => day * 86_400_000)

describe("days that a spreadsheet wrote again", () => {
  it("are the days they were, in whatever language, or none at all", () => {
    fc.assert(
      fc.property(
        fc.array(someDay, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...locales),
        fc.constantFrom("numeric" as const, "2-digit" as const),
        (days, locale, year) => {
          const texts = days.map((day) => dayText(day, locale, year))
          const table = makeTableDays(["", "2024-01-13", ...texts], now)
          const expected = days.map((day) => new Date(day).toISOString().slice(0, 10))
          expect(texts.map(table.dayIn)).toStrictEqual(table.isUnclear ? days.map(() => null) : expected)
        }
      ),
      { numRuns: 500 }
    )
  })

  it("keep the time behind them, on a clock of twelve or 24 hours", () => {
    const someMinute = fc.tuple(someDay, fc.nat({ max: 1_439 })).map(([day, minute]) => day + minute * 60_000)
    fc.assert(
      fc.property(
        fc.array(someMinute, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...locales, "en-AU" as const),
        fc.constantFrom("\u0020", ", "),
        (minutes, locale, between) => {
          const texts = minutes.map((at) => `${dayText(at, locale, "numeric")}${between}${clockText(at, locale)}`)
          const table = makeTableDays(["2024-01-13 10:00:00", ...texts], now)
          const expected = minutes.map((at) => new Date(at).toISOString().slice(0, 19).replace("T", " "))
          expect(texts.map(table.dayIn)).toStrictEqual(table.isUnclear ? minutes.map(() => null) : expected)
        }
      ),
      { numRuns: 500 }
    )
  })

  it("are certain where the year comes first", () => {
    fc.assert(
      fc.property(someDay, fc.constantFrom(...yearFirst), fc.nat(1_439), (day, locale, minute) => {
        const text = dayText(day, locale, "numeric")
        const date = new Date(day).toISOString().slice(0, 10)
        expect(makeTableDays([text], now).dayIn(text)).toBe(date)
        const timed = `${text} ${clockText(minute * 60_000, "ja-JP")}`
        const time = new Date(minute * 60_000).toISOString().slice(11, 16)
        if (locale !== "sv-SE") expect(makeTableDays([timed], now).dayIn(timed)).toBe(`${date} ${time}:00`)
      })
    )
  })

  it("are known from one day that has only one order", () => {
    const american = makeTableDays(["1/2/2024", "2/29/2024"], now)
    expect(["1/2/2024", "2/29/2024"].map(american.dayIn)).toStrictEqual(["2024-01-02", "2024-02-29"])
    const british = makeTableDays(["1/2/2024", "29/2/2024"], now)
    expect(["1/2/2024", "29/2/2024"].map(british.dayIn)).toStrictEqual(["2024-02-01", "2024-02-29"])
    expect(makeTableDays(["1/2/2024", "3/4/2024"], now).isUnclear).toBe(true)
  })

  it("leave what services write as it is", () => {
    const table = makeTableDays(["2024/02/29"], now)
    for (const text of [
      "2024-02-29 18:05:00",
      "2024-02-29T18:05",
      "2024-02-29",
      "2019",
      "2024/01/01-2024/02/29",
      "",
      "soon"
    ])
      expect(table.dayIn(text)).toBe(text)
    expect(table.dayIn("2024/02/29")).toBe("2024-02-29")
    expect(table.isUnclear).toBe(false)
  })
})

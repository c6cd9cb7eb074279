import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { pictureUrl } from "../src/pictures/pictureUrl.js"
import { dayOf, timeOfDay, yearOf } from "../src/text/dates.js"
import { ago, briefDate, count, day, decimal, pace, quantity, safeLink, stars, weekdayOf } from "../src/text/format.js"

describe("formatting", () => {
  it("formats a time in the past in the largest unit that fits", () => {
    const now = Date.parse("2026-03-15T12:00:00Z")
    const agoMinutes = (minutes: number) => ago(now - minutes * 60_000, now)
    expect([0, 5, 60, 180, 1440, 4320, 20_160].map(agoMinutes)).toEqual([
      "just now",
      "5 minutes ago",
      "1 hour ago",
      "3 hours ago",
      "yesterday",
      "3 days ago",
      "2 weeks ago"
    ])
    expect(agoMinutes(60 * 24 * 90)).toBe("15 December 2025")
    expect(agoMinutes(-10)).toBe("just now")
  })

  it("formats a stored day independently of the reader's time zone", () => {
    expect([day("2026-01-01"), day("2026-01-01", "short"), day("2026-12-31T23:59:59Z")]).toEqual([
      "1 January 2026",
      "1 Jan",
      "31 December 2026"
    ])
    expect(briefDate(Date.parse("2025-06-05T12:00:00Z"), Date.parse("2026-01-01T12:00:00Z"))).toBe("5 Jun 2025")
  })

  it("writes numbers, days and times as the formatters of the language do", () => {
    const number = (value: number, maximumFractionDigits: number) =>
      value.toLocaleString("en-GB", { maximumFractionDigits })
    const dayBy = (options: Intl.DateTimeFormatOptions, time: number) =>
      new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options }).format(time)
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 3 }),
        (units, digits) => {
          expect(decimal(units / 8, 3)).toBe(number(units / 8, 3))
          expect(decimal(units, digits)).toBe(number(units, digits))
          expect(count(units)).toBe(number(units, 0))
        }
      )
    )
    const times = fc.date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
    fc.assert(
      fc.property(times, (date) => {
        const text = date.toISOString()
        expect(day(text)).toBe(dayBy({ day: "numeric", month: "long", year: "numeric" }, date.getTime()))
        const [weekday, ofMonth] = [
          dayBy({ weekday: "short" }, date.getTime()),
          dayBy({ day: "numeric", month: "long" }, date.getTime())
        ]
        expect(day(text, "weekday")).toBe(`${weekday} ${ofMonth}`)
        expect(weekdayOf(date.getTime())).toBe(new Intl.DateTimeFormat("en-GB", { weekday: "long" }).format(date))
        expect(timeOfDay(date.getTime())).toBe(date.toLocaleTimeString("en-GB"))
      })
    )
  })

  it("takes the day of an instant in the reader's time zone, and that of a calendar day as it is", () => {
    vi.stubEnv("TZ", "America/Los_Angeles")
    expect([dayOf("2026-01-01T04:30:00.000Z"), dayOf("2026-01-01"), yearOf("2026-01-01T04:30:00.000Z")]).toEqual([
      "2025-12-31",
      "2026-01-01",
      "2025"
    ])
    vi.unstubAllEnvs()
  })

  it("carries the minute where seconds round to sixty", () => {
    expect([8.4, 7.999, 10, 9.05].map(pace)).toEqual(["8:24", "8:00", "10:00", "9:03"])
  })

  it("formats stars, singular and plural, and rejects unsafe links", () => {
    expect([stars(4.5), stars(3), stars(0.5)]).toEqual(["★★★★½", "★★★", "½"])
    expect([quantity(1, "play"), quantity(1234, "play")]).toEqual(["1 play", "1,234 plays"])
    expect([safeLink("https://a.example/x"), safeLink("javascript:alert(1)"), safeLink(null), safeLink("")]).toEqual([
      "https://a.example/x",
      undefined,
      undefined,
      undefined
    ])
  })

  it("requests pictures from this host in the shown size, with signature and version", () => {
    const url = "https://me.example/life/images/listening/albums/1?v=3&w=300&h=300&fit=cover&s=abc"
    expect(pictureUrl(url, { width: 160, height: 240 }, 2)).toBe(
      "images/listening/albums/1?v=3&w=320&h=480&fit=cover&s=abc"
    )
  })
})

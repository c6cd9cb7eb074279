import { describe, expect, it } from "vitest"
import { pictureAddress } from "../src/pictures/address.js"
import { ago, briefDate, counted, day, pace, safeLink, stars } from "../src/text/format.js"

describe("words and numbers", () => {
  it("says how long ago in the largest unit that fits", () => {
    const now = Date.parse("2026-03-15T12:00:00Z")
    const said = (minutes: number) => ago(now - minutes * 60_000, now)
    expect([0, 5, 60, 180, 1440, 4320, 20_160].map(said)).toEqual(["just now", "5 minutes ago", "1 hour ago", "3 hours ago", "yesterday", "3 days ago", "2 weeks ago"])
    expect(said(60 * 24 * 90)).toBe("15 December 2025")
    expect(said(-10)).toBe("just now")
  })

  it("says a stored day as it is stored, whatever zone the reader is in", () => {
    expect([day("2026-01-01"), day("2026-01-01", "short"), day("2026-12-31T23:59:59Z")]).toEqual(["1 January 2026", "1 Jan", "31 December 2026"])
    expect(briefDate(Date.parse("2025-06-05T12:00:00Z"), Date.parse("2026-01-01T12:00:00Z"))).toBe("5 Jun 2025")
  })

  it("carries the minute where seconds round to sixty", () => {
    expect([8.4, 7.999, 10, 9.05].map(pace)).toEqual(["8:24", "8:00", "10:00", "9:03"])
  })

  it("draws stars, counts one and many, and follows no address that is none", () => {
    expect([stars(4.5), stars(3), stars(0.5)]).toEqual(["★★★★½", "★★★", "½"])
    expect([counted(1, "play"), counted(1234, "play")]).toEqual(["1 play", "1,234 plays"])
    expect([safeLink("https://a.example/x"), safeLink("javascript:alert(1)"), safeLink(null), safeLink("")]).toEqual(["https://a.example/x", undefined, undefined, undefined])
  })

  it("asks for pictures here, in the size that is shown, and keeps signature and version", () => {
    const url = "https://me.example/life/images/listening/albums/1?v=3&w=300&h=300&fit=cover&s=abc"
    expect(pictureAddress(url, { width: 160, height: 240 }, 2)).toBe("images/listening/albums/1?v=3&w=320&h=480&fit=cover&s=abc")
  })
})

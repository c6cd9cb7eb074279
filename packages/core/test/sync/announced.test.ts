import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { announcedChanges, announcedText, currentChanges } from "../../src/sync/index.js"

const day = 86_400_000
const every = () => true

describe("announced changes", () => {
  it("are listed by date, with a sentence, an instruction and an address", () => {
    const dates = announcedChanges.map(({ date }) => date)
    expect(dates).toStrictEqual([...dates].sort())
    for (const change of announcedChanges) {
      expect(new Date(change.date).toISOString().slice(0, 10)).toBe(change.date)
      expect(new URL(change.link).protocol).toBe("https:")
      expect(change.change).toMatch(/^[A-Z].*[^.]$/)
      expect(change.action).toMatch(/^[a-z].*[^.]$/)
      expect(change.sources.length).toBeGreaterThan(0)
    }
  })

  it("warn from 60 days before to 60 days after their date, once, and only for sources that are set up", () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), fc.boolean(), (days, isSetUp) => {
        const change = {
          sources: ["strava", "run-files"],
          date: "2027-01-04" as (typeof announcedChanges)[number]["date"],
          change: "Strava moves",
          action: "follow",
          link: "https://example.org/"
        }
        const now = Date.UTC(2027, 0, 4) + days * day
        const isOther = { ...change, sources: ["other"] }
        const changes = currentChanges([change, isOther], now, (source) => isSetUp && source !== "other")
        expect(changes).toHaveLength(isSetUp && Math.abs(days) <= 60 ? 1 : 0)
      })
    )
  })

  it("name Strava's move on the first day of the 60", () => {
    const at = (text: string) =>
      currentChanges(announcedChanges, Date.parse(text), (id) => id === "strava").map(announcedText)
    expect(at("2026-11-04T12:00:00Z")).toStrictEqual([])
    expect(at("2026-11-05T12:00:00Z")).toStrictEqual([
      "from 2027-01-04: Strava moves its API to api-v3.strava.com; once that name answers, " +
        "set DAYBOOK_STRAVA_API_BASE_URL=https://www.api-v3.strava.com (https://github.com/stravalib/stravalib/issues/737)"
    ])
    expect(
      currentChanges(announcedChanges, Date.parse("2026-08-01"), every).map(({ sources }) => sources)
    ).toStrictEqual([["trakt"], ["espn"]])
  })
})

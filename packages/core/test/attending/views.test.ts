import { describe, expect, it } from "@effect/vitest"
import { seasonOf } from "../../src/attending/index.js"
import { sideView } from "../../src/attending/views/team.js"
import { game } from "./mentionFactory.js"

describe("a team's tint", () => {
  const tint = (primaryColor: string | null, secondaryColor: string | null) => {
    const { home } = game("1", "2026-05-01")
    return sideView("nfl", home, {
      league: "nfl",
      id: 1,
      name: "Saints",
      fullName: null,
      abbreviation: null,
      location: null,
      logoUrl: null,
      logoDarkUrl: null,
      logoLightUrl: null,
      primaryColor,
      secondaryColor,
      tertiaryColor: null,
      conference: null,
      division: null
    }).ui_tint_color
  }
  it("is the primary colour, or the secondary one if only that has contrast to white", () => {
    expect(tint("#002a5c", "#69be28")).toBe("#002a5c")
    expect(tint("#ffffff", "#0b162a")).toBe("#0b162a")
    expect(tint("#d3bc8d", "#101820")).toBe("#101820")
    expect(tint("#ffc20e", "#ffffff")).toBe("#ffc20e")
    expect(tint("#ffc20e", null)).toBe("#ffc20e")
    expect([tint(null, "#101820"), tint(null, null)]).toEqual(["#101820", null])
  })
})

describe("a season without data of its league", () => {
  it("is named by the year in which it ends or begins", () => {
    expect([seasonOf("nba", "2025-10-22"), seasonOf("nba", "2026-02-27"), seasonOf("ncaab", "2025-11-04")]).toEqual([
      2026, 2026, 2026
    ])
    expect([seasonOf("nfl", "2026-01-11"), seasonOf("nfl", "2026-09-13"), seasonOf("ncaaf", "2026-01-19")]).toEqual([
      2025, 2026, 2025
    ])
    expect([seasonOf("mlb", "2026-03-26"), seasonOf("mls", "2026-02-21"), seasonOf("wnba", "2026-09-01")]).toEqual([
      2026, 2026, 2026
    ])
  })
})

import { describe, expect, it } from "@effect/vitest"
import { type Game, scoreOf } from "../../src/attending/index.js"

const side = (name: string, score: number | null): Game["home"] => ({
  team: { id: 1, name, abbreviation: null },
  score
})

const game = (home: number | null, away: number | null, state: Game["state"] = "final"): Game => ({
  external: { source: "espn", id: "1" },
  league: "nba",
  season: 2026,
  gameType: null,
  state,
  date: "2026-01-10",
  at: null,
  number: 1,
  series: null,
  home: side("Hawks", home),
  away: side("Bulls", away),
  venue: null,
  details: null
})

describe("the score of a game", () => {
  it("names both teams and says whether the owner's side won", () => {
    expect(scoreOf(game(99, 101), "away")).toEqual({
      home: "Hawks",
      away: "Bulls",
      homeScore: 99,
      awayScore: 101,
      myTeamWon: true
    })
    expect(scoreOf(game(99, 101), "home")?.myTeamWon).toBe(false)
  })

  it("has no winner for the owner after a draw or without a side", () => {
    expect(scoreOf(game(2, 2), "home")?.myTeamWon).toBeNull()
    expect(scoreOf(game(3, 2), null)?.myTeamWon).toBeNull()
  })

  it("has the winner of a shootout or a forfeit, whose scores are equal", () => {
    const level = game(1, 1)
    const wonAt = (side: "home" | "away") => ({ ...level, [side]: { ...level[side], isWinner: true } })
    expect([scoreOf(wonAt("home"), "home"), scoreOf(wonAt("home"), "away")].map((one) => one?.myTeamWon)).toEqual([
      true,
      false
    ])
    expect([scoreOf(wonAt("away"), "home"), scoreOf(wonAt("away"), null)].map((one) => one?.myTeamWon)).toEqual([
      false,
      null
    ])
  })

  it("is null until the game is final", () => {
    expect(scoreOf(game(1, 0, "live"), "home")).toBeNull()
    expect(scoreOf(game(null, null), "home")).toBeNull()
    expect(scoreOf(null, "home")).toBeNull()
  })
})

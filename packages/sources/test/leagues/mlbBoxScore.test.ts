import type { Game } from "@daybook/core/attending"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { onlyGame } from "../../src/mlb/client.js"
import { toDetails } from "../../src/mlb/toDetails.js"
import { BoxScore, Schedule } from "../../src/mlb/wire.js"

const side = (id: number, player: number) => ({
  players: {
    [`ID${player}`]: {
      person: { id: player, fullName: `Player ${player}` },
      jerseyNumber: "17",
      position: { abbreviation: "RF" },
      battingOrder: "100",
      stats: { batting: { gamesPlayed: 1, atBats: 4, hits: 2 } },
      seasonStats: {}
    },
    ID9: { person: { id: 9, fullName: "Bench" }, stats: { batting: {} } }
  },
  pitchers: [id],
  battingOrder: [player]
})
const sides = {
  home: { team: { id: 136, name: "Seattle Mariners", abbreviation: null }, score: 3 },
  away: { team: { id: 117, name: "Houston Astros", abbreviation: null }, score: 1 }
} satisfies Pick<Game, "away" | "home">

describe("MLB's data of one game", () => {
  it("a box score without team ids belongs to the game's teams", () => {
    const box = Schema.decodeUnknownSync(BoxScore)({ teams: { home: side(10, 11), away: side(20, 21) } })
    const { appearances } = toDetails(box, {}, sides, "https://photos.example")
    expect(
      appearances.map(({ isHome, player, teamId }) => [player.id, player.primaryTeamId, teamId, isHome])
    ).toStrictEqual([
      [11, 136, 136, true],
      [21, 117, 117, false]
    ])
  })

  it("a pitcher's decision comes from the box score when the feed has none", () => {
    const decisionOf = (pitching: object) => {
      const box = Schema.decodeUnknownSync(BoxScore)({
        teams: {
          home: {
            players: {
              ID1: { person: { id: 1 }, stats: { pitching: { gamesPlayed: 1, inningsPitched: "2.0", ...pitching } } }
            }
          },
          away: { players: {} }
        }
      })
      return toDetails(box, {}, sides, "https://photos.example").appearances[0]!.decision
    }
    const zeros = { wins: 0, losses: 0, saves: 0, holds: 0, blownSaves: 0 }
    expect(
      [
        { ...zeros, wins: 1 },
        { ...zeros, losses: 1, blownSaves: 1 },
        { ...zeros, saves: 1 },
        { ...zeros, holds: 1 },
        { ...zeros, blownSaves: 1 },
        zeros,
        { note: "(W, 10-2)" },
        { note: "(BS, 4)(L, 2-3)" },
        { note: "(S, 31)" },
        {}
      ].map(decisionOf)
    ).toStrictEqual(["W", "L", "SV", "HLD", "BS", null, "W", "L", "SV", null])
  })

  it("only a game's own entries of a schedule count", () => {
    const entry = (gamePk: number) => ({
      gamePk,
      status: {},
      teams: { home: { team: { id: 136 } }, away: { team: { id: 117 } } }
    })
    const { dates } = Schema.decodeUnknownSync(Schedule)({
      dates: [
        { date: "2024-09-25", games: [entry(1), entry(2)] },
        { date: "2024-09-26", games: [entry(3)] }
      ]
    })
    expect(onlyGame("2")(dates).map(({ date, games }) => [date, games.map(({ gamePk }) => gamePk)])).toStrictEqual([
      ["2024-09-25", [2]]
    ])
  })
})

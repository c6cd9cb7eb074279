import type { Athlete } from "../sampleOwner/attending/rosters.js"
import { hash } from "../sampleOwner/dice.js"

/** A season's sums, invented: nobody plays all its games here. */
const hitting = (one: Athlete, salt: string) => {
  const games = 20 + (hash(salt, one.id) % 120)
  const h = Math.round(games * 0.95)
  return {
    gamesPlayed: games,
    plateAppearances: games * 4,
    atBats: games * 4 - 30,
    runs: Math.round(games * 0.5),
    hits: h,
    doubles: Math.round(h / 5),
    triples: 2,
    homeRuns: Math.round(games / 7),
    rbi: Math.round(games * 0.55),
    baseOnBalls: 25,
    strikeOuts: games,
    stolenBases: 6,
    hitByPitch: 5,
    avg: ".251",
    obp: ".327",
    slg: ".412",
    ops: ".739"
  }
}

const pitching = (one: Athlete, salt: string) => {
  const games = 10 + (hash(salt, one.id) % 40)
  return {
    gamesPlayed: games,
    gamesPitched: games,
    inningsPitched: `${games * 2}.1`,
    outs: games * 6 + 1,
    battersFaced: games * 9,
    hits: games * 2,
    runs: games,
    earnedRuns: games - 2,
    baseOnBalls: games,
    strikeOuts: games * 2,
    homeRuns: 4,
    numberOfPitches: games * 34,
    strikes: games * 22,
    era: "3.95",
    whip: "1.50",
    wins: Math.round(games / 3),
    losses: Math.round(games / 4),
    saves: games % 5,
    saveOpportunities: 1 + (games % 5),
    holds: games % 7,
    blownSaves: 1,
    completeGames: 0,
    shutouts: 0,
    winPercentage: ".571"
  }
}

/** A few who bat also pitch. */
const isTwoWay = ({ position }: Athlete): boolean => position === "DH"

const situations = [
  ["vl", "vs Left"],
  ["vr", "vs Right"],
  ["h", "Home Games"],
  ["a", "Away Games"]
] as const

/** `/people/{id}/stats`: one part for each type and group that was asked for. */
export const personStats = (one: Athlete, params: Readonly<Record<string, string>>) => {
  const isPitcher = one.position === "P"
  const groups = (params["group"] ?? "hitting")
    .split(",")
    .filter((group) => group === (isPitcher ? "pitching" : "hitting") || isTwoWay(one))
  const sums = (group: string, salt: string) => (group === "pitching" ? pitching(one, salt) : hitting(one, salt))
  const first = Number(one.debut.slice(0, 4))
  const splits = (type: string, group: string): ReadonlyArray<unknown> => {
    const season = params["season"] ?? "2026"
    switch (type) {
      case "yearByYear":
        return Array.from({ length: Math.max(1, 2027 - first) }, (_, index) => String(first + index))
          .filter((year) => year <= "2026")
          .map((year) => ({
            season: year,
            stat: sums(group, year),
            team: { id: one.club.id },
            player: { id: one.id },
            gameType: "R",
            numTeams: 1
          }))
      case "season":
        return [{ season, stat: sums(group, season), team: { id: one.club.id }, gameType: "R" }]
      case "career":
        return [{ stat: sums(group, "career"), player: { id: one.id }, gameType: "R" }]
      case "statSplits":
        return (params["sitCodes"] ?? "").split(",").flatMap((code) => {
          const [, description] = situations.find(([known]) => known === code) ?? []
          return description === undefined
            ? []
            : [
                {
                  season,
                  stat: sums(group, `${season} ${code}`),
                  split: { code, description },
                  team: { id: one.club.id }
                }
              ]
        })
      default:
        return []
    }
  }
  return {
    copyright: "Copyright",
    stats: (params["stats"] ?? "")
      .split(",")
      .flatMap((type) =>
        groups.map((group) => ({
          type: { displayName: type },
          group: { displayName: group },
          exemptions: [],
          splits: splits(type, group)
        }))
      )
  }
}

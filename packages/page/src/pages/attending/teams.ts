import type { Answers } from "../../api/Answers.js"

type AttendedEvent = Answers["attending/events"]["data"][number]

/** The record of the person's own team in the games seen in person. */
export interface TeamRecord {
  readonly name: string
  readonly league: string
  readonly games: number
  readonly wins: number
  readonly losses: number
}

/** Own teams with their record, most games first. A tie, or a game without a result, is neither won nor lost. */
export const teamRecords = (events: ReadonlyArray<AttendedEvent>): ReadonlyArray<TeamRecord> => {
  const teams = new Map<string, TeamRecord>()
  for (const { attended, event_data: game } of events) {
    if (!attended || !("home_team" in game) || game.my_team === null) continue
    const name = game.my_team === "home" ? game.home_team.name : game.away_team.name
    const key = `${game.league} ${name}`
    const before = teams.get(key) ?? { name, league: game.league, games: 0, wins: 0, losses: 0 }
    teams.set(key, {
      ...before,
      games: before.games + 1,
      wins: before.wins + (game.my_team_won === true ? 1 : 0),
      losses: before.losses + (game.my_team_won === false ? 1 : 0)
    })
  }
  return Array.from(teams.values()).sort((a, b) => b.games - a.games || (a.name < b.name ? -1 : 1))
}

/** The score in words: "Rangers 3, Mariners 5". */
export const scoreOf = ({ event_data: game }: AttendedEvent): string | undefined =>
  !("home_team" in game) || game.home_score === null || game.away_score === null
    ? undefined
    : `${game.away_team.name} ${game.away_score}, ${game.home_team.name} ${game.home_score}`

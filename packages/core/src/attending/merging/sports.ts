import type { Team } from "../games.js"
import type { EventType, OtherSport } from "../kinds.js"
import type { Ground } from "./Told.js"
import { mentions, plain } from "./words.js"

/** Words of a title that name a league of which there is a kind of its own; longer names first. */
const leagueWords: ReadonlyArray<readonly [ReadonlyArray<string>, EventType]> = [
  [["nwsl"], "nwsl_game"], [["nhl", "stanley cup"], "nhl_game"], [["wnba"], "wnba_game"], [["mls cup", "leagues cup"], "mls_game"],
  [["premier league", "epl"], "epl_game"], [["la liga"], "laliga_game"], [["bundesliga"], "bundesliga_game"], [["serie a"], "seriea_game"],
  [["ligue 1"], "ligue1_game"], [["liga mx"], "ligamx_game"], [["usl championship"], "usl_game"],
  [["nfl", "super bowl"], "nfl_game"], [["nba", "nba finals"], "nba_game"], [["mlb", "world series"], "mlb_game"]
]

/** Words that name a sport without a league, and those that only mean it where two sides meet. */
const sportWords: ReadonlyArray<readonly [ReadonlyArray<string>, OtherSport]> = [
  [["wimbledon", "atp", "wta", "us open tennis", "roland garros", "davis cup", "indian wells", "laver cup"], "tennis_match"],
  [["formula 1", "formula one", "f1", "grand prix", "nascar", "indycar", "indy 500", "motogp", "supercross", "daytona 500"], "motor_race"],
  [["pga", "lpga", "ryder cup", "masters tournament", "golf championship"], "golf_tournament"],
  [["ufc", "boxing", "mma", "wrestlemania", "fight night"], "fight"],
  [["six nations", "rugby"], "rugby_game"], [["cricket", "t20"], "cricket_match"], [["lacrosse"], "lacrosse_game"],
  [["volleyball"], "volleyball_game"], [["softball"], "softball_game"], [["baseball"], "baseball_game"], [["hockey"], "hockey_game"],
  [["soccer", "world cup", "champions league", "fc"], "soccer_game"], [["basketball", "march madness"], "basketball_game"], [["football"], "football_game"], [["tennis"], "tennis_match"]
]
/** Sports that are named by their contest alone, without sides. */
const contests: ReadonlySet<EventType> = new Set(["tennis_match", "motor_race", "golf_tournament", "fight"])

const meets = /\s(?:vs?\.?|versus)\s/i

/** Whether a title is of the form "one side against another". "A at B" is not enough: bands play at halls. */
export const isMeeting = (title: string): boolean => meets.test(title.slice(0, 200))

/** The sport that a title speaks of, by its league, its words, or the form of opponents. */
export const sportOf = (title: string): EventType | null => {
  const met = isMeeting(title)
  const league = leagueWords.find(([words]) => mentions(title, words))?.[1] ?? null
  if (league !== null) return league
  const sport = sportWords.find(([words]) => mentions(title, words))?.[1] ?? null
  if (sport !== null && (met || contests.has(sport) || mentions(title, ["game", "match", "championship", "tournament", "playoffs", "final", "finals"]))) return sport
  return met ? "sports_event" : null
}

/** "M's game": the letter that fans call their team by, and what tells that the team is meant. */
const shortName = /\b([A-Z])['’]s (?:game|opener|home opener|vs?\b|versus|at|@|tickets?)/

/** Whether a title calls a team by its name or, of the owner's own, by its letter. */
export const callsTeam = (title: string, nickname: string): boolean =>
  mentions(title, [nickname]) || shortName.exec(title.slice(0, 200))?.[1]?.toLowerCase() === plain(nickname)[0]

/** The owner's own team that a title names alone. */
export const ownTeamIn = (title: string, { rules, teams }: Pick<Ground, "rules" | "teams">): Team | null =>
  teams.find((team) => rules.teams.some((own) => own.league === team.league && own.id === team.id) &&
    (callsTeam(title, team.name) || (team.fullName !== null && mentions(title, [team.fullName])))) ?? null

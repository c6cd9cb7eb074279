import type { Team } from "../games.js"
import type { EventType } from "../kinds.js"
import type { MergeInput } from "./model.js"
import { containsPhrase, plain } from "./words.js"

type NamedSports = ReadonlyArray<readonly [ReadonlyArray<string>, EventType]>

/** Words of a title that name a league, longer names first. */
const leagueWords: NamedSports = [
  [["nwsl"], "nwsl_game"],
  [["nhl", "stanley cup"], "nhl_game"],
  [["wnba"], "wnba_game"],
  [["mls cup", "leagues cup"], "mls_game"],
  [["premier league", "epl"], "epl_game"],
  [["la liga"], "laliga_game"],
  [["bundesliga"], "bundesliga_game"],
  [["serie a"], "seriea_game"],
  [["ligue 1"], "ligue1_game"],
  [["liga mx"], "ligamx_game"],
  [["usl championship"], "usl_game"],
  [["nfl", "super bowl"], "nfl_game"],
  [["nba", "nba finals"], "nba_game"],
  [["mlb", "world series"], "mlb_game"]
]

/**
 * Names of contests, tours and sports bodies. Each suffices without opponents. Longer names come before leagues, which
 * may be part of them: "College World Series".
 */
const contestNames: NamedSports = [
  [["womens college world series"], "softball_game"],
  [["college world series", "world baseball classic"], "baseball_game"],
  [
    [
      ...["wimbledon", "atp", "wta", "us open tennis", "australian open", "french open", "roland garros"],
      ...["davis cup", "billie jean king cup", "indian wells", "laver cup", "miami open"]
    ],
    "tennis_match"
  ],
  [
    [
      ...["formula 1", "formula one", "formula e", "f1", "grand prix", "nascar", "indycar", "indy 500"],
      ...[
        "indianapolis 500",
        "daytona 500",
        "le mans",
        "imsa",
        "nhra",
        "motogp",
        "superbike",
        "supercross",
        "motocross"
      ]
    ],
    "motor_race"
  ],
  [
    [
      ...["pga", "lpga", "ryder cup", "solheim cup", "presidents cup", "liv golf", "masters tournament"],
      ...["golf championship", "golf championships", "open championship"]
    ],
    "golf_tournament"
  ],
  [["ufc", "bellator", "wwe", "wrestlemania", "fight night"], "fight"],
  [["six nations", "major league rugby"], "rugby_game"],
  [["pwhl", "ahl", "echl", "frozen four", "world juniors"], "hockey_game"],
  [["premier lacrosse league", "national lacrosse league"], "lacrosse_game"],
  [["fifa", "uefa", "concacaf", "uswnt", "usmnt", "copa america", "gold cup", "shebelieves cup"], "soccer_game"],
  [["march madness", "harlem globetrotters"], "basketball_game"],
  [["kentucky derby", "preakness stakes", "belmont stakes", "breeders cup"], "sports_event"],
  [
    ["olympics", "olympic games", "paralympics", "paralympic games", "x games", "professional bull riders"],
    "sports_event"
  ]
]

/** Sports that people also do themselves. They suffice in a ticket's title, not in a calendar row. */
const ticketWords: NamedSports = [
  [["boxing", "mma"], "fight"],
  [["little league"], "baseball_game"]
]

/** Words that name a sport. They count in a title with opponents or the form of a contest. */
const sportWords: NamedSports = [
  [["table tennis", "field hockey", "water polo", "horse racing"], "sports_event"],
  [["rugby"], "rugby_game"],
  [["cricket", "t20"], "cricket_match"],
  [["lacrosse"], "lacrosse_game"],
  [["volleyball"], "volleyball_game"],
  [["softball"], "softball_game"],
  [["baseball"], "baseball_game"],
  [["hockey"], "hockey_game"],
  [["soccer", "world cup", "champions league", "fc"], "soccer_game"],
  [["basketball"], "basketball_game"],
  [["football"], "football_game"],
  [["tennis"], "tennis_match"],
  [["golf"], "golf_tournament"],
  [["gymnastics", "wrestling", "swimming", "diving", "athletics", "track and field", "cross country"], "sports_event"],
  [["figure skating", "rowing", "cycling", "skiing", "snowboarding", "fencing", "rodeo", "curling"], "sports_event"],
  [["ncaa", "naia", "big ten", "big 12", "pac 12"], "sports_event"]
]

const contestForms = ["game", "match", "championship", "championships", "tournament", "playoffs", "final", "finals"]
/** Forms that other events have too. They count only with the word of a sport or at the venue of one sport. */
const sportForms = ["open", "cup", "classic", "masters", "invitational", "qualifying", "nationals", "trials", "meet"]
/** "Session 9", "Practice Round", "24 Hours of Le Mans", "Coca-Cola 600". They count only at the venue of one sport. */
const partOfContest = /\b(?:session|round|practice|stakes|derby|\d{1,2} hours|24|[1-6][05]0|1000)\b/i
/** "Open Mic", "Open House": not the form of a contest. */
const openDoors = /\bopen (?:mic|house|air|day|bar|stage|studio|rehearsal)\b/gi

/** Venues of one sport, by words of their names. Concerts take place there as well. */
const venueSports: NamedSports = [
  [["tennis"], "tennis_match"],
  [["golf", "tpc", "country club", "golf links"], "golf_tournament"],
  [["speedway", "raceway", "autodrome", "motorsports park", "motorsport park", "dragway"], "motor_race"],
  [["circuit of", "circuit de", "street circuit", "strip circuit"], "motor_race"],
  [["churchill downs", "race course", "racecourse", "racetrack"], "sports_event"]
]

const nameIn = (text: string, names: NamedSports): EventType | null =>
  names.find(([words]) => containsPhrase(text, words))?.[1] ?? null

const meets = /\s(?:vs?\.?|versus)\s/i

/** Whether a title has the form "A vs. B". "A at B" does not suffice: bands play at venues. */
export const isMeeting = (title: string): boolean => meets.test(title.slice(0, 200))

/** The sport of a contest, tour or league that a title names. */
export const contestIn = (title: string): EventType | null => nameIn(title, contestNames) ?? nameIn(title, leagueWords)

/**
 * The sport of a title: by its contest or league, by a sport with opponents or the form of a contest, by that form at a
 * venue of one sport, or by the form "A vs. B".
 */
export const sportOf = (title: string, venue: string | null = null): EventType | null => {
  const contest = contestIn(title) ?? nameIn(title, ticketWords)
  if (contest !== null) return contest
  const hasOpponents = isMeeting(title)
  const text = title.slice(0, 200).replace(openDoors, " ")
  const hasForm = containsPhrase(text, [...contestForms, ...sportForms])
  const sport = hasOpponents || hasForm ? nameIn(text, sportWords) : null
  if (sport !== null) return sport
  const venueSport = venue === null ? null : nameIn(venue, venueSports)
  if (venueSport !== null && (hasOpponents || hasForm || partOfContest.test(text))) return venueSport
  return hasOpponents ? "sports_event" : null
}

/** "M's game": a team's initial, followed by a word that shows that the team is meant. */
const shortName = /\b([A-Z])['’]s (?:game|opener|home opener|vs?\b|versus|at|@|tickets?)/

/** Whether a title names a team by its nickname or its initial. */
export const callsTeam = (title: string, nickname: string): boolean =>
  containsPhrase(title, [nickname]) || shortName.exec(title.slice(0, 200))?.[1]?.toLowerCase() === plain(nickname)[0]

/** The owner's team that a title names. */
export const ownTeamIn = (title: string, { rules, teams }: Pick<MergeInput, "rules" | "teams">): Team | null =>
  teams.find(
    (team) =>
      rules.teams.some((own) => own.league === team.league && own.id === team.id) &&
      (callsTeam(title, team.name) || (team.fullName !== null && containsPhrase(title, [team.fullName])))
  ) ?? null

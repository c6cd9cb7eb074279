import { type EventType, gameOf, type League } from "@daybook/core/attending"

/** A league in ESPN's API. */
export interface EspnLeague {
  readonly league: Exclude<League, "mlb">
  /** `{sport}/{league}`. */
  readonly path: string
  /** Without it, college lists have the top 25 only. 80 is FBS, 50 is Division I. */
  readonly groups: number | null
  /** Leagues with hundreds of teams; only those seen are stored. */
  readonly isCollege: boolean
  /** Whether a team plays the same visitor at home more than once in a season. */
  readonly meetsAgain: boolean
  /** Whether its scoreboards are read by month: soccer's are empty for single days beyond tomorrow. */
  readonly isListedByMonth: boolean
  /**
   * Title words of the league. A league with words is requested only when a title has one, or the owner has a team in
   * it. There are too many leagues to request all.
   */
  readonly words: ReadonlyArray<string>
}

/** Football and soccer teams meet a visitor at home once a season at most. */
const meetsAgain = (path: string): boolean => !path.startsWith("football/") && !path.startsWith("soccer/")

const league = (name: EspnLeague["league"], path: string, words: ReadonlyArray<string> = []): EspnLeague => ({
  league: name,
  path,
  groups: null,
  isCollege: false,
  meetsAgain: meetsAgain(path),
  isListedByMonth: path.startsWith("soccer/"),
  words
})

/** A month of colleges has more games than a list may have. */
const college = (
  name: EspnLeague["league"],
  path: string,
  groups: number | null,
  words: ReadonlyArray<string> = []
): EspnLeague => ({
  league: name,
  path,
  groups,
  isCollege: true,
  meetsAgain: meetsAgain(path),
  isListedByMonth: false,
  words
})

export const espnLeagues: ReadonlyArray<EspnLeague> = [
  league("nfl", "football/nfl"),
  league("nba", "basketball/nba"),
  league("wnba", "basketball/wnba"),
  league("mls", "soccer/usa.1"),
  league("nhl", "hockey/nhl"),
  league("nwsl", "soccer/usa.nwsl"),
  college("ncaaf", "football/college-football", 80),
  college("ncaab", "basketball/mens-college-basketball", 50),
  college("ncaaw", "basketball/womens-college-basketball", 50, [
    "women's basketball",
    "women’s basketball",
    "womens basketball",
    "wbb"
  ]),
  college("ncaa_baseball", "baseball/college-baseball", null, ["baseball"]),
  college("ncaa_softball", "softball/college-softball", null, ["softball"]),
  college("ncaa_hockey", "hockey/mens-college-hockey", null, ["hockey"]),
  college("ncaa_volleyball", "volleyball/womens-college-volleyball", null, ["volleyball"]),
  college("ncaa_soccer", "soccer/usa.ncaa.m.1", null, [
    "men's soccer",
    "men’s soccer",
    "mens soccer",
    "college soccer"
  ]),
  college("ncaa_women_soccer", "soccer/usa.ncaa.w.1", null, [
    "women's soccer",
    "women’s soccer",
    "womens soccer",
    "college soccer"
  ]),
  college("ncaa_lacrosse", "lacrosse/mens-college-lacrosse", null, ["lacrosse"]),
  league("ufl", "football/ufl", ["ufl"]),
  league("usl", "soccer/usa.usl.1", ["usl"]),
  league("epl", "soccer/eng.1", ["premier league", "epl"]),
  league("laliga", "soccer/esp.1", ["la liga", "laliga"]),
  league("bundesliga", "soccer/ger.1", ["bundesliga"]),
  league("seriea", "soccer/ita.1", ["serie a"]),
  league("ligue1", "soccer/fra.1", ["ligue 1"]),
  league("ligamx", "soccer/mex.1", ["liga mx"])
]

export const kinds: ReadonlyArray<EventType> = espnLeagues.map(({ league }) => gameOf(league))

import { type EventType, gameOf, type League } from "@daybook/core/attending"

/** A league that is read from ESPN: its place in the API. */
export interface EspnLeague {
  readonly league: Exclude<League, "mlb">
  /** `{sport}/{league}`. */
  readonly path: string
  /** Without it college lists show the best 25 only: 80 is FBS, 50 Division I. */
  readonly groups: number | null
  /** Hundreds of teams, of which only those that were seen are kept. */
  readonly isCollege: boolean
  /**
   * Words of titles that speak of the league. A league with words is asked only where a title has one of them, or the owner
   * has a team in it: there are too many to ask them all about two names.
   */
  readonly words: ReadonlyArray<string>
}

const league = (name: EspnLeague["league"], path: string, words: ReadonlyArray<string> = []): EspnLeague =>
  ({ league: name, path, groups: null, isCollege: false, words })

const college = (name: EspnLeague["league"], path: string, groups: number | null, words: ReadonlyArray<string> = []): EspnLeague =>
  ({ league: name, path, groups, isCollege: true, words })

export const espnLeagues: ReadonlyArray<EspnLeague> = [
  league("nfl", "football/nfl"),
  league("nba", "basketball/nba"),
  league("wnba", "basketball/wnba"),
  league("mls", "soccer/usa.1"),
  league("nhl", "hockey/nhl"),
  league("nwsl", "soccer/usa.nwsl"),
  college("ncaaf", "football/college-football", 80),
  college("ncaab", "basketball/mens-college-basketball", 50),
  college("ncaaw", "basketball/womens-college-basketball", 50, ["women's basketball", "women’s basketball", "womens basketball", "wbb"]),
  college("ncaa_baseball", "baseball/college-baseball", null, ["baseball"]),
  college("ncaa_softball", "softball/college-softball", null, ["softball"]),
  college("ncaa_hockey", "hockey/mens-college-hockey", null, ["hockey"]),
  college("ncaa_volleyball", "volleyball/womens-college-volleyball", null, ["volleyball"]),
  college("ncaa_soccer", "soccer/usa.ncaa.m.1", null, ["men's soccer", "men’s soccer", "mens soccer", "college soccer"]),
  college("ncaa_women_soccer", "soccer/usa.ncaa.w.1", null, ["women's soccer", "women’s soccer", "womens soccer", "college soccer"]),
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

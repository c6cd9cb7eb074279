import { type LocalDate, yearOf } from "../shared/LocalDate.js"

/**
 * Leagues with a provider of schedules. College leagues are named by sport: `ncaaf` and `ncaab` are men's, `ncaaw` is
 * women's basketball.
 */
export const leagues = [
  "mlb",
  "nfl",
  "nba",
  "wnba",
  "mls",
  "ncaaf",
  "ncaab",
  "nhl",
  "nwsl",
  "ncaaw",
  "ncaa_baseball",
  "ncaa_softball",
  "ncaa_hockey",
  "ncaa_volleyball",
  "ncaa_soccer",
  "ncaa_women_soccer",
  "ncaa_lacrosse",
  "ufl",
  "usl",
  "epl",
  "laliga",
  "bundesliga",
  "seriea",
  "ligue1",
  "ligamx"
] as const
export type League = (typeof leagues)[number]

const games = leagues.map((league): `${League}_game` => `${league}_game`)

/** Sports events outside these leagues. `sports_event` is an event of an unknown sport. */
export const otherSports = [
  "baseball_game",
  "basketball_game",
  "football_game",
  "hockey_game",
  "soccer_game",
  "softball_game",
  "volleyball_game",
  "lacrosse_game",
  "rugby_game",
  "cricket_match",
  "tennis_match",
  "golf_tournament",
  "motor_race",
  "fight",
  "sports_event"
] as const
export type OtherSport = (typeof otherSports)[number]

export const eventTypes = ["concert", "theater", "comedy", "other", ...games, ...otherSports] as const
export type EventType = (typeof eventTypes)[number]

export const categories = ["sports", "music", "arts"] as const
export type Category = (typeof categories)[number]

const sports: ReadonlySet<EventType> = new Set([...games, ...otherSports])

export const categoryOf = (type: EventType): Category =>
  sports.has(type) ? "sports" : type === "concert" ? "music" : "arts"

/** The league of a game; null for other events. */
export const leagueOf = (type: EventType): League | null => leagues.find((league) => type === gameOf(league)) ?? null

export const gameOf = (league: League): EventType => `${league}_game`

/** Leagues whose season begins in summer or autumn and is named by the year in which it ends. */
const endsNextYear: ReadonlySet<League> = new Set(["nba", "ncaab", "ncaaw", "nhl", "ncaa_hockey"])
/** Leagues whose season is named by the year in which it begins, with the month in which it begins. */
const beginsYearBefore: ReadonlyMap<League, number> = new Map([
  ["nfl", 3],
  ["ncaaf", 3],
  ["epl", 7],
  ["laliga", 7],
  ["bundesliga", 7],
  ["seriea", 7],
  ["ligue1", 7],
  ["ligamx", 7]
])

/** The year by which a league names the season: basketball's season ends in it, football's begins in it. */
export const seasonOf = (league: League, date: LocalDate): number => {
  const [year, month] = [yearOf(date), Number(date.slice(5, 7))]
  if (endsNextYear.has(league)) return month >= 8 ? year + 1 : year
  return month < (beginsYearBefore.get(league) ?? 1) ? year - 1 : year
}

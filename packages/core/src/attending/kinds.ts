import { type LocalDate, yearOf } from "../shared/LocalDate.js"

/** What an event is (contract §7). */
export const eventTypes = [
  "mlb_game",
  "nfl_game",
  "nba_game",
  "wnba_game",
  "mls_game",
  "ncaaf_game",
  "ncaab_game",
  "concert",
  "theater",
  "comedy",
  "other"
] as const
export type EventType = typeof eventTypes[number]

export const leagues = ["mlb", "nfl", "nba", "wnba", "mls", "ncaaf", "ncaab"] as const
export type League = typeof leagues[number]

export const categories = ["sports", "music", "arts"] as const
export type Category = typeof categories[number]

const isGame = (type: EventType): boolean => type.endsWith("_game")

export const categoryOf = (type: EventType): Category => isGame(type) ? "sports" : type === "concert" ? "music" : "arts"

/** The league of a game; null of everything else. */
export const leagueOf = (type: EventType): League | null => leagues.find((league) => type === `${league}_game`) ?? null

export const gameOf = (league: League): EventType => `${league}_game`

/** The year that a league names the season of a date after: basketball's ends in it, football's begins in it. */
export const seasonOf = (league: League, date: LocalDate): number => {
  const [year, month] = [yearOf(date), Number(date.slice(5, 7))]
  if (league === "nba" || league === "ncaab") return month >= 8 ? year + 1 : year
  return (league === "nfl" || league === "ncaaf") && month <= 2 ? year - 1 : year
}

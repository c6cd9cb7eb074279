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
}

export const espnLeagues: ReadonlyArray<EspnLeague> = [
  { league: "nfl", path: "football/nfl", groups: null, isCollege: false },
  { league: "nba", path: "basketball/nba", groups: null, isCollege: false },
  { league: "wnba", path: "basketball/wnba", groups: null, isCollege: false },
  { league: "mls", path: "soccer/usa.1", groups: null, isCollege: false },
  { league: "ncaaf", path: "football/college-football", groups: 80, isCollege: true },
  { league: "ncaab", path: "basketball/mens-college-basketball", groups: 50, isCollege: true }
]

export const kinds: ReadonlyArray<EventType> = espnLeagues.map(({ league }) => gameOf(league))

import type { LocalDate } from "@daybook/core/shared"

/** How much life there is: `small` for demo and tests, `life` for the bench, `large` for growth. */
export type Size = "small" | "life" | "large"

/** What a life of a size holds when it is `years` old; it goes on at the same pace after that. */
export interface Extent {
  /** First local day. Fixed, so that a life told again tomorrow only has more at its end. */
  readonly startsOn: LocalDate
  readonly years: number
  readonly plays: number
  readonly artists: number
  readonly runs: number
  /** Viewings of films, and of episodes. */
  readonly films: number
  readonly episodes: number
  /** Records and films on the shelf, and records wanted. */
  readonly records: number
  readonly discs: number
  readonly wants: number
  readonly articles: number
}

const small = { startsOn: "2023-11-21", years: 3, plays: 20_000, artists: 420, runs: 400, films: 520, episodes: 380 }
const life = {
  startsOn: "2014-11-21",
  years: 12,
  plays: 250_000,
  artists: 2_400,
  runs: 2_500,
  films: 4_800,
  episodes: 3_000
}
const large = {
  startsOn: "2006-11-21",
  years: 20,
  plays: 1_500_000,
  artists: 6_000,
  runs: 8_000,
  films: 7_000,
  episodes: 4_000
}

export const extents: Readonly<Record<Size, Extent>> = {
  small: { ...small, records: 215, discs: 85, wants: 30, articles: 600 },
  life: { ...life, records: 860, discs: 340, wants: 90, articles: 5_000 },
  large: { ...large, records: 2_900, discs: 1_100, wants: 250, articles: 20_000 }
}

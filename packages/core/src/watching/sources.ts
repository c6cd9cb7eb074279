import {
  type Ranked,
  type RankedSource,
  type Ranking,
  type Ranks,
  rankIn,
  ranks,
  ranksIn,
  unranked
} from "../ranks/index.js"

/** A source of viewings. `manual` is entry by hand. */
export interface WatchSource extends Ranked {
  /** Whose time and name a viewing takes: a media server has the exact time, a diary only the day. */
  readonly rank: number
  /** The rank of what somebody marked as watched, where it differs: a mark says less about the time than a play. */
  readonly rankOfMarks?: number
  /** Whether a player says when it was watched. Marks and entries by hand say another time. */
  readonly isPlayer: boolean
  /**
   * Whether its days without a review may be days of logging: many films are entered at once, long after they were
   * watched.
   */
  readonly isDiary: boolean
  /** Whether it has two lists of one history: one with days, the other one with times. */
  readonly listsDays: boolean
  /** How much its names and details of titles count; the highest counts most. It is stored with each title. */
  readonly naming: number
  /**
   * `local`: in the language of an account, without year and ids, so that a name proves nothing. `exact`: each year is
   * a film of its own. Media servers take years from various databases.
   */
  readonly names: "usual" | "local" | "exact"
  /**
   * Where its rating of a title counts: for its own viewings of a film that have none, and for the title itself where
   * no viewing has one.
   */
  readonly rates: ReadonlyArray<"viewings" | "title">
}

const silent: WatchSource = {
  ...unranked,
  isPlayer: false,
  isDiary: false,
  listsDays: false,
  naming: -100,
  names: "usual",
  rates: []
}

/** The metadata service: it names titles, and says nothing of viewings. */
export const metadata = "tmdb"

const ranking: Ranking<WatchSource> = {
  name: "watching",
  unranked: silent,
  own: { manual: { ...silent, rank: 70, naming: 1 }, [metadata]: { ...silent, naming: 3 } }
}

/** Says what a source of viewings is, for its definition. */
export const watchRank = rankIn(ranking)

export type WatchSources = Ranks<WatchSource>

export const watchSourcesIn = (sources: ReadonlyArray<RankedSource>): WatchSources => ranksIn(ranking, sources)

/** The sources of viewings of this process. */
export const watchSources = ranks(ranking)

/** Whose rating of a title counts where no viewing has one, most reliable first. A rating is a mark. */
export const ratersOf = (sources: WatchSources): ReadonlyArray<string> => {
  const rankOf = (source: string) => sources.of(source).rankOfMarks ?? sources.of(source).rank
  return [...sources.namesOf(({ rates }) => rates.includes("title"))].sort((one, other) => rankOf(one) - rankOf(other))
}

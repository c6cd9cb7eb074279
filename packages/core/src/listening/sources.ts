import {
  type RankedSource,
  type Ranked,
  type Ranking,
  type Ranks,
  rankIn,
  ranks,
  ranksIn,
  unranked
} from "../ranks/index.js"

const ranking: Ranking<Ranked> = { name: "listening", unranked }

/** Says how reliable a service is in times and names of plays, for its definition. */
export const playRank = rankIn(ranking)

/** The services whose reports of plays are compared. */
export type PlaySources = Ranks<Ranked>

export const playSourcesIn = (sources: ReadonlyArray<RankedSource>): PlaySources => ranksIn(ranking, sources)

/** The services of this process. */
export const playSources = ranks(ranking)

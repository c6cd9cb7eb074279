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

const ranking: Ranking<Ranked> = { name: "books", unranked }

/** Says whose entries of a book count most, for the definition of a service. */
export const bookRank = rankIn(ranking)

/** The services whose entries of books are merged. */
export type BookSources = Ranks<Ranked>

export const bookSourcesIn = (sources: ReadonlyArray<RankedSource>): BookSources => ranksIn(ranking, sources)

/** The services of this process. */
export const bookSources = ranks(ranking)

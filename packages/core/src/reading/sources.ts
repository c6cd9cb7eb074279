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

/** A source of articles and highlights. */
export interface ReadingSource extends Ranked {
  /** How much it says about reading: an article takes its name, title, description and folder from the lowest rank. */
  readonly rank: number
  /** Whether its highlights are copies from other services, which know more about them. */
  readonly collectsHighlights: boolean
  /** Whether a changed highlight is added to its file as another one, and the former one stays there. */
  readonly appendsChanges: boolean
  /** Whether it has texts of its articles. One that is set up has an enrichment that fetches them. */
  readonly hasTexts: boolean
}

const ranking: Ranking<ReadingSource> = {
  name: "reading",
  unranked: { ...unranked, collectsHighlights: false, appendsChanges: false, hasTexts: false }
}

/** Says what a source of articles or highlights is, for its definition. */
export const readingRank = rankIn(ranking)

export type ReadingSources = Ranks<ReadingSource>

export const readingSourcesIn = (sources: ReadonlyArray<RankedSource>): ReadingSources => ranksIn(ranking, sources)

/** The sources of articles and highlights of this process. */
export const readingSources = ranks(ranking)

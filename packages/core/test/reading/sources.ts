import { rankedSource, unranked } from "../../src/ranks/index.js"
import { readingRank, readingSourcesIn } from "../../src/reading/index.js"

/** What the definitions say of the sources of articles and highlights. */
export const readingRanks: Readonly<Record<string, Parameters<typeof readingRank>[0]>> = {
  instapaper: { rank: 10, hasTexts: true },
  reader: { rank: 20 },
  readeck: { rank: 30 },
  wallabag: { rank: 40 },
  karakeep: { rank: 50 },
  omnivore: { rank: 60 },
  raindrop: { rank: 80 },
  linkding: { rank: 90 },
  kindle: { ...unranked, appendsChanges: true },
  readwise: { ...unranked, collectsHighlights: true }
}

export const readingSources = readingSourcesIn(
  Object.entries(readingRanks).map(([source, said]) => rankedSource(source, readingRank(said)))
)

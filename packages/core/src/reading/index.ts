export { addressKey, domainOf, storedKeys } from "./address.js"
export * from "./enrichment.js"
export * from "./reenrichment.js"
export * as Fact from "./facts.js"
export {
  type ArticleChange,
  type ArticleState,
  type StoredArticle,
  articleChanges,
  isMoved,
  isNews,
  isRenamed,
  isSameArticle,
  matchArticles,
  mergeArticle,
  retractedEntries
} from "./matching.js"
export {
  type LedArticle,
  type ResolvedArticle,
  type StandingArticle,
  type StoredSave,
  groupSaves,
  isSameLed,
  mergeSaves,
  resolveArticles
} from "./saves.js"
export { type TwinPassage, foldPassage, hiddenPassages } from "./twinPassages.js"
export { type ReadingSource, type ReadingSources, readingRank, readingSources, readingSourcesIn } from "./sources.js"
export { workOf, workUrl } from "./works.js"
export { type PassageState, type StoredPassage, passageKeys, passageStates } from "./passages.js"
export * from "./service.js"
export * from "./store.js"
export * from "./model.js"
export * from "./writer.js"
export { ArticleDetail, ArticleView, RelatedArticle, HighlightView, PlacedHighlightView } from "./views/articles.js"
export {
  DomainCount,
  ReadingCalendar,
  ReadingStats,
  ReadingStreaks,
  ReadingYear,
  TagCount
} from "./views/statistics.js"
export {
  type CorrectedArticle,
  ReadingCorrections,
  addressMoves,
  correctArticles,
  correctableReading,
  namedAddresses,
  nearAddresses,
  readingRules
} from "./correcting.js"
export * from "./explain.js"

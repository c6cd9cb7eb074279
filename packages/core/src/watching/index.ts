export * as Fact from "./facts.js"
export * from "./model.js"
export * from "./writer.js"
export * from "./admin.js"
export * from "./correcting.js"
export * from "./episodeNames.js"
export * from "./explain.js"
export { type GivenDay, onDay, separationKey, viewingsOf } from "./merge.js"
export * from "./reports.js"
export * from "./sameTitles.js"
export * from "./sameViewing.js"
export * from "./separateViewings.js"
export * from "./separating.js"
export * from "./service.js"
export { type WatchSource, type WatchSources, ratersOf, watchRank, watchSources, watchSourcesIn } from "./sources.js"
export * from "./store.js"
export * from "./unnumbered.js"
export type { MergedReport, RuledReport, Viewing } from "./viewing.js"
export * from "./viewingChanges.js"
export * from "./viewingConflicts.js"
export {
  type IdScheme,
  type NamedTitle,
  type TitleMatcher,
  type TitleRecord,
  idsIn,
  makeTitleMatcher,
  mayBeSameTitle,
  nameKeysOf
} from "./titleMatcher.js"
export {
  ChangedWatch,
  EpisodeChoice,
  FilmChoice,
  MatchedFilm,
  Merge,
  NewWatch,
  NumberedEpisode,
  UnmatchedFilm,
  UnnumberedEpisode,
  WatchChange
} from "./views/admin.js"
export { MovieDetail, MovieListItem, RecentWatch, RatingItem, ReviewItem } from "./views/movies.js"
export { SeasonDetail, Show, ShowDetail } from "./views/shows.js"
export { ViewingDetail } from "./views/viewings.js"
export {
  DirectorStats,
  TrendPeriod,
  WatchingCalendar,
  WatchingDecades,
  WatchingGenres,
  WatchingStats,
  WatchingTrends,
  YearInFilms
} from "./views/statistics.js"

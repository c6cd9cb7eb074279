export * from "./service.js"
export * from "./admin.js"
export * from "./store.js"
export * as Fact from "./facts.js"
export * from "./matching.js"
export * from "./model.js"
export * from "./discs.js"
export * from "./writer.js"
export {
  AddedDisc,
  AddedRecord,
  DecidedMatch,
  FilmCandidates,
  MatchChoice,
  NewDisc,
  NewRecord,
  ReleaseCandidates,
  RemovedDisc
} from "./views/admin.js"
export { PlayedRecords, RecordPlays, WatchedDiscs } from "./views/crossReference.js"
export { DiscDetail, DiscView, MediaStats, RecentDisc } from "./views/discs.js"
export { RecordDetail, RecordView, WantView } from "./views/records.js"
export { CollectedArtists, CollectionCalendar, CollectionStats, NamedCounts } from "./views/statistics.js"
export type { CountedDay } from "../kit/years.js"
export * from "./explain.js"
export {
  CollectingCorrections,
  type CorrectableFilm,
  type CorrectableRelease,
  collectingRules,
  correctFilm,
  correctRelease,
  correctableCollecting,
  isFilmNamed,
  isReleaseNamed,
  namesFilm,
  namesMedium,
  namesRelease
} from "./correcting.js"

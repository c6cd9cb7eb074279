export * from "./service.js"
export * from "./admin.js"
export * from "./correcting.js"
export * from "./enrichment.js"
export * from "./explain.js"
export * from "./store.js"
export type * as Fact from "./facts.js"
export * from "./games.js"
export * from "./players.js"
export * from "./kinds.js"
export { formerNicknames, otherNames } from "./teamNames.js"
export * from "./merge/mergeMentions.js"
export * from "./merge/model.js"
export { correctionsNaming, foldName, namesNode, namesVenue, withDecisions } from "./merge/corrected.js"
export * from "./merge/derived.js"
export { concertDays, plain } from "./merge/words.js"
export { artistKeyOf, artistKeysIn, namesIn } from "./merge/titles.js"
export { callsTeam } from "./merge/sports.js"
export * from "./manual.js"
export * from "./model.js"
export * from "./publishable.js"
export * from "./writer.js"
export {
  EventMerge,
  Imported,
  ManualEvent,
  ManualImport,
  PendingMention,
  PresenceBody,
  Promoted,
  PromotionBody,
  Rejected,
  Reprocessed,
  Separated
} from "./views/admin.js"
export { AttendedSeason, AttendingStats, Venues, YearOfEvents } from "./views/statistics.js"
export { EventDetail, EventView, VenueView } from "./views/events.js"
export { PlayerView } from "./views/players.js"
export { PlayerDetail, PlayerStats } from "./views/playerDetail.js"

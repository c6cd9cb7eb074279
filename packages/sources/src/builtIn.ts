/** Every provider that Daybook reads, and what the host asks some of them in addition to their records. */
export { definitions } from "./definitions.js"
export { optionalDomains, optionalSetting } from "./optional.js"
export { type AnySourceDefinition, SourceDefinitions, type WriterServices } from "./SourceDefinitions.js"
export { googleAccount } from "./google/client.js"
export { playerStats } from "./mlb/playerStats.js"
export { nowPlaying, seasonSchedules, shelves } from "./services.js"
export { titleFinder } from "./tmdb/source.js"

export { upgrade as migrate } from "./backup/upgrade.js"
export { connecting } from "./connecting.js"
export { answeringLayer, answeringLayerIn, hostLayer, layer, moveHome, writingLayer } from "./Daybook.js"
export { watchCounts } from "./postgres/DomainCounts.js"
export { catchUp } from "./setup/storedConfig.js"
export { database, databaseAddress, existingDatabase } from "./opened.js"
export { embeddedServer, type EmbeddedServer } from "./postgres/embedded/describe.js"
export { healthLayer } from "./health/index.js"
export { ConfigFileSettings } from "./setup/fixedSettings.js"
export { keysLayer } from "./keys/index.js"
export { applied as appliedMigrations, latest as latestMigration, SchemaFailure } from "./postgres/migrate.js"
export { Waiting, NoDatabase } from "./Opening.js"
export { orphanedDomains } from "./postgres/declared/declarations.js"
export { declaredSettings, settingsOfSources } from "./declaredSettings.js"
export { instanceSettings, publicUrl, type Settings, settings } from "./Settings.js"
export {
  type AnySourceDefinition,
  SourceDefinitions,
  optionalDomains,
  optionalSetting
} from "@daybook/sources/built-in"
export {
  guarded as guardedSource,
  ownVersion as effectVersion,
  problemOf as sourceProblem
} from "@daybook/sources/outside"
export { type Connectable, connectables, reaching, unopenedSources } from "./setup/reaching.js"
export * as Setting from "@daybook/sources/setting"
export { type Connection, type Terminal, openImportFile, sampleOf } from "@daybook/sources/kit"

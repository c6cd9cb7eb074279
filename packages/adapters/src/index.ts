export { database, layer } from "./Daybook.js"
export { openImportFile } from "./openImportFile.js"
export { applied as appliedMigrations, latest as latestMigration, migrate, SchemaFailure } from "./postgres/migrate.js"
export { type Settings, settings } from "./Settings.js"

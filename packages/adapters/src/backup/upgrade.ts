import { Effect, Option } from "effect"
import { NoDatabase, Opening } from "../Opening.js"
import { applied, latest, migrate } from "../postgres/migrate.js"
import { settings } from "../Settings.js"

/**
 * Migrates the database to this version and returns the number of migrations. First backs up the rows of the
 * embedded database.
 */
export const upgrade = Effect.gen(function* () {
  const { dataDir, databaseUrl } = yield* settings
  const before = yield* applied
  if (Option.isNone(databaseUrl) && before > 0 && before < latest) {
    const { backUpRows } = yield* Effect.promise(() => import("./backUpRows.js"))
    const file = yield* backUpRows(dataDir, `schema-${latest}`)
    yield* Effect.logInfo(`the database is brought to a new version; as it was it is kept in ${file}`)
  }
  return yield* migrate
})

/** Fails if a program that only reads opens a database without Daybook's tables. */
export const refuseEmpty = Effect.gen(function* () {
  const { creates } = yield* Opening
  if (creates || (yield* applied) > 0) return
  const { dataDir, databaseUrl } = yield* settings
  yield* new NoDatabase({ place: Option.isSome(databaseUrl) ? "the server that DAYBOOK_DATABASE_URL names" : dataDir })
})

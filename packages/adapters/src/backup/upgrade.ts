import { Effect, Option } from "effect"
import { Opening } from "../Opening.js"
import { applied, latest, migrate } from "../postgres/migrate.js"
import { NoDatabase } from "../postgres/NoDatabase.js"
import { settings } from "../Settings.js"
import { keepRows } from "./kept.js"

/** Brings the database to this version and says how many steps that took; of the embedded one, what was there before is kept in a file first. */
export const upgrade = Effect.gen(function*() {
  const { dataDir, databaseUrl } = yield* settings
  const before = yield* applied
  if (Option.isNone(databaseUrl) && before > 0 && before < latest) {
    const file = yield* keepRows(dataDir, `schema-${latest}`)
    yield* Effect.logInfo(`the database is brought to a new version; as it was it is kept in ${file}`)
  }
  return yield* migrate
})

/** Fails where a program that only reads finds a database without Daybook's tables. */
export const refuseEmpty = Effect.gen(function*() {
  const { creates } = yield* Opening
  if (creates || (yield* applied) > 0) return
  const { dataDir, databaseUrl } = yield* settings
  yield* new NoDatabase({ place: Option.isSome(databaseUrl) ? "the server that DAYBOOK_DATABASE_URL names" : dataDir })
})

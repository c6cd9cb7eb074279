import { Effect, Option } from "effect"
import { applied, latest, migrate } from "../postgres/migrate.js"
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

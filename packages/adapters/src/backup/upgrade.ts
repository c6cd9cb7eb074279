import { Clock, Effect, Option } from "effect"
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { NoDatabase, Opening } from "../Opening.js"
import { applied, latest, migrate } from "../postgres/migrate.js"
import { settings } from "../Settings.js"
import { sweepDrafts } from "./archive/writeArchive.js"
import { BackupFailure, silent } from "./contents.js"
import { dump } from "./dump.js"

/** How many automatic backups are kept, newest first. */
const most = 3
const ending = ".daybook"

/**
 * Backs up all rows of the embedded database before a risky operation, and returns the file's path.
 * The file is in the data folder. It has no pictures: those stay in the data folder too.
 */
export const backUpRows = Effect.fn("backup.backUpRows")(function* (dataDir: string, before: string) {
  const folder = join(dataDir, "backups")
  const now = new Date(yield* Clock.currentTimeMillis).toISOString().replaceAll(/[:.]/g, "-")
  const file = join(folder, `${now}-before-${before}${ending}`)
  yield* Effect.try({
    try: () => mkdirSync(folder, { recursive: true, mode: 0o700 }),
    catch: (cause) =>
      new BackupFailure({
        message: `the folder ${folder} for the backup before ${before} cannot be made: give this user write access`,
        cause
      })
  })
  yield* Effect.ignore(Effect.try(() => sweepDrafts(folder, "")))
  yield* dump(file, Effect.succeed({ secret_mark: null, picture_key: null }), silent, undefined)
  yield* Effect.ignore(
    Effect.try(() => {
      const old = readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .sort()
        .reverse()
        .slice(most)
      for (const name of old) rmSync(join(folder, name))
    })
  )
  return file
})

/**
 * Migrates the database to this version and returns the number of migrations. First backs up the rows of the
 * embedded database.
 */
export const upgrade = Effect.gen(function* () {
  const { dataDir, databaseUrl } = yield* settings
  const before = yield* applied
  if (Option.isNone(databaseUrl) && before > 0 && before < latest) {
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

import { Clock, Effect } from "effect"
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { sweepDrafts } from "./archive/writeArchive.js"
import { BackupFailure, silent } from "./contents.js"
import { dump } from "./dump.js"

/** How many automatic backups are kept, newest first. */
const maxBackups = 3
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
        .slice(maxBackups)
      for (const name of old) rmSync(join(folder, name))
    })
  )
  return file
})

import { Clock, Effect } from "effect"
import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { sweepDrafts } from "./archive/writeArchive.js"
import { BackupFailure } from "./BackupFailure.js"
import { dump } from "./dump.js"
import { silent } from "./Progress.js"

/** How many of the backups that were made unasked are kept, newest first. */
const most = 3
const ending = ".daybook"

/**
 * Keeps all rows of the embedded database in a file of the data folder before something happens to them, and gives its
 * path. Pictures are not in it: they lie in the data folder, and nothing takes them away.
 */
export const keepRows = Effect.fn("backup.keepRows")(function*(dataDir: string, before: string) {
  const folder = join(dataDir, "backups")
  const now = new Date(yield* Clock.currentTimeMillis).toISOString().replaceAll(/[:.]/g, "-")
  const file = join(folder, `${now}-before-${before}${ending}`)
  yield* Effect.try({
    try: () => mkdirSync(folder, { recursive: true, mode: 0o700 }),
    catch: (cause) => new BackupFailure({ message: `the folder ${folder} for the backup before ${before} cannot be made: give this user write access`, cause })
  })
  yield* Effect.ignore(Effect.try(() => sweepDrafts(folder, "")))
  yield* dump(file, Effect.succeed({ secret_mark: null, picture_key: null }), silent, undefined)
  yield* Effect.ignore(Effect.try(() => {
    const old = readdirSync(folder).filter((name) => name.endsWith(ending)).sort().reverse().slice(most)
    for (const name of old) rmSync(join(folder, name))
  }))
  return file
})

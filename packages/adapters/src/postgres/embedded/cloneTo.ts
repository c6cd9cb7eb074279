import { Effect } from "effect"
import * as fs from "node:fs"
import { folderOf } from "./createDatabase.js"
import type { EmbeddedFailure } from "./EmbeddedFailure.js"
import { failureOf } from "./failureOf.js"

/**
 * Copies the database of a data folder that nobody has open into another data folder, which must have none: in no
 * time where the file system can share the blocks of two files.
 */
export const cloneTo = (fromDataDir: string, toDataDir: string): Effect.Effect<void, EmbeddedFailure> =>
  Effect.tryPromise({
    try: async () => {
      await fs.promises.mkdir(toDataDir, { recursive: true, mode: 0o700 })
      await fs.promises.cp(folderOf(fromDataDir), folderOf(toDataDir), {
        recursive: true,
        errorOnExist: true,
        force: false,
        mode: fs.constants.COPYFILE_FICLONE
      })
    },
    catch: (cause) => failureOf(toDataDir, cause)
  })

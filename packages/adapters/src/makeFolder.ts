import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder that only its owner may enter, and those above it that are missing. Node's own recursive way tries for
 * ever in a file system that takes no new folders, such as /proc, and no signal ends that.
 */
export const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

import type { StorageFailure } from "@daybook/core/shared"
import { statfsSync } from "node:fs"
import { resolve } from "node:path"

/** The embedded engine's log grows by pieces of this size; with less room it ends. */
const logPiece = 16 * 1024 * 1024

/**
 * What it means, and what is to be done, that the database is out of reach. An embedded engine that ended for want
 * of room reaches those who were connected with its last words, but not those who were just about to be.
 */
export const lostDatabase = (failure: StorageFailure): string => {
  const { DAYBOOK_DATABASE_URL: url, DAYBOOK_DATA_DIR: folder = ".daybook" } = process.env
  if (/ full: /.test(failure.message)) return failure.message
  if (url !== undefined && url !== "") return `${failure.message}; check DAYBOOK_DATABASE_URL and that the server runs, then run it again`
  return hasRoom(resolve(folder))
    ? `${failure.message}; run it again: it goes on where it was`
    : `the disk that holds the data folder ${resolve(folder)} is full: free some space, then run it again`
}

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= logPiece
  } catch {
    return true
  }
}

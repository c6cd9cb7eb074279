import { statfsSync } from "node:fs"

/** Bytes of a segment of the write-ahead log: with less, the embedded database neither starts nor works. */
const walSegment = 16 * 1024 * 1024

/** Whether the disk of a data folder lacks the space that the embedded database needs. */
export const isDiskFull = (dataDir: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < walSegment
  } catch {
    return false
  }
}

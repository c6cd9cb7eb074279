import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { clusterVersion } from "./cluster.js"
import type { EmbeddedFailure } from "./EmbeddedFailure.js"
import { foldersOf } from "./folders.js"
import { orElse } from "./orElse.js"
import { findPrograms } from "./programs.js"

/** The PostgreSQL of a data folder, for an operator. */
export interface EmbeddedServer {
  readonly major: number
  /** The path of the program that runs it. */
  readonly program: string
  readonly log: string
  /** When it was started again after a crash, epoch milliseconds, oldest first. */
  readonly restarts: ReadonlyArray<number>
}

/** Describes the server that a data folder is opened with; null if it holds no database. Starts nothing. */
export const embeddedServer = (dataDir: string): Effect.Effect<EmbeddedServer | null, EmbeddedFailure> =>
  Effect.gen(function* () {
    const folders = foldersOf(dataDir)
    const version = yield* clusterVersion(folders)
    if (version === undefined) return null
    const { major, postgres } = yield* findPrograms(folders.libraries, version)
    return { major, program: postgres, log: folders.log, restarts: yield* restartsOf(dataDir) }
  })

/** When the server was started again after a crash, epoch milliseconds, oldest first, since it was first started. */
export const restartsOf = (dataDir: string): Effect.Effect<ReadonlyArray<number>> =>
  Effect.sync(() => {
    const lines = orElse(() => readFileSync(foldersOf(dataDir).restarts, "utf8"), "").split("\n")
    return lines.filter((line) => line !== "").map((line) => Number(line) * 1_000)
  })

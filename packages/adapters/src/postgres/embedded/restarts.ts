import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { foldersOf } from "./folders.js"

/** When the server was started again after a crash, epoch milliseconds, oldest first, since it was first started. */
export const restartsOf = (dataDir: string): Effect.Effect<ReadonlyArray<number>> =>
  Effect.sync(() => {
    const { restarts } = foldersOf(dataDir)
    if (!existsSync(restarts)) return []
    return readFileSync(restarts, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => Number(line) * 1_000)
  })

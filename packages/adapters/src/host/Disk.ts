import { Disk } from "@daybook/core/host"
import { Effect, Layer } from "effect"
import { statfs } from "node:fs/promises"
import { settings } from "../Settings.js"

/** The disk with the data folder, which holds pictures and backups with a database server too. */
export const layer = Layer.effect(
  Disk,
  Effect.map(settings, ({ dataDir }) => ({
    space: Effect.promise(() =>
      statfs(dataDir).then(
        ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
        () => null
      )
    )
  }))
)

import { restoreBackup } from "@daybook/adapters/backup"
import { NodeContext } from "@effect/platform-node"
import { ConfigProvider, Effect, Layer, type Scope } from "effect"
import { join } from "node:path"
import { folder } from "./dataDir.js"
import { root } from "./guides.js"

const sample = join(root, "packages/cli/sample/sample.daybook")

/** Fills the home of some settings with the sample owner's data, moved up to now. */
export const restoreSample = (settings: Readonly<Record<string, string>>): Effect.Effect<void> => {
  const provider = ConfigProvider.fromMap(new Map(Object.entries(settings)))
  return restoreBackup(sample, { replace: false, isSample: true }).pipe(
    Effect.provide(Layer.merge(NodeContext.layer, Layer.setConfigProvider(provider))),
    Effect.orDie
  )
}

/** A data folder with the sample owner's data, moved up to now. Removed with the scope. */
export const sampleHome = (zone: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const data = join(yield* folder, "instance")
    yield* restoreSample({ DAYBOOK_DATA_DIR: data, DAYBOOK_TIMEZONE: zone })
    return data
  })

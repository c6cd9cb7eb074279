import { Clock, Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { expiryOf, hasFile } from "./model.js"
import type { ImportFiles, ImportStore } from "./ports.js"

/** Files without an import are deleted after this time, in milliseconds. */
const orphanLifetime = 3_600_000

/** Deletes what is older than its lifetime: imports, and files of this host without an import. */
export const sweepImports = (
  store: typeof ImportStore.Service,
  files: typeof ImportFiles.Service
): Effect.Effect<void, StorageFailure> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const one of yield* store.all) {
      const expiry = expiryOf(one)
      if (expiry !== null && expiry <= now && (yield* store.remove(one.id))) yield* files.remove(one.file)
    }
    yield* store.purge(now)
    const left = (yield* store.all).filter((one) => one.state === "receiving" || hasFile(one))
    const needed = new Set(left.map(({ file }) => file))
    for (const { name, writtenAt } of yield* files.all)
      if (!needed.has(name) && writtenAt < now - orphanLifetime) yield* files.remove(name)
  })
